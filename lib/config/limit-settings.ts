import { z } from "zod";
import { DURATION_EXAMPLES, isDuration } from "@/lib/time/duration";

const dollars = z.number().finite().nonnegative();
const limit = z.number().int().nonnegative();

/** The limits of spend and rate that all callers of a model share. */
export const limitSettings = {
  max_budget: dollars
    .optional()
    .describe("Dollars that all calls of this `model_name` together may cost. Calls beyond it are refused."),
  soft_budget: dollars.optional().describe("Dollars beyond which answers carry a warning."),
  budget_duration: z
    .string()
    .refine(isDuration, `expected a whole number and a unit, such as ${DURATION_EXAMPLES}`)
    .optional()
    .describe("How often the budget resets, aligned to the UTC calendar. Unset: never."),
  tpm_limit: limit.optional().describe("Tokens per minute for all callers together."),
  rpm_limit: limit.optional().describe("Requests per minute for all callers together."),
  max_parallel_requests: limit.optional().describe("Parallel calls for all callers together."),
};
