import { z } from "zod";
import type { Claims } from "@/lib/auth/decision";
import { MOST_CONTENT_DAYS } from "@/lib/config/requests/content-settings";
import { objectPermission } from "@/lib/config/mcp/mcp-schema";
import { DURATION_EXAMPLES, isDuration } from "@/lib/time/duration";
import { ENTITY_ID_MAX_LENGTH, isEntityId, isReadableId, isReadableName } from "@/lib/entity-id";
import { DECISION_ID } from "./decision-id";
import { isStorable } from "./storable-text";

/** The fields that teams, users and keys share on the wire, as inputs and as outputs. */

const ID_RULE = `must be 1 to ${ENTITY_ID_MAX_LENGTH} characters, none of them a control character`;
export const entityId = z.string().refine(isEntityId, ID_RULE);
const READABLE_RULE = "must hold no invisible characters, none that turn text around, and more than blanks";
/**
 * Whether a new id has only characters that people can see. Other faults of an id have their own messages, so they pass
 * here.
 */
const readable = (id: string): boolean => !isEntityId(id) || isReadableId(id);
/** The id of a row that is created. */
export const newEntityId = entityId.refine(readable, READABLE_RULE);
/** The name of an entry of the model list. */
export const newModelName = z
  .string()
  .trim()
  .min(1)
  .refine(readable, READABLE_RULE)
  .describe("The name that callers use; `*` matches any run of characters, as in `openai/*`.");
/** The id of a recorded refusal. */
export const decisionId = z.string().regex(DECISION_ID, "must be the x-gateway-decision-id of a refusal");
const text = z.string().refine(isEntityId, ID_RULE);
export const LARGEST_INTEGER = 2_147_483_647;
/** The column type `Decimal(20, 9)` holds eleven digits before the point. */
const LARGEST_BUDGET = 99_999_999_999;
const METADATA_MAX_LENGTH = 65_536;

/** Claims that stand for a token. No token is larger, with what is asked about it at its provider. */
const CLAIMS_MAX_LENGTH = 65_536;

export const claims = z
  .custom<Claims>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be an object of claims",
  )
  .refine(
    (value) => JSON.stringify(value).length <= CLAIMS_MAX_LENGTH,
    `must be at most ${CLAIMS_MAX_LENGTH} characters of JSON`,
  );

export const metadata = z
  .record(z.string(), z.json())
  .refine(
    (value) => JSON.stringify(value).length <= METADATA_MAX_LENGTH,
    `must be at most ${METADATA_MAX_LENGTH} characters of JSON`,
  )
  .refine(isStorable, "must not contain NUL characters or lone surrogates");

/** What can be set of everything that can be blocked and that has facts of its owner. */
export const commonInputs = {
  blocked: z.boolean().optional().describe("Whether every request for it is refused"),
  metadata: metadata.nullish().describe("An object with facts of your own, which answers show unchanged; null: empty"),
};

/** Model names or `*` patterns; an empty list means all models. */
export const models = z.array(text).max(1_000);
export const alias = text.refine((name) => !isEntityId(name) || isReadableName(name), READABLE_RULE);
const limit = z.number().int().nonnegative().max(LARGEST_INTEGER);
const limitsByModel = z
  .record(text, limit)
  .refine((value) => Object.keys(value).length <= 1_000, "must name at most 1000 models");
/** A budget. The smallest one, 0, lets nothing be spent. */
export const dollars = z.number().nonnegative().max(LARGEST_BUDGET);

export const duration = z
  .string()
  .refine(isDuration, `must be a whole number and a unit, such as ${DURATION_EXAMPLES}`);

/** What can be set about tools. */
const PERMISSION = "Which tools it may use; null: no restriction here, and the other rules about tools decide";
export const permissionInputs = {
  object_permission: objectPermission.nullish().describe(PERMISSION),
};
export const permissionOutputs = {
  object_permission: objectPermission.nullable().describe(PERMISSION),
};

/** What can be set about the tools that model calls bring, for keys and teams. */
const HOSTED = "Tools that run elsewhere and that model calls may bring, by type, address or `*` pattern; null: any";
export const hostedInputs = { hosted_tools: models.nullish().describe(HOSTED) };
export const hostedOutputs = { hosted_tools: z.array(z.string()).nullable().describe(HOSTED) };

/** What can be set about keeping what calls ask and answer, for keys and teams. */
const LOG_CONTENT =
  "Whether the prompts and answers of its calls are kept, encrypted, for callers with the right to read them";
const CONTENT_DAYS = `How many days prompts and answers are kept; null: as many as \`general_settings.content_retention_days\`, which is also the most`;
export const contentInputs = {
  log_content: z.boolean().nullish().describe(LOG_CONTENT),
  content_retention_days: z.number().int().min(1).max(MOST_CONTENT_DAYS).nullish().describe(CONTENT_DAYS),
};
export const contentOutputs = {
  log_content: z.boolean().describe(LOG_CONTENT),
  content_retention_days: z.number().nullable().describe(CONTENT_DAYS),
};

