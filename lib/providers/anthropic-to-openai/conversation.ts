import { textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { blocksOf, contentOf, toPart } from "./content";
import { invalid } from "./parameters";

/** Translates Anthropic's system prompt and turns into OpenAI's messages. @throws GatewayError invalid_request */
export function toMessages(system: unknown, messages: unknown): JsonObject[] {
  if (!Array.isArray(messages)) throw invalid("messages", '"messages" must be a list of messages.');
  return [
    ...(system === undefined || system === null ? [] : systemMessage(system, "system")),
    ...messages.flatMap((message: unknown, index): JsonObject[] => {
      const path = `messages.${index}`;
      if (!isObject(message)) throw invalid(path, `${path} must be a message.`);
      const { role, content } = message;
      if (role === "system") return systemMessage(content, `${path}.content`);
      if (role === "user") return userMessages(blocksOf(content, `${path}.content`), `${path}.content`);
      if (role === "assistant") return assistantMessage(blocksOf(content, `${path}.content`), `${path}.content`);
      throw invalid(`${path}.role`, `${path}.role must be user, assistant or system.`);
    }),
  ];
}

function systemMessage(content: unknown, path: string): JsonObject[] {
  const texts = blocksOf(content, path).map((block, index) => {
    const text = block["type"] === "text" ? textAt(block, "text") : undefined;
    if (text === undefined)
      throw invalid(`${path}.${index}`, `${path}.${index}: a system prompt may only contain text.`);
    return text;
  });
  // Not every provider accepts a list of parts here.
  return texts.length === 0 ? [] : [{ role: "system", content: texts.join("\n\n") }];
}

/**
 * Results of tools come first, one message each. Whatever in them is not text follows in the user's message, the only
 * one that may contain images.
 */
function userMessages(blocks: readonly JsonObject[], path: string): JsonObject[] {
  const results: JsonObject[] = [];
  const parts: JsonObject[] = [];
  blocks.forEach((block, index) => {
    const here = `${path}.${index}`;
    if (block["type"] !== "tool_result") {
      parts.push(toPart(block, here));
      return;
    }
    const { message, others } = toolMessage(block, here);
    results.push(message);
    parts.push(...others);
  });
  return [...results, ...(parts.length > 0 ? [{ role: "user", content: contentOf(parts) }] : [])];
}

function toolMessage(block: JsonObject, path: string): { message: JsonObject; others: JsonObject[] } {
  const id = textAt(block, "tool_use_id");
  if (id === undefined) throw invalid(`${path}.tool_use_id`, `${path}.tool_use_id must be the id of a call.`);
  const { content } = block;
  const parts =
    content === undefined || content === null
      ? []
      : blocksOf(content, `${path}.content`).map((inner, index) => toPart(inner, `${path}.content.${index}`));
  const text = parts.flatMap((part) => (part["type"] === "text" ? [String(part["text"])] : [])).join("\n\n");
  return {
    message: { role: "tool", tool_call_id: id, content: text },
    others: parts.filter((part) => part["type"] !== "text"),
  };
}

/** Thinking is left out: another provider's model cannot use it. */
function assistantMessage(blocks: readonly JsonObject[], path: string): JsonObject[] {
  const texts: string[] = [];
  const calls: JsonObject[] = [];
  blocks.forEach((block, index) => {
    switch (block["type"]) {
      case "text":
        texts.push(textAt(block, "text") ?? "");
        return;
      case "tool_use":
        calls.push(toCall(block));
        return;
      case "thinking":
      case "redacted_thinking":
        return;
      default:
        throw invalid(
          `${path}.${index}.type`,
          `${path}.${index}: blocks of type ${JSON.stringify(String(block["type"]).slice(0, 60))} cannot be sent to this model.`,
        );
    }
  });
  if (texts.length === 0 && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      content: texts.length > 0 ? texts.join("") : null,
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

function toCall({ id, name, input }: JsonObject): JsonObject {
  return { id, type: "function", function: { name, arguments: JSON.stringify(input ?? {}) } };
}
