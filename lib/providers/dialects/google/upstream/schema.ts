import { isObject } from "@/lib/is-object";
import { listAt, objectAt, type JsonObject } from "../../../json-value";
import { resolved } from "./schema-references";
import { SchemaRoom } from "./schema-room";

/** What Google's schema has of a JSON schema, under the same name. For a value of another type it says nothing. */
const KEPT: ReadonlyMap<string, readonly string[]> = new Map([
  ["STRING", ["minLength", "maxLength", "pattern"]],
  ["INTEGER", ["minimum", "maximum"]],
  ["NUMBER", ["minimum", "maximum"]],
  ["ARRAY", ["minItems", "maxItems"]],
  ["OBJECT", ["minProperties", "maxProperties"]],
]);
const KEPT_OF_ANY = ["title", "description"];
const HAVE_NAMES: ReadonlySet<string> = new Set([...KEPT_OF_ANY, ...[...KEPT.values()].flat()]);

/** What says nothing about a value, or is written another way below. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set(
  "$schema $id $anchor $comment $defs definitions additionalProperties type enum const format properties required items anyOf oneOf allOf nullable propertyOrdering readOnly writeOnly deprecated".split(
    " ",
  ),
);

/** The formats of each type that Google knows; it refuses others of strings. */
const FORMATS: ReadonlyMap<unknown, ReadonlySet<unknown>> = new Map([
  ["STRING", new Set(["date-time", "enum"])],
  ["INTEGER", new Set(["int32", "int64"])],
  ["NUMBER", new Set(["float", "double"])],
]);

/** A value of any type: Google has no schema without one. */
const ANY: readonly JsonObject[] = [
  { type: "STRING" },
  { type: "NUMBER" },
  { type: "BOOLEAN" },
  { type: "OBJECT" },
  { type: "ARRAY", items: { type: "STRING" } },
];

/**
 * A JSON schema as Google's own (ai.google.dev/api/caching#Schema, a part of OpenAPI 3.0). What Google refuses becomes
 * a part of the description, which the model reads: references are resolved, lists of types become `anyOf` and
 * `nullable`, `oneOf` becomes `anyOf`, and the parts of `allOf` are merged. @throws GatewayError invalid_request that
 * names `at`, if that becomes too much
 */
export function toGoogleSchema(schema: JsonObject, at: string): JsonObject {
  const room = new SchemaRoom(at);
  return written(resolved(schema, room), room);
}

function written(given: JsonObject, room: SchemaRoom): JsonObject {
  const schema = merged(given, room);
  const types = typesOf(schema);
  const mayBeNull = types.delete("NULL");
  const isNullable = mayBeNull || schema["nullable"] === true;
  const choices = choicesOf(schema);
  if (choices) return alternatives(schema, choices, isNullable, room);
  const [type, second] = types;
  if (second !== undefined) {
    const { nullable: _said, ...common } = schema;
    const alike = [...types].map((one) => ({ type: one }));
    return alternatives({ ...common, type: undefined }, alike, isNullable, room);
  }
  if (type !== undefined) return { ...ofType(type, schema, room), ...nullable(isNullable) };
  if (mayBeNull) return described({ type: "NULL" }, schema);
  const [first = {}, ...others] = ANY;
  return { anyOf: [described(first, schema), ...others].map((one) => ({ ...one, ...nullable(isNullable) })) };
}

function nullable(isNullable: boolean): { nullable?: true } {
  return isNullable ? { nullable: true } : {};
}

/** The types that a value may have, in Google's capital letters. */
function typesOf(schema: JsonObject): Set<string> {
  const { type, properties, items, prefixItems, enum: values } = schema;
  const named = Array.isArray(type) ? (type as unknown[]) : [type];
  const types = new Set(named.flatMap((one) => (typeof one === "string" ? [one.toUpperCase()] : [])));
  if (types.size > 0) return types;
  if (isObject(properties)) return new Set(["OBJECT"]);
  if (items !== undefined || prefixItems !== undefined) return new Set(["ARRAY"]);
  const listed = Array.isArray(values) ? (values as unknown[]) : "const" in schema ? [schema["const"]] : [];
  return new Set(listed.map(typeOfValue));
}

function typeOfValue(value: unknown): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return "ARRAY";
  if (typeof value === "number") return Number.isInteger(value) ? "INTEGER" : "NUMBER";
  return typeof value === "boolean" || typeof value === "string" ? (typeof value).toUpperCase() : "OBJECT";
}

function choicesOf({ anyOf, oneOf }: JsonObject): readonly JsonObject[] | undefined {
  const choices = anyOf ?? oneOf;
  return Array.isArray(choices) && choices.length > 0 ? choices.map(objectOf) : undefined;
}

