import { z } from "zod";
import type { PolicyTestResult } from "@/lib/auth/policy/run-policy-tests";

/** The result of a policy test, on the wire. */
export const policyTestResult = z.object({
  name: z.string(),
  passed: z.boolean(),
  expected: z.string().describe("`allow by the rule role`"),
  found: z.string().describe("`team_model_not_allowed by the rule team`"),
  rule: z.string().nullable().describe("The rule that decided; null: the test could not be asked."),
  sentence: z.string().describe("What was expected, what was found, and why."),
});
export type PolicyTestView = z.output<typeof policyTestResult>;

/** A result in its form on the wire. */
export function policyTestView({ check, ...result }: PolicyTestResult): PolicyTestView {
  return { ...result, rule: check?.rule ?? null };
}
