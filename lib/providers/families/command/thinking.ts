import { invalid } from "../../form/parameters";
import type { Writing } from "../../form/halves";
import type { JsonObject } from "../../json-value";
import type { NeutralRequest } from "../../form/request";

/** Tokens of thought for each effort; null: as many as the model wants. */
const BUDGETS: ReadonlyMap<string, number | null> = new Map([
  ["minimal", 1024],
  ["low", 1024],
  ["medium", 4096],
  ["high", null],
  ["xhigh", null],
  ["max", null],
]);

/**
 * The `thinking` of a request to one of Cohere's models (docs.cohere.com/docs/reasoning): only those whose names say so
 * can think, and they do unless they are told not to. @throws GatewayError invalid_request for an effort that no model
 * has
 */
export function commandThinking(
  { thinking, effort }: Pick<NeutralRequest, "thinking" | "effort">,
  model: string,
  drop: Writing["drop"],
): JsonObject | undefined {
  if (effort !== undefined && effort !== "none" && !BUDGETS.has(effort))
    throw invalid("reasoning_effort", `reasoning_effort must be none, ${[...BUDGETS.keys()].join(", ")}.`);
  if (!thinking && effort === undefined) return undefined;
  if (!model.includes("reasoning")) {
    if (thinking ? thinking.mode !== "disabled" : effort !== "none") drop(thinking ? "thinking" : "effort");
    return undefined;
  }
  if (thinking ? thinking.mode === "disabled" : effort === "none") return { type: "disabled" };
  const budget = thinking ? thinking.budget : BUDGETS.get(effort ?? "");
  return { type: "enabled", ...(typeof budget === "number" && { token_budget: budget }) };
}
