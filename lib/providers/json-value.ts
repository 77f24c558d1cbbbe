import { isObject } from "@/lib/is-object";

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON object in a text; undefined if the text is not one. */
export function parseObjectText(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A member that is an object, otherwise an empty one. */
export function objectAt(value: JsonObject, name: string): JsonObject {
  const found = value[name];
  return isObject(found) ? found : {};
}

/** A member that is a list, otherwise an empty one. */
export function listAt(value: JsonObject, name: string): readonly unknown[] {
  const found = value[name];
  return Array.isArray(found) ? found : [];
}

/** A member that is a text, otherwise undefined. */
export function textAt(value: JsonObject, name: string): string | undefined {
  const found = value[name];
  return typeof found === "string" ? found : undefined;
}

/** A member that is a number, otherwise undefined. */
export function numberAt(value: JsonObject, name: string): number | undefined {
  const found = value[name];
  return typeof found === "number" ? found : undefined;
}
