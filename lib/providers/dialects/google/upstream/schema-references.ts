import { isObject } from "@/lib/is-object";
import type { JsonObject } from "../../../json-value";
import type { SchemaRoom } from "./schema-room";

/**
 * A schema without references within itself: each is replaced by what it names. One that leads back to itself, or out
 * of the schema, allows everything, and its name stays in the description.
 */
export function resolved(schema: JsonObject, room: SchemaRoom): JsonObject {
  function replace(value: unknown, inside: ReadonlySet<string>): unknown {
    if (Array.isArray(value)) return value.map((one) => replace(one, inside));
    if (!isObject(value)) return value;
    const { $ref: reference, ...others } = value;
    if (typeof reference !== "string") return replaceMembers(value, inside);
    const target = inside.has(reference) ? undefined : targetOf(schema, reference);
    if (!target) return replaceMembers({ ...others, ...saysWhat(others, reference) }, inside);
    room.take(target);
    const within = new Set([...inside, reference]);
    return { ...objectOf(replace(target, within)), ...replaceMembers(others, inside) };
  }

  function replaceMembers(value: JsonObject, inside: ReadonlySet<string>): JsonObject {
    const entries = Object.entries(value).filter(([name]) => name !== "$defs" && name !== "definitions");
    return Object.fromEntries(entries.map(([name, inner]) => [name, replace(inner, inside)]));
  }

  return replaceMembers(objectOf(replace(schema, new Set())), new Set());
}

function saysWhat({ description }: JsonObject, reference: string): { description: string } {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return { description: typeof description === "string" ? `${description}\n\n{${name}}` : `{${name}}` };
}

/** What a JSON pointer after `#` leads to (RFC 6901). */
function targetOf(schema: JsonObject, reference: string): JsonObject | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let value: unknown = schema;
  for (const step of reference.split("/").slice(1)) {
    const name = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
    const inner: unknown = Array.isArray(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined;
    value = inner;
  }
  return isObject(value) ? value : undefined;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
