import { z } from "zod";
import { isDuration } from "@/lib/time/duration";

const dollars = z.number().finite().nonnegative();
const limit = z.number().int().nonnegative();

/** What all callers together may spend on a model, and how fast they may call it. */
export const limitSettings = {
  max_budget: dollars
    .optional()
    .describe("Dollars that all calls of this `model_name` may cost; calls beyond it are refused."),
  soft_budget: dollars.optional().describe("Dollars beyond which calls are answered with a warning."),
  budget_duration: z
    .string()
    .refine(isDuration, "expected a whole number and a unit, such as 1h, 1d, 30d, 1w or 1mo")
    .optional()
    .describe("Windows of the budget, aligned to the UTC calendar. Unset: all time."),
  tpm_limit: limit.optional().describe("Tokens a minute of all callers together."),
  rpm_limit: limit.optional().describe("Requests a minute of all callers together."),
  max_parallel_requests: limit.optional().describe("Calls at the same time, of all callers together."),
};
