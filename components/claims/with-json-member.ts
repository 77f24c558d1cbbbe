import { isObject } from "@/lib/is-object";

/**
 * The text of a JSON object after a change, indented. An empty text is an empty object. A string that is not a JSON
 * object stays as it is, and so does any string if the change returns undefined.
 */
export function withJsonMember(
  text: string,
  change: (object: Record<string, unknown>) => Record<string, unknown> | undefined,
): string {
  const object = text.trim() === "" ? {} : parsed(text);
  const changed = isObject(object) ? change(object) : undefined;
  return changed === undefined ? text : JSON.stringify(changed, null, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
