import { anthropicErrorType } from "@/lib/anthropic-error-type";
import { GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { ExactNumbers } from "../../../exact-numbers";
import type { AnswerEnd, AnswerPart, NeutralAnswer, NeutralError } from "../../../form/answer";
import type { TextPart } from "../../../form/request";
import { parseObjectText, type JsonObject } from "../../../json-value";
import { writeQuotation } from "../quotation";
import { writeCitation, writeSearch } from "../search";

/**
 * Writes Anthropic's message. `model` is for upstreams that do not name theirs. @throws GatewayError
 * upstream_invalid_response if the arguments of a call are not an object
 */
export function writeMessage(answer: NeutralAnswer, model: string, exact: ExactNumbers): JsonObject {
  return {
    id: answer.id,
    type: "message",
    role: "assistant",
    model: answer.model ?? model,
    content: answer.parts.flatMap((part) => writeBlock(part, exact)),
    stop_reason: STOP_REASONS[answer.end ?? "stop"],
    stop_sequence: null,
    usage: messagesUsage(answer.usage ?? NO_USAGE),
  };
}

export const STOP_REASONS: Readonly<Record<AnswerEnd, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  calls: "tool_use",
  filtered: "refusal",
};

function writeBlock(part: AnswerPart, exact: ExactNumbers): JsonObject[] {
  switch (part.kind) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text, ...citationsOf(part) }];
    case "refusal":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "search":
      return [...writeSearch(part)];
    case "thought":
      return [
        "redacted" in part
          ? { type: "redacted_thinking", data: part.redacted }
          : { type: "thinking", thinking: part.text, signature: part.signature ?? "" },
      ];
    case "call":
      return [{ type: "tool_use", id: part.id, name: part.name, input: readArguments(part.arguments, exact) }];
    default:
      return [];
  }
}

function citationsOf({ citations = [], quotations = [] }: TextPart): { citations?: JsonObject[] } {
  const all = [...citations.map(writeCitation), ...quotations.map(writeQuotation)];
  return all.length > 0 ? { citations: all } : {};
}

function readArguments(text: string, exact: ExactNumbers): JsonObject {
  const input = text.trim() === "" ? {} : parseObjectText(exact.mark(text));
  if (input) return input;
  throw new GatewayError(
    "upstream_invalid_response",
    "The arguments of a call in the upstream's answer are not a JSON object.",
  );
}

/**
 * A usage in the form of Anthropic's `usage` object, where `input_tokens` excludes tokens that the cache read or wrote.
 */
export function messagesUsage({
  promptTokens,
  cachedTokens,
  cacheWriteTokens,
  completionTokens,
  reasoningTokens,
  webSearches,
}: Usage): JsonObject {
  return {
    input_tokens: Math.max(0, promptTokens - cachedTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    output_tokens: completionTokens,
    ...(reasoningTokens > 0 && { output_tokens_details: { thinking_tokens: reasoningTokens } }),
    ...(webSearches > 0 && { server_tool_use: { web_search_requests: webSearches } }),
  };
}

/** Anthropic's envelope for an upstream's error. */
export function writeMessagesError({ status, message, code }: NeutralError): { type: "error"; error: JsonObject } {
  return {
    type: "error",
    error: {
      type: anthropicErrorType(status),
      message: message ?? `The upstream refused the call with status ${status}.`,
      ...(code !== undefined && { code }),
    },
  };
}
