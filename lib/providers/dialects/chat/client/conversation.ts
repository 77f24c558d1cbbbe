import { isObject } from "@/lib/is-object";
import { readCacheMark } from "../../../form/anthropic-members";
import { invalid } from "../../../form/parameters";
import type { CallPart, OwnPart, Part, ThoughtPart, Turn } from "../../../form/request";
import { listAt, objectAt, textAt, type JsonObject } from "../../../json-value";
import { ownPart, readContent } from "./content";

/** The turns of `messages`: one for each message. @throws GatewayError invalid_request */
export function readTurns(messages: unknown): Turn[] {
  if (!Array.isArray(messages)) throw invalid("messages", '"messages" must be a list of messages.');
  return messages.map((message: unknown, index) => {
    const path = `messages.${index}`;
    if (!isObject(message)) throw invalid(path, `${path} must be a message.`);
    switch (message["role"]) {
      case "system":
      case "developer":
        return { role: "system", parts: systemParts(message, path) };
      case "user":
        return { role: "user", parts: readContent(message["content"], `${path}.content`) };
      case "assistant":
        return { role: "assistant", parts: assistantParts(message, path) };
      case "tool":
        return { role: "user", parts: [resultPart(message, path)] };
      default:
        throw invalid(`${path}.role`, `${path}.role must be system, developer, user, assistant or tool.`);
    }
  });
}

function systemParts(message: JsonObject, path: string): Part[] {
  const parts = readContent(message["content"], `${path}.content`);
  if (parts.some(({ kind }) => kind !== "text"))
    throw invalid(`${path}.content`, `${path}: a system message may only contain text.`);
  return parts;
}

/** Thoughts come first: the families that sign them expect them before the calls that they led to. */
function assistantParts(message: JsonObject, path: string): Part[] {
  if (isObject(message["function_call"]))
    throw invalid(`${path}.function_call`, `${path}.function_call is no longer understood; use tool_calls.`);
  const refusal = textAt(message, "refusal");
  return [
    ...spokenPart(message["audio"], `${path}.audio`),
    ...listAt(message, "thinking_blocks").filter(isObject).flatMap(thoughtPart),
    ...readContent(message["content"], `${path}.content`),
    ...(refusal ? [{ kind: "refusal" as const, text: refusal }] : []),
    ...listAt(message, "tool_calls").map((call, index) => callPart(call, `${path}.tool_calls.${index}`)),
  ];
}

/** An answer that the model spoke, which only OpenAI's models can hear again. */
function spokenPart(audio: unknown, at: string): OwnPart[] {
  return isObject(audio) ? [{ ...ownPart({ ...audio, type: "audio" }, at), param: at }] : [];
}

/** Anthropic's blocks, which callers send back as they got them. */
function thoughtPart(block: JsonObject): ThoughtPart[] {
  if (block["type"] === "redacted_thinking") return [{ kind: "thought", redacted: textAt(block, "data") ?? "" }];
  if (block["type"] !== "thinking") return [];
  return [{ kind: "thought", text: textAt(block, "thinking") ?? "", signature: textAt(block, "signature") }];
}

function callPart(call: unknown, path: string): CallPart {
  const called = isObject(call) ? call["function"] : undefined;
  if (!isObject(call) || !isObject(called)) throw invalid(path, `${path} must be a call of a function.`);
  const name = textAt(called, "name");
  if (name === undefined)
    throw invalid(`${path}.function.name`, `${path}.function.name must be the name of a function.`);
  return {
    kind: "call",
    id: callId(call["id"], `${path}.id`),
    name,
    arguments: textAt(objectAt(call, "function"), "arguments") ?? "",
    ...readCacheMark(call),
    at: `${path}.function.arguments`,
  };
}

function resultPart(message: JsonObject, path: string): Part {
  return {
    kind: "result",
    callId: callId(message["tool_call_id"], `${path}.tool_call_id`),
    parts: readContent(message["content"], `${path}.content`),
    isError: false,
    ...readCacheMark(message),
  };
}

function callId(id: unknown, path: string): string {
  if (typeof id !== "string" || id === "") throw invalid(path, `${path} must be the id of a tool call.`);
  return id;
}
