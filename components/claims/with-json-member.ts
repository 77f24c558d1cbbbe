import { isObject } from "@/lib/is-object";

/**
 * A text of a JSON object after a change of that object, laid out on lines of its own. An empty text is an empty
 * object. The text stays as it is if it is no JSON object, or if there is nothing to change (undefined).
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