/** Inputs of every `new`, `generate` and `update`. For something new, null means the same as an absent field. */
const budgetInputs = {
  max_budget: dollars.nullish().describe("The budget in dollars; once it is spent, calls are refused. Null: no limit"),
  budget_duration: duration
    .nullish()
    .describe(`How often the budget resets, aligned to the UTC calendar: ${DURATION_EXAMPLES}; absent or null: never`),
};
const rateInputs = {
  tpm_limit: limit.nullish().describe("How many tokens a minute its calls may use; null: no limit"),
  rpm_limit: limit.nullish().describe("How many requests a minute it may make; null: no limit"),
};
/** The limits of everything but members of teams. */
export const limitInputs = {
  ...budgetInputs,
  soft_budget: dollars.nullish().describe("Spend in dollars above which answers carry a warning; null: none do"),
  ...rateInputs,
  max_parallel_requests: limit.nullish().describe("How many calls may run at the same time; null: no limit"),
};
/** The further limits of keys and teams. */
export const modelLimitInputs = {
  model_tpm_limit: limitsByModel
    .nullish()
    .describe(
      "How many tokens a minute calls of a model may use, by the model's name or a `*` pattern, as callers name models",
    ),
  model_rpm_limit: limitsByModel
    .nullish()
    .describe("How many requests a minute it may make for a model, by the model's name or a `*` pattern"),
};
/** The limits of members of teams. */
export const memberLimitInputs = {
  max_budget_in_team: dollars.nullish().describe("Dollars that the member may spend on behalf of the team"),
  budget_duration: budgetInputs.budget_duration,
  ...rateInputs,
};

const budgetOutputs = {
  max_budget: z.number().nullable(),
  soft_budget: z.number().nullable(),
  budget_duration: z.string().nullable(),
};
const rateOutputs = { tpm_limit: z.number().nullable(), rpm_limit: z.number().nullable() };
/** The limits of everything but members of teams, as outputs. */
export const limitOutputs = { ...budgetOutputs, ...rateOutputs, max_parallel_requests: z.number().nullable() };
export const modelLimitOutputs = {
  model_tpm_limit: z.record(z.string(), z.number()),
  model_rpm_limit: z.record(z.string(), z.number()),
};
export const memberLimitOutputs = {
  max_budget_in_team: z.number().nullable(),
  budget_duration: z.string().nullable(),
  ...rateOutputs,
};
export const timeOutputs = { created_at: z.string(), updated_at: z.string() };
export const receipts = z.array(z.object({ node: z.string(), acknowledged_ms: z.number().nullable() }));

const pageNumber = z.coerce.number<number | string>().int().min(1).max(1_000_000);
/** The query parameters of a list whose pages have numbers. */
const pageInputs = {
  page: pageNumber.default(1),
  size: z.coerce
    .number<number | string>()
    .int()
    .min(1)
    .max(500)
    .default(50)
    .describe("How many rows a page has at most"),
};
/** The query parameters of a list whose pages may also begin after the place where the one before ended. */
export const cursorInputs = {
  page: pageNumber.optional().describe("The number of the page. Default: 1, unless `after` is given"),
  size: pageInputs.size,
  after: z
    .string()
    .min(1)
    .max(6_000)
    .optional()
    .describe(
      "The `next` of an earlier answer in the same order; you get the page after it. No row that keeps its position is lost or repeated",
    ),
};
/** What an answer says about its page. */
export const cursorOutputs = {
  page: z.number().nullable().describe("Null: the page begins behind `after`"),
  size: z.number(),
  next: z.string().nullable().describe("Send it as `after` for the next page; null: this is the last one"),
};
const sortInputs = {
  sort: z
    .enum(["created_at", "updated_at", "spend", "alias"])
    .default("created_at")
    .describe("The field that the list is sorted by"),
  order: z.enum(["asc", "desc"]).default("desc").describe("Whether the list ascends or descends"),
};
const searchInput = z
  .string()
  .max(ENTITY_ID_MAX_LENGTH)
  .regex(/^[^\0]*$/, "must not contain NUL characters")
  .optional()
  .describe("Text that the id or the alias must contain");
/** `=true` or `=false`. */
export const flagInput = z
  .enum(["true", "false"])
  .transform((value) => value === "true")
  .optional();
/** Of a list: only what is blocked, or only what is not. */
export const blockedFilter = flagInput.describe("`true`: only those that are blocked; `false`: only the others");
/** The query parameters of every list of rows. */
export const listInputs = { ...cursorInputs, ...sortInputs, search: searchInput, blocked: blockedFilter };

export const memberRole = z.enum(["admin", "user"]);
/** The members of a team. */
export const members = z
  .array(z.strictObject({ user_id: entityId, role: memberRole.default("user") }))
  .max(1_000)
  .refine(
    (list) => new Set(list.map(({ user_id }) => user_id)).size === list.length,
    "each user_id may appear only once",
  );

/** One item or a list of them. It is always read as a list, so that a fault is reported with its place in the list. */
export function oneOrMore<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  const asList = (value: z.input<Item> | readonly z.input<Item>[]) =>
    Array.isArray(value) || value === undefined ? value : [value];
  return z.preprocess(asList, list);
}

/** Ids to delete together. */
export const idList = z.array(entityId).min(1).max(100);

/** The output of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), total: z.number().describe("The rows on all pages"), ...cursorOutputs });
}
