import { isObject } from "@/lib/is-object";

/** What a typed text says, or its fault in words. */
type Read<Value> = { readonly value: Value } | { readonly fault: string };

/** The JSON in a typed text. */
export function readJson(text: string): Read<unknown> {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return {
      fault: "This is not JSON. Names and texts need double quotes, and there must be no comma before a closing brace.",
    };
  }
}

/**
 * The JSON object in a typed text. `what`: the beginning of the fault's sentence. `whenEmpty`: the fault of an empty
 * text.
 */
export function readJsonObject(text: string, what: string, whenEmpty = ""): Read<Record<string, unknown>> {
  if (text.trim() === "") return { fault: whenEmpty };
  const read = readJson(text);
  if ("fault" in read) return read;
  return isObject(read.value) ? { value: read.value } : { fault: `${what} a JSON object, in braces.` };
}
