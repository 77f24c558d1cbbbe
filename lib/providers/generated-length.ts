import { isObject } from "@/lib/is-object";
import { QUOTE, BACKSLASH } from "@/lib/json/bytes";
import { listAt, objectAt, textAt, type JsonObject } from "./json-value";

/**
 * Bytes of generated text in an event whose text is in these members (`"content":"`). Accurate enough for an estimate.
 */
export function generatedLength(event: Buffer, members: readonly Buffer[]): number {
  let total = 0;
  for (const member of members) {
    let at = event.indexOf(member);
    while (at !== -1) {
      const start = at + member.length;
      let end = event.indexOf(QUOTE, start);
      while (end > start && event[end - 1] === BACKSLASH) end = event.indexOf(QUOTE, end + 1);
      if (end === -1) break;
      total += end - start;
      at = event.indexOf(member, end);
    }
  }
  return total;
}

/**
 * Bytes of the text that a model generated in a whole answer: a chat completion, a completion, a response, a message,
 * Google's answer or a transcription. Undefined for an answer that is none of these. Accurate enough for an estimate.
 */
export function generatedInAnswer(answer: JsonObject): number | undefined {
  if (Array.isArray(answer["choices"])) return sum(answer["choices"], ofChoice);
  if (Array.isArray(answer["output"])) return sum(answer["output"], ofItem);
  if (Array.isArray(answer["content"])) return sum(answer["content"], ofBlock);
  if (Array.isArray(answer["candidates"])) return sum(answer["candidates"], ofCandidate);
  return typeof answer["text"] === "string" ? bytes(answer["text"]) : undefined;
}

function ofChoice(choice: JsonObject): number {
  const message = objectAt(choice, "message");
  return (
    bytes(choice["text"]) +
    ofContent(message["content"]) +
    bytes(textAt(message, "reasoning_content") ?? textAt(message, "reasoning")) +
    bytes(message["refusal"]) +
    bytes(objectAt(message, "audio")["transcript"]) +
    ofFunction(objectAt(message, "function_call")) +
    sum(
      listAt(message, "tool_calls"),
      (call) => ofFunction(objectAt(call, "function")) + ofCustom(objectAt(call, "custom")),
    )
  );
}

/** A text or a list of parts; some providers send thinking as parts with parts of their own. */
function ofContent(content: unknown): number {
  return Array.isArray(content)
    ? sum(content, (part) => bytes(part["text"]) + sum(listAt(part, "thinking"), (inner) => bytes(inner["text"])))
    : bytes(content);
}

function ofFunction({ name, arguments: given }: JsonObject): number {
  return bytes(name) + bytes(given);
}

function ofCustom({ name, input }: JsonObject): number {
  return bytes(name) + bytes(input);
}

/** One item of a response: a message, its reasoning or a call of a tool; results of tools are not generated. */
function ofItem(item: JsonObject): number {
  switch (item["type"]) {
    case "message":
      return sum(listAt(item, "content"), (part) => bytes(part["text"]) + bytes(part["refusal"]));
    case "reasoning": {
      const content = sum(listAt(item, "content"), (part) => bytes(part["text"]));
      return content > 0 ? content : sum(listAt(item, "summary"), (part) => bytes(part["text"]));
    }
    case "function_call":
    case "mcp_call":
      return ofFunction(item);
    case "custom_tool_call":
      return ofCustom(item);
    case "code_interpreter_call":
      return bytes(item["code"]);
    default:
      return 0;
  }
}

/** One block of Anthropic's message. */
function ofBlock(block: JsonObject): number {
  switch (block["type"]) {
    case "text":
      return bytes(block["text"]);
    case "thinking":
      return bytes(block["thinking"]);
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return bytes(block["name"]) + bytes(JSON.stringify(block["input"] ?? {}));
    default:
      return 0;
  }
}

/** One of Google's answers. */
function ofCandidate(candidate: JsonObject): number {
  return sum(listAt(objectAt(candidate, "content"), "parts"), ({ text, functionCall: called }) => {
    const given = isObject(called) ? bytes(called["name"]) + bytes(JSON.stringify(called["args"] ?? {})) : 0;
    return bytes(text) + given;
  });
}

function sum(list: readonly unknown[], of: (one: JsonObject) => number): number {
  return list.reduce<number>((total, one) => total + (isObject(one) ? of(one) : 0), 0);
}

function bytes(text: unknown): number {
  return typeof text === "string" ? Buffer.byteLength(text) : 0;
}
