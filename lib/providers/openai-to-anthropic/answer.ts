import { readAnthropicUsage } from "../anthropic/usage";
import { listAt, objectAt, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { toFinishReason } from "./finish-reason";
import { usageView } from "./usage";

/**
 * Translates Anthropic's message into a chat completion. Thinking becomes `reasoning_content`, as with most providers,
 * and also `thinking_blocks` with its signatures, so that a caller can send it back. `created` is in seconds since the
 * epoch.
 */
export function toChatCompletion(message: JsonObject, created: number): JsonObject {
  const blocks = listAt(message, "content").filter(isObject);
  const usage = readAnthropicUsage(message["usage"]);
  const stopReason = textAt(message, "stop_reason");
  return {
    id: message["id"],
    object: "chat.completion",
    created,
    model: message["model"],
    choices: [
      {
        index: 0,
        message: toMessage(message, blocks),
        logprobs: null,
        finish_reason: stopReason === undefined ? null : toFinishReason(stopReason),
      },
    ],
    ...(usage && { usage: usageView(usage) }),
  };
}

function toMessage(message: JsonObject, blocks: readonly JsonObject[]): JsonObject {
  const of = (type: string): JsonObject[] => blocks.filter((block) => block["type"] === type);
  const text = of("text").map((block) => textAt(block, "text") ?? "");
  const thinking = of("thinking").map((block) => textAt(block, "thinking") ?? "");
  const thinkingBlocks = blocks.filter(({ type }) => type === "thinking" || type === "redacted_thinking");
  const calls = of("tool_use").map(toCall);
  const refusal = textAt(objectAt(message, "stop_details"), "explanation");
  return {
    role: "assistant",
    content: text.length > 0 ? text.join("") : null,
    refusal: refusal ?? null,
    ...(thinking.length > 0 && { reasoning_content: thinking.join("") }),
    ...(thinkingBlocks.length > 0 && { thinking_blocks: thinkingBlocks }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function toCall({ id, name, input }: JsonObject): JsonObject {
  return { id, type: "function", function: { name, arguments: JSON.stringify(input ?? {}) } };
}
