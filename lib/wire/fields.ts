import { z } from "zod";
import { isDuration } from "@/lib/duration";
import { ENTITY_ID_MAX_LENGTH, isEntityId } from "@/lib/entity-id";

/** The fields that teams, users and keys share on the wire, as they are accepted and as they are shown. */

const ID_RULE = `must be 1 to ${ENTITY_ID_MAX_LENGTH} characters, none of them a control character`;
export const entityId = z.string().refine(isEntityId, ID_RULE);
const text = z.string().refine(isEntityId, ID_RULE);
const LARGEST_INTEGER = 2_147_483_647;
/** `Decimal(20, 9)` holds eleven digits before the point. */
const LARGEST_BUDGET = 99_999_999_999;
const METADATA_MAX_LENGTH = 65_536;
/** What PostgreSQL's jsonb cannot hold, as JSON text spells it: NUL and lone surrogates. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

export const metadata = z
  .record(z.string(), z.json())
  .refine((value) => JSON.stringify(value).length <= METADATA_MAX_LENGTH, `must be at most ${METADATA_MAX_LENGTH} characters of JSON`)
  .refine((value) => !UNSTORABLE.test(JSON.stringify(value)), "must not contain NUL characters or lone surrogates");

/** Model names or `*` patterns; an empty list means all models. */
export const models = z.array(text).max(1_000);
export const alias = text;
const limit = z.number().int().nonnegative().max(LARGEST_INTEGER);

export const duration = z.string().refine(isDuration, "must be a whole number and a unit, such as 30s, 5m, 1h, 30d, 2w or 1mo");

/** Accepted by every `new`, `generate` and `update`; null is the same as absent when creating. */
export const budgetInputs = {
  max_budget: z.number().nonnegative().max(LARGEST_BUDGET).nullish().describe("Dollars"),
  budget_duration: duration.nullish(),
};
/** The same, of all but end users. */
export const limitInputs = {
  ...budgetInputs,
  tpm_limit: limit.nullish().describe("Tokens per minute"),
  rpm_limit: limit.nullish().describe("Requests per minute"),
};

export const budgetOutputs = {
  max_budget: z.number().nullable(),
  budget_duration: z.string().nullable(),
};
/** Shown of all but end users. */
export const limitOutputs = {
  ...budgetOutputs,
  tpm_limit: z.number().nullable(),
  rpm_limit: z.number().nullable(),
};
export const timeOutputs = { created_at: z.string(), updated_at: z.string() };
export const receipts = z.array(z.object({ node: z.string(), acknowledged_ms: z.number().nullable() }));

export interface BudgetColumns {
  readonly maxBudget: { toFixed(): string } | null;
  readonly budgetDuration: string | null;
}
export interface LimitColumns extends BudgetColumns {
  readonly tpmLimit: number | null;
  readonly rpmLimit: number | null;
}

/** Columns → wire. */
export function budgetOf(row: BudgetColumns) {
  return {
    max_budget: row.maxBudget === null ? null : Number(row.maxBudget.toFixed()),
    budget_duration: row.budgetDuration,
  };
}

/** Columns → wire. */
export function limitsOf(row: LimitColumns) {
  return {
    ...budgetOf(row),
    tpm_limit: row.tpmLimit,
    rpm_limit: row.rpmLimit,
  };
}

interface BudgetInput {
  readonly max_budget?: number | null;
  readonly budget_duration?: string | null;
}
interface LimitInput extends BudgetInput {
  readonly tpm_limit?: number | null;
  readonly rpm_limit?: number | null;
}

/** Wire → columns; what is absent stays as it is, null clears. */
export function budgetColumns(input: BudgetInput) {
  return { maxBudget: input.max_budget, budgetDuration: input.budget_duration };
}

/** Wire → columns; what is absent stays as it is, null clears. */
export function limitColumns(input: LimitInput) {
  return { ...budgetColumns(input), tpmLimit: input.tpm_limit, rpmLimit: input.rpm_limit };
}

/** Wire → columns of lists and objects that are never null: what is absent stays as it is, null empties. */
export function modelsColumn(input: readonly string[] | null | undefined): string[] | undefined {
  return input === null ? [] : input?.slice();
}
export function metadataColumn(input: z.output<typeof metadata> | null | undefined) {
  return input === null ? {} : input;
}

/** The query of every list. */
export const pageInputs = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(50),
};
export const sortInputs = {
  sort: z.enum(["created_at", "updated_at", "spend", "alias"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
};
export const searchInput = z.string().max(ENTITY_ID_MAX_LENGTH).regex(/^[^\0]*$/, "must not contain NUL characters").optional();
/** `=true` or `=false`. */
export const flagInput = z.enum(["true", "false"]).transform((value) => value === "true").optional();
/** The query that every list of rows has. */
export const listInputs = { ...pageInputs, ...sortInputs, search: searchInput, blocked: flagInput };

/** Members of one team. */
export const members = z
  .array(z.strictObject({ user_id: entityId, role: z.enum(["admin", "user"]).default("user") }))
  .max(1_000)
  .refine((list) => new Set(list.map(({ user_id }) => user_id)).size === list.length, "each user_id may stand here only once");

/** One thing or a list of them, always read as a list, so that a fault is found at its place in it. */
export function oneOrMore<List extends z.ZodType>(list: List) {
  return z.preprocess((value) => (Array.isArray(value) || value === undefined ? value : [value]), list);
}

/** Ids to delete together. */
export const idList = z.array(entityId).min(1).max(100);

/** The shape of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), total: z.number(), page: z.number(), size: z.number() });
}
