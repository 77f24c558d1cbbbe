import type { Writing } from "../../form/halves";
import { invalid } from "../../form/parameters";
import type { NeutralRequest } from "../../form/request";
import type { JsonObject } from "../../json-value";
import { geminiVersion } from "./version";

/** Models think from 2.5 on, by a budget; from 3 on by a level (ai.google.dev/gemini-api/docs/thinking). */
const THINKS_SINCE = 205;
const LEVELS_SINCE = 300;

/** For each effort: the level, and the budget in tokens. */
const EFFORTS: ReadonlyMap<string, { readonly level: string; readonly budget: number }> = new Map([
  ["minimal", { level: "minimal", budget: 1024 }],
  ["low", { level: "low", budget: 1024 }],
  ["medium", { level: "medium", budget: 8192 }],
  ["high", { level: "high", budget: 24_576 }],
  ["xhigh", { level: "high", budget: 32_768 }],
  ["max", { level: "high", budget: 32_768 }],
]);

/** The smallest budgets that count as more than low, and as more than medium effort. */
const MORE_THAN_LOW = 4096;
const MORE_THAN_MEDIUM = 16_384;

/** How much a model is to think. Undefined: as much as it likes. */
type Amount = { readonly effort: string } | { readonly budget: number } | undefined;

/**
 * The `thinkingConfig` of a request to Gemini; undefined: the model does as it always does. Who asks for thinking gets
 * the thoughts. @throws GatewayError invalid_request for an effort that no model has
 */
export function geminiThinking(
  { thinking, effort }: Pick<NeutralRequest, "thinking" | "effort">,
  model: string,
  drop: Writing["drop"],
): JsonObject | undefined {
  if (effort !== undefined && effort !== "none" && !EFFORTS.has(effort))
    throw invalid("reasoning_effort", `reasoning_effort must be none, ${[...EFFORTS.keys()].join(", ")}.`);
  if (effort === undefined && !thinking) return undefined;
  const version = geminiVersion(model);
  if ((version !== undefined && version < THINKS_SINCE) || model.startsWith("gemma")) {
    drop(effort === undefined ? "thinking" : "effort");
    return undefined;
  }
  const byLevel = version !== undefined && version >= LEVELS_SINCE;
  if (effort === "none" || thinking?.mode === "disabled")
    return byLevel ? { thinkingLevel: leastLevel(model) } : { thinkingBudget: isPro(model) ? leastBudget(model) : 0 };
  const amount = amountOf(effort, thinking?.budget);
  const config = byLevel ? levelOf(amount, model, version) : { thinkingBudget: budgetOf(amount, model) };
  return { ...config, includeThoughts: true };
}

function amountOf(effort: string | undefined, budget: number | undefined): Amount {
  if (effort !== undefined) return { effort };
  return budget === undefined ? undefined : { budget };
}

function levelOf(amount: Amount, model: string, version: number): JsonObject {
  if (!amount) return {};
  const level = "effort" in amount ? EFFORTS.get(amount.effort)?.level : levelForBudget(amount.budget);
  if (level === "minimal") return { thinkingLevel: leastLevel(model) };
  // The first of them has no medium.
  return { thinkingLevel: level === "medium" && isPro(model) && version === LEVELS_SINCE ? "high" : level };
}

function levelForBudget(budget: number): string {
  if (budget < MORE_THAN_LOW) return "low";
  return budget < MORE_THAN_MEDIUM ? "medium" : "high";
}

function budgetOf(amount: Amount, model: string): number {
  if (!amount) return -1;
  const wanted = "effort" in amount ? (EFFORTS.get(amount.effort)?.budget ?? -1) : amount.budget;
  return Math.max(leastBudget(model), Math.min(wanted, isPro(model) ? 32_768 : 24_576));
}

/** Only Pro models cannot leave thinking. */
function isPro(model: string): boolean {
  return /-pro(?:-|$)/.test(model);
}

function leastLevel(model: string): string {
  return isPro(model) ? "low" : "minimal";
}

function leastBudget(model: string): number {
  if (isPro(model)) return 128;
  return model.includes("-lite") ? 512 : 1;
}
