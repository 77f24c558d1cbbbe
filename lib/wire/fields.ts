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
export const limitInputs = {
  max_budget: z.number().nonnegative().max(LARGEST_BUDGET).nullish().describe("Dollars"),
  budget_duration: duration.nullish(),
  tpm_limit: limit.nullish().describe("Tokens per minute"),
  rpm_limit: limit.nullish().describe("Requests per minute"),
};

/** Shown of every team, user and key. */
export const limitOutputs = {
  max_budget: z.number().nullable(),
  budget_duration: z.string().nullable(),
  tpm_limit: z.number().nullable(),
  rpm_limit: z.number().nullable(),
};
export const timeOutputs = { created_at: z.string(), updated_at: z.string() };
export const receipts = z.array(z.object({ node: z.string(), acknowledged_ms: z.number().nullable() }));

export interface LimitColumns {
  readonly maxBudget: { toFixed(): string } | null;
  readonly budgetDuration: string | null;
  readonly tpmLimit: number | null;
  readonly rpmLimit: number | null;
}

/** Columns → wire. */
export function limitsOf(row: LimitColumns) {
  return {
    max_budget: row.maxBudget === null ? null : Number(row.maxBudget.toFixed()),
    budget_duration: row.budgetDuration,
    tpm_limit: row.tpmLimit,
    rpm_limit: row.rpmLimit,
  };
}

/** Wire → columns; what is absent stays as it is, null clears. */
export function limitColumns(input: {
  max_budget?: number | null;
  budget_duration?: string | null;
  tpm_limit?: number | null;
  rpm_limit?: number | null;
}) {
  return {
    maxBudget: input.max_budget,
    budgetDuration: input.budget_duration,
    tpmLimit: input.tpm_limit,
    rpmLimit: input.rpm_limit,
  };
}

/** The query of every list. */
export const pageInputs = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(50),
};
export const sortInputs = {
  sort: z.enum(["created_at", "spend", "alias"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
};
export const searchInput = z.string().max(ENTITY_ID_MAX_LENGTH).regex(/^[^\0]*$/, "must not contain NUL characters").optional();
/** `blocked=true` or `blocked=false`. */
export const blockedInput = z.enum(["true", "false"]).transform((value) => value === "true").optional();

/** The shape of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), total: z.number(), page: z.number(), size: z.number() });
}
