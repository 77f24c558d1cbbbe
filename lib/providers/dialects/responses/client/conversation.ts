import { isObject } from "@/lib/is-object";
import { invalid } from "../../../form/parameters";
import type { CallPart, Part, Turn } from "../../../form/request";
import { listAt, textAt, type JsonObject } from "../../../json-value";
import { joinedName } from "../namespaces";
import { openSeal } from "../thoughts";
import { ownPart, readContent } from "./content";
import { KEEPS_NOTHING } from "./parameters";

/**
 * The turns of `instructions` and `input`. What the model said, thought and called in one turn are several items, and
 * become one turn: other dialects need a turn's calls together. @throws GatewayError invalid_request
 */
export function readTurns(instructions: unknown, input: unknown): Turn[] {
  const turns: { role: Turn["role"]; parts: Part[] }[] = [];
  const say = (role: Turn["role"], parts: readonly Part[]): void => {
    const last = turns.at(-1);
    if (role === "assistant" && last?.role === role) last.parts.push(...parts);
    else turns.push({ role, parts: [...parts] });
  };
  if (typeof instructions === "string" && instructions !== "") say("system", [{ kind: "text", text: instructions }]);
  if (typeof input === "string") {
    say("user", [{ kind: "text", text: input }]);
    return turns;
  }
  if (!Array.isArray(input)) throw invalid("input", '"input" must be a text or a list of items.');
  input.forEach((item: unknown, index) => {
    const path = `input.${index}`;
    if (!isObject(item)) throw invalid(path, `${path} must be an item.`);
    const { role, parts } = readItem(item, path);
    say(role, parts);
  });
  return turns;
}

function readItem(item: JsonObject, path: string): Turn {
  switch (item["type"] ?? "message") {
    case "message":
      return readMessage(item, path);
    case "function_call":
      return { role: "assistant", parts: [readCall(item, path)] };
    case "function_call_output":
      return { role: "user", parts: [readOutput(item, path)] };
    case "reasoning":
      return { role: "assistant", parts: [openSeal(summaryOf(item), textAt(item, "encrypted_content"))] };
    case "web_search_call":
      // What the provider found for an earlier answer is in the answer's text; no other provider takes it back.
      return { role: "assistant", parts: [] };
    case "item_reference":
      return { role: "user", parts: [{ ...ownPart(item, path), because: KEEPS_NOTHING }] };
    default:
      return { role: "user", parts: [ownPart(item, path)] };
  }
}

function readMessage(item: JsonObject, path: string): Turn {
  const parts = readContent(item["content"], `${path}.content`);
  switch (item["role"]) {
    case "system":
    case "developer":
      if (parts.some(({ kind }) => kind !== "text"))
        throw invalid(`${path}.content`, `${path}: a system message may only contain text.`);
      return { role: "system", parts };
    case "user":
    case "assistant":
      return { role: item["role"], parts };
    default:
      throw invalid(`${path}.role`, `${path}.role must be system, developer, user or assistant.`);
  }
}

function readCall(item: JsonObject, path: string): CallPart {
  const name = textAt(item, "name");
  if (name === undefined) throw invalid(`${path}.name`, `${path}.name must be the name of a function.`);
  const namespace = textAt(item, "namespace");
  return {
    kind: "call",
    id: callId(item, path),
    name: namespace === undefined ? name : joinedName({ name, namespace }),
    arguments: textAt(item, "arguments") ?? "",
    at: `${path}.arguments`,
  };
}

function readOutput(item: JsonObject, path: string): Part {
  return {
    kind: "result",
    callId: callId(item, path),
    parts: readContent(item["output"], `${path}.output`),
    isError: false,
  };
}

function callId(item: JsonObject, path: string): string {
  const id = textAt(item, "call_id");
  if (!id) throw invalid(`${path}.call_id`, `${path}.call_id must be the id of a call.`);
  return id;
}

function summaryOf(item: JsonObject): string {
  return listAt(item, "summary")
    .filter(isObject)
    .map((part) => textAt(part, "text") ?? "")
    .join("");
}
