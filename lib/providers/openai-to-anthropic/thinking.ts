import { claudeVersion } from "../claude-version";
import { isObject, type JsonObject } from "../json-value";
import { invalid } from "./parameters";

/** From this version on a model decides itself how long it thinks (platform.claude.com/docs/en/build-with-claude/adaptive-thinking). */
const ADAPTIVE_SINCE = 406;

/** Anthropic's name of each effort of OpenAI's, and the tokens of thinking it stands for with models that count them. */
const EFFORTS: ReadonlyMap<unknown, { readonly effort: string; readonly budget: number }> = new Map([
  ["minimal", { effort: "low", budget: 1024 }],
  ["low", { effort: "low", budget: 1024 }],
  ["medium", { effort: "medium", budget: 4096 }],
  ["high", { effort: "high", budget: 16_384 }],
  ["xhigh", { effort: "xhigh", budget: 24_576 }],
  ["max", { effort: "max", budget: 31_999 }],
]);
const SMALLEST_BUDGET = 1024;

/** `reasoning_effort` as Anthropic's `thinking` and effort. A `thinking` of the caller's own counts instead. @throws GatewayError invalid_request */
export function toThinking(
  body: JsonObject,
  model: string,
  maxTokens: number,
): { thinking?: JsonObject; effort?: string } {
  if (isObject(body["thinking"])) return { thinking: body["thinking"] };
  const asked = body["reasoning_effort"];
  if (asked === undefined || asked === null) return {};
  if (asked === "none") return { thinking: { type: "disabled" } };
  const found = EFFORTS.get(asked);
  if (!found) throw invalid("reasoning_effort", `reasoning_effort must be none, ${[...EFFORTS.keys()].join(", ")}.`);
  if ((claudeVersion(model) ?? Infinity) >= ADAPTIVE_SINCE)
    return { thinking: { type: "adaptive", display: "summarized" }, effort: found.effort };
  // The budget is part of max_tokens; too few of those leave nothing to think with.
  const budget = Math.min(found.budget, maxTokens - 1);
  return budget < SMALLEST_BUDGET ? {} : { thinking: { type: "enabled", budget_tokens: budget } };
}
