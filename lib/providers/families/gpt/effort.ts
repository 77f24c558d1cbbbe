import type { NeutralRequest } from "../../form/request";

/** The smallest thinking budgets, in tokens, that count as more than low, and as more than medium effort. */
const MORE_THAN_LOW = 4096;
const MORE_THAN_MEDIUM = 16_384;

/**
 * The effort of a request to a model that takes no thinking budget. OpenAI's greatest effort is `xhigh`. Undefined: the
 * model decides.
 */
export function gptEffort({ effort, thinking }: Pick<NeutralRequest, "effort" | "thinking">): string | undefined {
  if (effort !== undefined) return effort === "max" ? "xhigh" : effort;
  return thinking?.mode === "enabled" && thinking.budget !== undefined ? effortOfBudget(thinking.budget) : undefined;
}

/** The effort that stands for a thinking budget, in tokens. */
export function effortOfBudget(budget: number): string {
  if (budget < MORE_THAN_LOW) return "low";
  return budget < MORE_THAN_MEDIUM ? "medium" : "high";
}
