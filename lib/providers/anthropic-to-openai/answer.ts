import { GatewayError } from "@/lib/errors";
import { NO_USAGE } from "@/lib/usage";
import { ExactNumbers } from "../exact-numbers";
import { listAt, objectAt, parseObjectText, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { readOpenAiUsage } from "../openai-usage";
import { toStopReason } from "./stop-reason";
import { usageView } from "./usage";

/**
 * Translates a chat completion into Anthropic's message. `exact` marks long numbers in the arguments of calls; the
 * caller restores them. @throws GatewayError upstream_invalid_response if it has no choice, or the arguments of a call
 * are not an object
 */
export function toMessage(completion: JsonObject, model: string, exact = new ExactNumbers()): JsonObject {
  const [choice] = listAt(completion, "choices");
  if (!isObject(choice)) throw new GatewayError("upstream_invalid_response", "The upstream's answer has no choices.");
  const message = objectAt(choice, "message");
  const calls = listAt(message, "tool_calls").filter(isObject);
  const refusal = textAt(message, "refusal");
  return {
    id: completion["id"],
    type: "message",
    role: "assistant",
    model: completion["model"] ?? model,
    content: [
      ...thinkingBlocks(message),
      ...textBlocks(textAt(message, "content")),
      ...textBlocks(refusal),
      ...calls.map((call) => toToolUse(call, exact)),
    ],
    stop_reason: refusal ? "refusal" : toStopReason(choice["finish_reason"], calls.length > 0),
    stop_sequence: null,
    usage: usageView(readOpenAiUsage(completion["usage"]) ?? NO_USAGE),
  };
}

/** The thinking in a message or delta: most providers call it `reasoning_content`, some `reasoning`. */
export function reasoningOf(message: JsonObject): string | undefined {
  return textAt(message, "reasoning_content") ?? textAt(message, "reasoning");
}

/** Thinking without a signature: only Anthropic signs it. */
function thinkingBlocks(message: JsonObject): JsonObject[] {
  const thinking = reasoningOf(message);
  return thinking ? [{ type: "thinking", thinking, signature: "" }] : [];
}

function textBlocks(text: string | undefined): JsonObject[] {
  return text ? [{ type: "text", text }] : [];
}

function toToolUse(call: JsonObject, exact: ExactNumbers): JsonObject {
  const { name, arguments: text } = objectAt(call, "function");
  const input = typeof text === "string" && text.trim() !== "" ? parseObjectText(exact.mark(text)) : {};
  if (!input)
    throw new GatewayError(
      "upstream_invalid_response",
      "The arguments of a call in the upstream's answer are not a JSON object.",
    );
  return { type: "tool_use", id: call["id"], name, input };
}
