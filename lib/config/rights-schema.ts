import { z } from "zod";
import { listOf } from "./bounded-lists";
import { addDuration, DURATION_EXAMPLES, isDuration } from "@/lib/time/duration";

const duration = z.string().refine(isDuration, `expected a whole number and a unit, such as ${DURATION_EXAMPLES}`);
const dollars = z.number().finite().nonnegative();
const limit = z.number().int().nonnegative();

/** Whether an end user is one and the same for all teams, or each team has its own end users. */
const endUserScope = z.enum(["shared", "team"]);
export type EndUserScope = z.infer<typeof endUserScope>;

/** What `POST /key/generate` takes where the request says nothing. */
const defaultKeyParameters = z.strictObject({
  models: listOf(z.string().trim().min(1)).optional().describe("Models that the key may call. Unset: all."),
  duration: duration.optional().describe("How long the key is valid. Unset: for ever."),
  max_budget: dollars.optional().describe("Budget of the key, in dollars. Unset: no limit."),
  budget_duration: duration.optional().describe("How often the budget resets. Unset: never."),
  tpm_limit: limit.optional().describe("Tokens a minute that calls with the key may use. Unset: no limit."),
  rpm_limit: limit.optional().describe("Requests a minute that the key may make. Unset: no limit."),
  max_parallel_requests: limit
    .optional()
    .describe("Calls with the key that may run at the same time. Unset: no limit."),
});
export type DefaultKeyParameters = z.infer<typeof defaultKeyParameters>;

/** The most that a key may have, whoever makes it. */
const keyBounds = z.strictObject({
  duration: duration
    .optional()
    .describe(
      "The longest time for which a key is valid. `user_key_max_days` counts too where the maker is not an administrator.",
    ),
  max_budget: dollars
    .optional()
    .describe(
      "The largest budget of a key, in dollars. Without a bound for `budget_duration`, the budget must not reset.",
    ),
  budget_duration: duration.optional().describe("The shortest time after which the budget may reset."),
  tpm_limit: limit.optional().describe("The most tokens a minute that a key may be allowed."),
  rpm_limit: limit.optional().describe("The most requests a minute that a key may be allowed."),
  max_parallel_requests: limit.optional().describe("The most parallel calls that a key may be allowed."),
});
export type KeyBounds = z.infer<typeof keyBounds>;

/**
 * Why a key's budget must not reset that often, as in "must be at least 1w": a bounded budget that resets sooner is a
 * larger one. Undefined: it may.
 */
export function refusedReset(requested: string, { max_budget: budget, budget_duration: bound }: KeyBounds) {
  if (bound !== undefined) return isShorter(requested, bound) ? `must be at least ${bound}` : undefined;
  return budget === undefined ? undefined : "must be left out";
}

/** Whether one duration is shorter than another. Months have different lengths: both start with the shortest one. */
export function isShorter(requested: string, bound: string): boolean {
  const start = Date.UTC(2025, 1, 1);
  return (addDuration(start, requested) ?? Infinity) < (addDuration(start, bound) ?? Infinity);
}

/** What a user or a team has that a token's call creates. */
const madeByTokens = z.strictObject({
  models: listOf(z.string().trim().min(1)).optional().describe("Models that it may call. Unset: all."),
  max_budget: dollars.optional().describe("Its budget in dollars. Unset: no limit."),
  soft_budget: dollars.optional().describe("Spend in dollars above which answers carry a warning. Unset: none do."),
  budget_duration: duration.optional().describe("How often the budget resets. Unset: never."),
  tpm_limit: limit.optional().describe("Tokens a minute that its calls may use. Unset: no limit."),
  rpm_limit: limit.optional().describe("Requests a minute that it may make. Unset: no limit."),
  max_parallel_requests: limit.optional().describe("Calls that may run at the same time. Unset: no limit."),
});
export type MadeByTokens = z.infer<typeof madeByTokens>;

/** What a user has who is created by a token's call or by being added to a team. */
const madeUsers = madeByTokens.extend({
  user_role: z
    .enum(["internal_user", "proxy_admin_viewer"], {
      error: "expected internal_user or proxy_admin_viewer: only the provider makes administrators",
    })
    .optional()
    .describe(
      "`internal_user` makes an ordinary user, and is the default. `proxy_admin_viewer` lets the user read what administrators read.",
    ),
});
export type MadeUsers = z.infer<typeof madeUsers>;

/** The fields of `general_settings` that say what keys and end users of callers who are not administrators may be. */
export const rightsSettings = {
  end_user_scope: endUserScope
    .default("shared")
    .describe(
      "`shared`: an end user is the same for all teams, with one budget, one block and one spend. `team`: each team has its own end users, under the id `<team>/<end user>`.",
    ),
  user_key_max_days: z
    .number()
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .describe("Maximum lifetime, in days, of keys made by non-administrators. Unset: 90."),
  default_internal_user_params: madeUsers
    .optional()
    .describe(
      "What a new user gets whom a token's call creates (`user_id_upsert`), already for that call, or who is added to a team.",
    ),
  default_team_settings: madeByTokens
    .optional()
    .describe("What a new team gets that a token's call creates (`team_id_upsert`), already for that call."),
  default_key_generate_params: defaultKeyParameters
    .optional()
    .describe("What a new key gets for fields that the request leaves out."),
  upperbound_key_generate_params: keyBounds
    .optional()
    .describe("Upper bounds of every key. A field that the request for a new key leaves out gets its bound."),
};
