import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import type { metadata } from "@/lib/wire/fields";
import type { ModelLimits } from "@/lib/config/limit-rules";
import { objectPermission, type ObjectPermission } from "@/lib/config/mcp/mcp-schema";
import { Prisma } from "@/lib/store/generated/client";

/** Conversions of fields that kinds of entity share between the wire and the columns of tables. */

interface Decimal {
  toFixed(): string;
}
export interface BudgetColumns {
  readonly maxBudget: Decimal | null;
  readonly budgetDuration: string | null;
}
interface RateColumns {
  readonly tpmLimit: number | null;
  readonly rpmLimit: number | null;
}
export interface LimitColumns extends BudgetColumns, RateColumns {
  readonly softBudget: Decimal | null;
  readonly maxParallelRequests: number | null;
}
export interface ModelLimitColumns {
  readonly modelTpmLimit: unknown;
  readonly modelRpmLimit: unknown;
}
export interface PermissionColumn {
  readonly objectPermission: unknown;
}
/** The column of keys and teams about the tools that model calls bring. */
export interface HostedColumn {
  readonly hostedTools: unknown;
}
/** The columns of keys and teams about keeping the content of calls. */
export interface ContentColumns {
  readonly logContent: boolean;
  readonly contentDays: number | null;
}
export type MemberLimitColumns = BudgetColumns & RateColumns;

/** The limits of a row, as outputs. */
export function limitsOf(row: LimitColumns) {
  return {
    max_budget: dollarsOf(row.maxBudget),
    soft_budget: dollarsOf(row.softBudget),
    budget_duration: row.budgetDuration,
    tpm_limit: row.tpmLimit,
    rpm_limit: row.rpmLimit,
    max_parallel_requests: row.maxParallelRequests,
  };
}

const limitsByModel = z.record(z.string(), z.number());

/** The limits of a key or team by model, as outputs. */
export function modelLimitsOf(row: ModelLimitColumns): { model_tpm_limit: ModelLimits; model_rpm_limit: ModelLimits } {
  return {
    model_tpm_limit: limitsByModel.parse(row.modelTpmLimit),
    model_rpm_limit: limitsByModel.parse(row.modelRpmLimit),
  };
}

/** The limits of a member, as outputs. */
export function memberLimitsOf(row: MemberLimitColumns) {
  return {
    max_budget_in_team: dollarsOf(row.maxBudget),
    budget_duration: row.budgetDuration,
    tpm_limit: row.tpmLimit,
    rpm_limit: row.rpmLimit,
  };
}

interface RateInput {
  readonly budget_duration?: string | null;
  readonly tpm_limit?: number | null;
  readonly rpm_limit?: number | null;
}
interface LimitInput extends RateInput {
  readonly max_budget?: number | null;
  readonly soft_budget?: number | null;
  readonly max_parallel_requests?: number | null;
}
interface ModelLimitInput {
  readonly model_tpm_limit?: ModelLimits | null;
  readonly model_rpm_limit?: ModelLimits | null;
}
interface MemberLimitInput extends RateInput {
  readonly max_budget_in_team?: number | null;
}

/**
 * The columns for inputs. An absent field keeps its column, null clears it.
 * @throws GatewayError invalid_request
 */
export function limitColumns(input: LimitInput) {
  requireSoundBudget(input.max_budget, input.soft_budget);
  return {
    maxBudget: input.max_budget,
    softBudget: input.soft_budget,
    budgetDuration: input.budget_duration,
    tpmLimit: input.tpm_limit,
    rpmLimit: input.rpm_limit,
    maxParallelRequests: input.max_parallel_requests,
  };
}

/** The columns for limits by model. They are never null: null in the input empties them. */
export function modelLimitColumns(input: ModelLimitInput) {
  const { model_tpm_limit: tpm, model_rpm_limit: rpm } = input;
  return { modelTpmLimit: tpm === null ? {} : tpm, modelRpmLimit: rpm === null ? {} : rpm };
}

/** The columns for the limits of a member. */
export function memberLimitColumns(input: MemberLimitInput) {
  return {
    maxBudget: input.max_budget_in_team,
    budgetDuration: input.budget_duration,
    tpmLimit: input.tpm_limit,
    rpmLimit: input.rpm_limit,
  };
}

/**
 * Refuses a `soft_budget` above `max_budget`: calls would be refused before anybody is warned.
 * @throws GatewayError invalid_request
 */
export function requireSoundBudget(maximum: number | null | undefined, soft: number | null | undefined): void {
  if (typeof maximum !== "number" || typeof soft !== "number" || soft <= maximum) return;
  throw new GatewayError("invalid_request", `soft_budget: must be at most max_budget, which is ${maximum}`, {
    param: "soft_budget",
  });
}

/** Dollars from a `Decimal` column. */
export function dollarsOf(amount: Decimal | null): number | null {
  return amount === null ? null : Number(amount.toFixed());
}

/** The value of a list column, which is never null: null in the input empties the list, an absent field keeps it. */
export function modelsColumn(input: readonly string[] | null | undefined): string[] | undefined {
  return input === null ? [] : input?.slice();
}
/** What a row says about tools, as an output. What this version cannot read says nothing. */
export function permissionOf({ objectPermission: says }: PermissionColumn) {
  return { object_permission: objectPermission.nullable().catch(null).parse(says) };
}
/** The column for it: null in the input empties it, an absent field keeps it. */
export function permissionColumn({
  object_permission: input,
}: {
  readonly object_permission?: ObjectPermission | null;
}) {
  return { objectPermission: input === null ? Prisma.DbNull : input };
}

const patterns = z.array(z.string()).nullable().catch([]);

/** Which tools model calls may bring, as an output. What this version cannot read opens none. */
export function hostedOf({ hostedTools: says }: HostedColumn) {
  return { hosted_tools: patterns.parse(says) };
}
/** The column for it: null in the input empties it, an absent field keeps it. */
export function hostedColumn({ hosted_tools: input }: { readonly hosted_tools?: readonly string[] | null }) {
  return { hostedTools: input === null ? Prisma.DbNull : input?.slice() };
}

/** Whether the content of calls is kept, and for how long, as outputs. */
export function contentOf({ logContent, contentDays }: ContentColumns) {
  return { log_content: logContent, content_retention_days: contentDays };
}
/** The columns for it: null in the input is the default, an absent field keeps its column. */
export function contentColumns(input: {
  readonly log_content?: boolean | null;
  readonly content_retention_days?: number | null;
}) {
  return {
    logContent: input.log_content === null ? false : input.log_content,
    contentDays: input.content_retention_days,
  };
}

export function metadataColumn(input: z.output<typeof metadata> | null | undefined) {
  return input === null ? {} : input;
}
