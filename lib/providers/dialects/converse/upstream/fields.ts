import { claudeSampling } from "../../../families/claude/sampling";
import { claudeThinking, isThinking } from "../../../families/claude/thinking";
import type { Writing } from "../../../form/halves";
import type { NeutralRequest } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import type { TakenContent } from "./content";

/** The families of Bedrock's models whose own parameters are known. */
export type BedrockFamily = "claude" | "nova" | "gpt-oss" | "other";

/** The family of a model, by its name without prefixes of regions. */
export function bedrockFamily(model: string): BedrockFamily {
  if (model.includes("claude")) return "claude";
  if (model.includes("nova")) return "nova";
  return model.includes("gpt-oss") ? "gpt-oss" : "other";
}

export function takenContent(family: BedrockFamily): TakenContent {
  return { caches: family === "claude" || family === "nova", thinks: family === "claude" };
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
    case "nova": {
      const thinking = novaThinking(request, drop);
      const more = { ...thinking, ...(topK !== undefined && { inferenceConfig: { topK } }) };
      return { temperature, topP, more };
    }
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

/** docs.aws.amazon.com/nova, "Extended thinking": three efforts, and no budget. */
const NOVA_EFFORTS: Readonly<Record<string, string>> = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

function novaThinking({ effort, thinking }: NeutralRequest, drop: Writing["drop"]): JsonObject {
  if (thinking && thinking.mode !== "disabled" && effort === undefined) drop("thinking");
  const own = effort === undefined ? undefined : NOVA_EFFORTS[effort];
  if (own === undefined) return {};
  return { reasoningConfig: { type: "enabled", maxReasoningEffort: own } };
}
