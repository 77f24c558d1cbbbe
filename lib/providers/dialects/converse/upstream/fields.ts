import { claudeSampling } from "../../../families/claude/sampling";
import { claudeThinking, isThinking } from "../../../families/claude/thinking";
import type { Writing } from "../../../form/halves";
import type { NeutralRequest } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { timesBedrockCache } from "../cache-time";
import type { TakenContent } from "./content";

/** The families of Bedrock's models whose own parameters are known. */
export type BedrockFamily = "claude" | "nova" | "gpt-oss" | "other";

/** The family of a model, by its name without prefixes of regions. */
export function bedrockFamily(model: string): BedrockFamily {
  if (model.includes("claude")) return "claude";
  if (model.includes("nova")) return "nova";
  return model.includes("gpt-oss") ? "gpt-oss" : "other";
}

export function takenContent(family: BedrockFamily, model: string): TakenContent {
  const isClaude = family === "claude";
  return {
    caches: isClaude || family === "nova",
    cachesTools: isClaude,
    timesCache: timesBedrockCache(model),
    thinks: isClaude,
    cites: isClaude,
  };
}

/** What Converse has members for, and what a model takes beside it in `additionalModelRequestFields`. */
export interface ModelFields {
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly more: JsonObject;
}

/** Sampling and thinking by the rules of the model's family. `limit`: tokens of the answer at most. */
export function modelFields(
  request: NeutralRequest,
  { family, model, limit, isForced }: FieldsAsked,
  drop: Writing["drop"],
): ModelFields {
  const { temperature, topP, topK } = request.sampling;
  switch (family) {
    case "claude": {
      const { thinking, effort } = claudeThinking(request, model, limit, isForced, drop);
      const sampling = claudeSampling(request.sampling, model, isThinking(thinking), drop);
      const more = {
        ...(thinking && { thinking }),
        ...(effort !== undefined && { output_config: { effort } }),
        ...(sampling.topK !== undefined && { top_k: sampling.topK }),
      };
      return { temperature: sampling.temperature, topP: sampling.topP, more };
    }
    case "nova":
      return novaFields(request, model, drop);
    case "gpt-oss":
      if (topK !== undefined) drop("topK");
      if (request.thinking) drop("thinking");
      return { temperature, topP, more: request.effort === undefined ? {} : { reasoning_effort: request.effort } };
    case "other":
      if (topK !== undefined) drop("topK");
      if (request.thinking) drop("thinking");
      if (request.effort !== undefined) drop("effort");
      return { temperature, topP, more: {} };
  }
}

interface FieldsAsked {
  readonly family: BedrockFamily;
  /** The model behind the name that is called. */
  readonly model: string;
  readonly limit: number;
  readonly isForced: boolean;
}

/** docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html: three efforts, and no budget. */
const NOVA_EFFORTS: Readonly<Record<string, string>> = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

/**
 * Only the second generation thinks. It refuses a maximum of tokens and sampling beside the effort `high`: a maximum is
 * kept, because the caller's money depends on it, and the effort is `medium` then.
 */
function novaFields(request: NeutralRequest, model: string, drop: Writing["drop"]): ModelFields {
  const { effort, thinking, limit } = request;
  const { temperature, topP, topK } = request.sampling;
  if (thinking && thinking.mode !== "disabled" && effort === undefined) drop("thinking");
  const asked = effort === undefined ? undefined : NOVA_EFFORTS[effort];
  const thinks = model.includes("nova-2");
  if (asked !== undefined && !thinks) drop("effort");
  const own = !thinks || asked === undefined ? undefined : asked === "high" && limit !== undefined ? "medium" : asked;
  const more = own !== undefined && { reasoningConfig: { type: "enabled", maxReasoningEffort: own } };
  if (own !== "high")
    return { temperature, topP, more: { ...more, ...(topK !== undefined && { inferenceConfig: { topK } }) } };
  for (const name of ["temperature", "topP", "topK"] as const) if (request.sampling[name] !== undefined) drop(name);
  return { temperature: undefined, topP: undefined, more: { ...more } };
}
