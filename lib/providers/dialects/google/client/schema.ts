import { isObject } from "@/lib/is-object";
import type { JsonObject } from "../../../json-value";
import { camelCase } from "../spelling";

/** Members of Google's schema that count something, and come as texts too because they are 64 bits long. */
const COUNTS: ReadonlySet<string> = new Set([
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minProperties",
  "maxProperties",
]);
/** How a schema is to be written out, which JSON schemas do not have. */
const NOT_JSON_SCHEMA: ReadonlySet<string> = new Set(["propertyOrdering", "nullable", "example"]);

/**
 * Google's own schema (ai.google.dev/api/caching#Schema, a part of OpenAPI 3.0) as a JSON schema: types in small
 * letters, `nullable` as a type, counts as numbers.
 */
export function toJsonSchema(schema: JsonObject): JsonObject {
  const written: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(schema)) {
    const name = camelCase(given);
    if (value === null || value === undefined || NOT_JSON_SCHEMA.has(name)) continue;
    written[name === "defs" || name === "ref" ? `$${name}` : name] = valueOf(name, value);
  }
  return isNullable(schema) ? withNull(written) : written;
}

function isNullable(schema: JsonObject): boolean {
  return schema["nullable"] === true;
}

function valueOf(name: string, value: unknown): unknown {
  switch (name) {
    case "type":
      return Array.isArray(value) ? value.map(typeOf) : typeOf(value);
    case "items":
    case "additionalProperties":
      return isObject(value) ? toJsonSchema(value) : value;
    case "anyOf":
    case "oneOf":
    case "allOf":
    case "prefixItems":
      return Array.isArray(value) ? value.map((one) => (isObject(one) ? toJsonSchema(one) : one)) : value;
    case "properties":
    case "defs":
    case "$defs":
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([property, one]) => [property, isObject(one) ? toJsonSchema(one) : one]),
          )
        : value;
    default:
      return COUNTS.has(name) && typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  }
}

function typeOf(type: unknown): unknown {
  return typeof type === "string" ? type.toLowerCase() : type;
}

function withNull(schema: Readonly<Record<string, unknown>>): JsonObject {
  const { type, enum: values, anyOf } = schema;
  if (typeof type === "string")
    return {
      ...schema,
      type: [type, "null"],
      ...(Array.isArray(values) && !values.includes(null) && { enum: [...(values as unknown[]), null] }),
    };
  return Array.isArray(anyOf) ? { ...schema, anyOf: [...(anyOf as unknown[]), { type: "null" }] } : schema;
}
