import { anthropicErrorType } from "@/lib/anthropic-error-type";
import type { AnswerEnd, NeutralAnswer, NeutralError } from "../../../form/answer";
import type { ThoughtPart } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { annotationsOf } from "../annotations";
import { toolCall } from "../tool-calls";
import { chatUsage } from "../usage";

/**
 * Writes a chat completion. Thoughts become `reasoning_content`, as with most providers, and also `thinking_blocks`
 * with their signatures, so that a caller can send them back. `created` is in seconds since the epoch.
 */
export function writeCompletion(answer: NeutralAnswer, created: number): JsonObject {
  const { id, model, usage, others = [] } = answer;
  return {
    id,
    object: "chat.completion",
    created,
    model,
    choices: [answer, ...others].map(writeChoice),
    ...(usage && { usage: chatUsage(usage) }),
  };
}

function writeChoice({ parts, end }: Pick<NeutralAnswer, "parts" | "end">, index: number): JsonObject {
  const texts = parts.filter((part) => part.kind === "text");
  const thoughts = parts.filter((part) => part.kind === "thought");
  const spoken = thoughts.flatMap((thought) => ("text" in thought ? [thought.text] : []));
  const refusals = parts.flatMap((part) => (part.kind === "refusal" ? [part.text] : []));
  const calls = parts.filter((part) => part.kind === "call");
  const annotations = annotationsOf(texts);
  const message = {
    role: "assistant",
    content: texts.length > 0 ? texts.map((part) => part.text).join("") : null,
    refusal: refusals.length > 0 ? refusals.join("") : null,
    ...(annotations.length > 0 && { annotations }),
    ...(spoken.length > 0 && { reasoning_content: spoken.join("") }),
    ...(thoughts.length > 0 && { thinking_blocks: thoughts.map(thinkingBlock) }),
    ...(calls.length > 0 && { tool_calls: calls.map(toolCall) }),
  };
  return { index, message, logprobs: null, finish_reason: end === undefined ? null : FINISH_REASONS[end] };
}

export const FINISH_REASONS: Readonly<Record<AnswerEnd, string>> = {
  stop: "stop",
  length: "length",
  calls: "tool_calls",
  filtered: "content_filter",
};

/** A thought as Anthropic's block, which callers send back as it is. */
export function thinkingBlock(thought: ThoughtPart): JsonObject {
  if ("redacted" in thought) return { type: "redacted_thinking", data: thought.redacted };
  return { type: "thinking", thinking: thought.text, signature: thought.signature };
}

/** OpenAI's envelope for an upstream's error. */
export function writeChatError({ status, message, code }: NeutralError): {
  error: { message: string; type: string; param: null; code: string };
} {
  const type = code ?? anthropicErrorType(status);
  return {
    error: {
      message: message ?? `The upstream refused the call with status ${status}.`,
      type,
      param: null,
      code: type,
    },
  };
}