/** Vertex AI takes no other member beside `anyOf`, so each alternative says what all have in common. */
function alternatives(
  { anyOf: _any, oneOf: _one, ...common }: JsonObject,
  choices: readonly JsonObject[],
  isNullable: boolean,
  room: SchemaRoom,
): JsonObject {
  if (choices.length > 1) room.take(common, choices.length);
  const all = choices.map((choice) => written(joined(common, choice), room));
  const kept = all.filter(({ type }) => type !== "NULL");
  const isAlsoNull = isNullable || kept.length < all.length;
  if (kept.length === 0) return { type: "NULL" };
  // An alternative may have alternatives of its own.
  const inner = kept.flatMap((one) => (Array.isArray(one["anyOf"]) ? one["anyOf"].map(objectOf) : [one]));
  const alike = inner.map((one) => ({ ...one, ...nullable(isAlsoNull) }));
  const [only, second] = alike;
  return only && !second ? only : { anyOf: alike };
}

/** What both schemas say. */
function joined(one: JsonObject, other: JsonObject): JsonObject {
  const descriptions = [one["description"], other["description"]].filter((text) => typeof text === "string");
  const required = [...listAt(one, "required"), ...listAt(other, "required")];
  const properties = { ...objectAt(one, "properties"), ...objectAt(other, "properties") };
  return {
    ...one,
    ...other,
    ...(descriptions.length > 0 && { description: [...new Set(descriptions)].join("\n\n") }),
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

/** A schema with the parts of its `allOf` in it. */
function merged({ allOf, ...schema }: JsonObject, room: SchemaRoom): JsonObject {
  if (!Array.isArray(allOf)) return allOf === undefined ? schema : { ...schema };
  return (allOf as unknown[]).map((part) => merged(objectOf(part), room)).reduce(joined, schema);
}

function ofType(type: string, schema: JsonObject, room: SchemaRoom): JsonObject {
  const lost = lostOf(schema);
  const kept: Record<string, unknown> = { type };
  for (const name of [...KEPT_OF_ANY, ...(KEPT.get(type) ?? [])])
    if (schema[name] !== undefined) kept[name] = schema[name];
  const { format, enum: values } = schema;
  if (format !== undefined && !FORMATS.get(type)?.has(format)) lost.push(said("format", format));
  else if (format !== undefined) kept["format"] = format;
  const listed = Array.isArray(values) ? (values as unknown[]).filter((value) => value !== null) : undefined;
  const options = listed ?? ("const" in schema ? [schema["const"]] : undefined);
  if (options && type === "STRING" && options.every((option) => typeof option === "string" && option !== ""))
    kept["enum"] = options;
  else if (options) lost.push(said("enum", options));
  if (type === "ARRAY") kept["items"] = itemsOf(schema, room);
  if (type === "OBJECT") Object.assign(kept, propertiesOf(schema, lost, room));
  return withLost(kept, lost);
}

/** Google requires a schema of the items. */
function itemsOf({ items, prefixItems }: JsonObject, room: SchemaRoom): JsonObject {
  if (isObject(items)) return written(items, room);
  const listed = Array.isArray(items) ? items : prefixItems;
  if (Array.isArray(listed) && listed.length > 0) return written({ anyOf: listed.map(objectOf) }, room);
  return items === true ? written({}, room) : { type: "STRING" };
}

/** Google refuses an object with an empty list of properties, and required ones that it does not have. */
function propertiesOf(schema: JsonObject, lost: string[], room: SchemaRoom): JsonObject {
  const { properties, required, additionalProperties } = schema;
  if (isObject(additionalProperties)) lost.push(said("additionalProperties", additionalProperties));
  const names = isObject(properties) ? Object.entries(properties).filter(([, value]) => value !== false) : [];
  if (names.length === 0) return {};
  const ordered = schema["propertyOrdering"];
  const known = new Set(names.map(([name]) => name));
  const isKnown = (name: unknown): boolean => typeof name === "string" && known.has(name);
  const needed = [...new Set(Array.isArray(required) ? required.filter(isKnown) : [])];
  return {
    properties: Object.fromEntries(names.map(([name, value]) => [name, written(objectOf(value), room)])),
    ...(needed.length > 0 && { required: needed }),
    ...(Array.isArray(ordered) && ordered.every(isKnown) && { propertyOrdering: ordered as unknown[] }),
  };
}

/** A schema of one type with what the given one says in words. */
function described(schema: JsonObject, given: JsonObject): JsonObject {
  const { description, title } = given;
  return withLost(
    {
      ...schema,
      ...(typeof title === "string" && { title }),
      ...(typeof description === "string" && { description }),
    },
    lostOf(given),
  );
}

/** What Google's schema cannot say, in words. */
function lostOf(schema: JsonObject): string[] {
  const lost = Object.entries(schema).filter(([name]) => !HAVE_NAMES.has(name) && !SAID_OTHERWISE.has(name));
  return lost.map(([name, value]) => said(name, value));
}

function said(name: string, value: unknown): string {
  return `${name}: ${JSON.stringify(value)}`;
}

function withLost(schema: JsonObject, lost: readonly string[]): JsonObject {
  if (lost.length === 0) return schema;
  const description = typeof schema["description"] === "string" ? `${schema["description"]}\n\n` : "";
  return { ...schema, description: `${description}{${lost.join(", ")}}` };
}

/** `true` and `{}` allow everything. */
function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
