import { z } from "zod";
import { DURATION_EXAMPLES, isDuration } from "@/lib/time/duration";

const dollars = z.number().finite().nonnegative();
const limit = z.number().int().nonnegative();

/** The limits of spend and rate that all callers of a model share. */
export const limitSettings = {
  max_budget: dollars
    .optional()
    .describe(
      "The budget in dollars that all calls of this `model_name` share. Once it is spent, calls are refused. Unset: no limit.",
    ),
  soft_budget: dollars.optional().describe("Spend in dollars above which answers carry a warning. Unset: none do."),
  budget_duration: z
    .string()
    .refine(isDuration, `expected a whole number and a unit, such as ${DURATION_EXAMPLES}`)
    .optional()
    .describe("How often the budget resets, aligned to the UTC calendar. Unset: never."),
  tpm_limit: limit.optional().describe("Tokens a minute that all callers together may use. Unset: no limit."),
  rpm_limit: limit.optional().describe("Requests a minute that all callers together may make. Unset: no limit."),
  max_parallel_requests: limit
    .optional()
    .describe("Calls by all callers that may run at the same time. Unset: no limit."),
};
