import type { CallPart } from "../../form/request";
import { objectAt, textAt, type JsonObject } from "../../json-value";

/** A call of a tool as OpenAI and Cohere write it. */
export function toolCall({ id, name, arguments: given }: CallPart): JsonObject {
  return { id, type: "function", function: { name, arguments: given } };
}

/** Reads a call of a tool in an answer. `index`: which of the answer's calls it is. */
export function readCall(call: JsonObject, index: number): CallPart {
  const called = objectAt(call, "function");
  return {
    kind: "call",
    id: textAt(call, "id") ?? `call_${index}`,
    name: textAt(called, "name") ?? "",
    arguments: textAt(called, "arguments") ?? "",
    at: `tool_calls.${index}.function.arguments`,
  };
}
