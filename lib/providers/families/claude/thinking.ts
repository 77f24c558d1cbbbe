import { invalid } from "../../form/parameters";
import type { Writing } from "../../form/halves";
import type { JsonObject } from "../../json-value";
import type { NeutralRequest } from "../../form/request";
import { claudeVersion } from "./version";

/**
 * From this version on, the model decides how long to think
 * (platform.claude.com/docs/en/build-with-claude/adaptive-thinking).
 */
const ADAPTIVE_SINCE = 406;

/** For each effort: Claude's name, and the thinking budget in tokens for models that need one. */
const EFFORTS: ReadonlyMap<string, { readonly effort: string; readonly budget: number }> = new Map([
  ["minimal", { effort: "low", budget: 1024 }],
  ["low", { effort: "low", budget: 1024 }],
  ["medium", { effort: "medium", budget: 4096 }],
  ["high", { effort: "high", budget: 16_384 }],
  ["xhigh", { effort: "xhigh", budget: 24_576 }],
  ["max", { effort: "max", budget: 31_999 }],
]);
const SMALLEST_BUDGET = 1024;

/**
 * The `thinking` and effort of a request to Claude. What the caller says about thinking takes precedence. `isForced`:
 * the model must call a tool. @throws GatewayError invalid_request for an effort that no model has
 */
export function claudeThinking(
  { thinking, effort: asked }: Pick<NeutralRequest, "thinking" | "effort">,
  model: string,
  maxTokens: number,
  isForced: boolean,
  drop: Writing["drop"],
): { thinking?: JsonObject; effort?: string } {
  if (thinking) return { thinking: thinking.own };
  if (asked === undefined) return {};
  if (asked === "none") return { thinking: { type: "disabled" } };
  const found = EFFORTS.get(asked);
  if (!found) throw invalid("reasoning_effort", `reasoning_effort must be none, ${[...EFFORTS.keys()].join(", ")}.`);
  const isAdaptive = (claudeVersion(model) ?? Infinity) >= ADAPTIVE_SINCE;
  // Claude refuses thinking beside a call that is required, and the caller waits for that call.
  if (isForced) {
    if (!isAdaptive) drop("effort");
    return isAdaptive ? { effort: found.effort } : {};
  }
  if (isAdaptive) return { thinking: { type: "adaptive", display: "summarized" }, effort: found.effort };
  // The budget is part of the maximum. If too few tokens remain, do not think.
  const budget = Math.min(found.budget, maxTokens - 1);
  if (budget >= SMALLEST_BUDGET) return { thinking: { type: "enabled", budget_tokens: budget } };
  drop("effort");
  return {};
}

/** Whether a request with this `thinking` asks for any. */
export function isThinking(thinking: JsonObject | undefined): boolean {
  return thinking !== undefined && thinking["type"] !== "disabled";
}
