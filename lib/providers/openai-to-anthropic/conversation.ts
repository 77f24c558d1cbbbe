import type { ExactNumbers } from "../exact-numbers";
import { listAt, parseObjectText, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { cacheControl, toBlocks } from "./content";
import { invalid } from "./parameters";

export interface Conversation {
  /** All system and developer messages, wherever they were: older models accept none between the turns. */
  readonly system: readonly JsonObject[];
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: readonly JsonObject[] }[];
}

interface Turn {
  readonly role: "user" | "assistant";
  readonly content: JsonObject[];
}

/**
 * Translates OpenAI's messages into Anthropic's turns. All results of one turn's tool calls must be together in the
 * next turn (platform.claude.com, "Parallel tool use"), so adjacent messages of one role become one turn. @throws
 * GatewayError invalid_request
 */
export function toConversation(messages: unknown, exact: ExactNumbers): Conversation {
  if (!Array.isArray(messages)) throw invalid("messages", '"messages" must be a list of messages.');
  const system: JsonObject[] = [];
  const turns: Turn[] = [];
  const say = (role: Turn["role"], blocks: readonly JsonObject[]): void => {
    const last = turns.at(-1);
    if (blocks.length === 0) return;
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: [...blocks] });
  };
  messages.forEach((message: unknown, index) => {
    const path = `messages.${index}`;
    if (!isObject(message)) throw invalid(path, `${path} must be a message.`);
    switch (message["role"]) {
      case "system":
      case "developer":
        system.push(...toBlocks(message["content"], `${path}.content`).map((block) => textOnly(block, path)));
        return;
      case "user":
        say("user", toBlocks(message["content"], `${path}.content`));
        return;
      case "assistant":
        say("assistant", assistantBlocks(message, path, exact));
        return;
      case "tool":
        say("user", [toolResult(message, path)]);
        return;
      default:
        throw invalid(`${path}.role`, `${path}.role must be system, developer, user, assistant or tool.`);
    }
  });
  if (turns.length > 0 || system.length > 0) beginWithUser(turns);
  trimPrefill(turns);
  return { system, messages: turns };
}

/** Anthropic refuses conversations that the user does not begin, and those of a system message alone. */
function beginWithUser(turns: Turn[]): void {
  if (turns[0]?.role !== "user") turns.unshift({ role: "user", content: [{ type: "text", text: "." }] });
}

/** Anthropic refuses white space at the end of the answer that the model is to continue. */
function trimPrefill(turns: Turn[]): void {
  const last = turns.at(-1);
  if (last?.role !== "assistant") return;
  for (let block = last.content.at(-1); block?.["type"] === "text"; block = last.content.at(-1)) {
    const text = textAt(block, "text")?.trimEnd() ?? "";
    last.content.pop();
    if (text === "") continue;
    last.content.push({ ...block, text });
    return;
  }
  if (last.content.length === 0) turns.pop();
}

function textOnly(block: JsonObject, path: string): JsonObject {
  if (block["type"] !== "text") throw invalid(`${path}.content`, `${path}: a system message may only contain text.`);
  return block;
}

/** Thinking comes first, with its original signature: Anthropic expects it before the calls that it led to. */
function assistantBlocks(message: JsonObject, path: string, exact: ExactNumbers): JsonObject[] {
  if (isObject(message["audio"]))
    throw invalid(`${path}.audio`, `${path}.audio: this model does not support spoken answers.`);
  if (isObject(message["function_call"]))
    throw invalid(`${path}.function_call`, `${path}.function_call is no longer understood; use tool_calls.`);
  const refusal = textAt(message, "refusal");
  return [
    ...listAt(message, "thinking_blocks").filter(isObject).filter(isSigned),
    ...toBlocks(message["content"], `${path}.content`),
    ...(refusal ? [{ type: "text", text: refusal }] : []),
    ...listAt(message, "tool_calls").map((call, index) => toolUse(call, `${path}.tool_calls.${index}`, exact)),
  ];
}

/** Anthropic refuses thinking without its original signature. */
function isSigned(block: JsonObject): boolean {
  return block["type"] === "redacted_thinking" || (block["type"] === "thinking" && Boolean(textAt(block, "signature")));
}

function toolUse(call: unknown, path: string, exact: ExactNumbers): JsonObject {
  const calling = isObject(call) ? call["function"] : undefined;
  if (!isObject(call) || !isObject(calling)) throw invalid(path, `${path} must be a call of a function.`);
  const name = textAt(calling, "name");
  if (name === undefined)
    throw invalid(`${path}.function.name`, `${path}.function.name must be the name of a function.`);
  const argumentsText = textAt(calling, "arguments") ?? "";
  const input = argumentsText.trim() === "" ? {} : parseObjectText(exact.mark(argumentsText));
  if (!input)
    throw invalid(`${path}.function.arguments`, `${path}.function.arguments must be a JSON object, as a text.`);
  return { type: "tool_use", id: toolId(call["id"], `${path}.id`), name, input, ...cacheControl(call) };
}

function toolResult(message: JsonObject, path: string): JsonObject {
  const content = toBlocks(message["content"], `${path}.content`);
  const [first] = content;
  // Most results are one text, which Anthropic accepts as such.
  const isPlain = content.length === 1 && first?.["type"] === "text" && first["cache_control"] === undefined;
  return {
    type: "tool_result",
    tool_use_id: toolId(message["tool_call_id"], `${path}.tool_call_id`),
    ...(content.length > 0 && { content: isPlain ? first["text"] : content }),
    ...cacheControl(message),
  };
}

/**
 * Anthropic accepts only letters, digits, _ and - in ids. A conversation may contain another provider's ids, which have
 * more.
 */
function toolId(id: unknown, path: string): string {
  if (typeof id !== "string" || id === "") throw invalid(path, `${path} must be the id of a tool call.`);
  return id.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}
