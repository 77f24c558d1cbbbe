import { claudeVersion } from "../claude-version";
import { type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { invalid } from "./parameters";

/**
 * From this version on, the model decides how long to think
 * (platform.claude.com/docs/en/build-with-claude/adaptive-thinking).
 */
const ADAPTIVE_SINCE = 406;

/** For each effort of OpenAI's: Anthropic's name, and the thinking budget in tokens for models that need one. */
const EFFORTS: ReadonlyMap<unknown, { readonly effort: string; readonly budget: number }> = new Map([
  ["minimal", { effort: "low", budget: 1024 }],
  ["low", { effort: "low", budget: 1024 }],
  ["medium", { effort: "medium", budget: 4096 }],
  ["high", { effort: "high", budget: 16_384 }],
  ["xhigh", { effort: "xhigh", budget: 24_576 }],
  ["max", { effort: "max", budget: 31_999 }],
]);
const SMALLEST_BUDGET = 1024;

/**
 * Translates `reasoning_effort` into Anthropic's `thinking` and effort. The caller's own `thinking` takes precedence.
 * @throws GatewayError invalid_request
 */
export function toThinking(
  body: JsonObject,
  model: string,
  maxTokens: number,
  isForced: boolean,
): { thinking?: JsonObject; effort?: string } {
  if (isObject(body["thinking"])) return { thinking: body["thinking"] };
  const asked = body["reasoning_effort"];
  if (asked === undefined || asked === null) return {};
  if (asked === "none") return { thinking: { type: "disabled" } };
  const found = EFFORTS.get(asked);
  if (!found) throw invalid("reasoning_effort", `reasoning_effort must be none, ${[...EFFORTS.keys()].join(", ")}.`);
  const isAdaptive = (claudeVersion(model) ?? Infinity) >= ADAPTIVE_SINCE;
  // Anthropic refuses thinking beside a call that is required, and the caller waits for that call.
  if (isForced) return isAdaptive ? { effort: found.effort } : {};
  if (isAdaptive) return { thinking: { type: "adaptive", display: "summarized" }, effort: found.effort };
  // The budget is part of max_tokens. If too few tokens remain, do not think.
  const budget = Math.min(found.budget, maxTokens - 1);
  return budget < SMALLEST_BUDGET ? {} : { thinking: { type: "enabled", budget_tokens: budget } };
}

/** Whether a request with this `thinking` asks for any. */
export function isThinking(thinking: JsonObject | undefined): boolean {
  return thinking !== undefined && thinking["type"] !== "disabled";
}
