import { isObject } from "@/lib/is-object";

/**
 * The JSON object in a typed text, or its fault. `what`: the beginning of the fault's sentence. `whenEmpty`: the fault
 * of an empty text.
 */
export function readJsonObject(
  text: string,
  what: string,
  whenEmpty = "",
): { readonly value: Record<string, unknown> } | { readonly fault: string } {
  if (text.trim() === "") return { fault: whenEmpty };
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { fault: `${what} a JSON object, in braces.` };
  } catch {
    return {
      fault: "This is not JSON. Names and texts need double quotes, and there must be no comma before a closing brace.",
    };
  }
}
