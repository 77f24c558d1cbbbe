import { isObject } from "@/lib/is-object";
import type { JsonObject } from "../../json-value";
import { claudeVersion } from "./version";

/** The first version that takes a schema for its answer. */
const FORMAT_SINCE = 405;

/** Whether a Claude takes no schema for its answer. */
export function lacksAnswerFormat(model: string): boolean {
  return (claudeVersion(model) ?? FORMAT_SINCE) < FORMAT_SINCE;
}

/** What Anthropic's structured outputs refuse (platform.claude.com/docs/en/build-with-claude/structured-outputs). */
const REFUSED: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);

const FORMATS: ReadonlySet<unknown> = new Set(
  "date-time time date duration email hostname uri ipv4 ipv6 uuid".split(" "),
);

/**
 * A JSON schema as Anthropic takes it for answers and strict tools. What it refuses becomes a part of the description,
 * which the model reads, `oneOf` becomes `anyOf`, and objects get `additionalProperties: false`, as Anthropic's own
 * clients write them (`transformJSONSchema`). Everything else stays as it is.
 */
export function toAnswerSchema(schema: JsonObject): JsonObject {
  const kept: Record<string, unknown> = {};
  const described: string[] = [];
  for (const [name, value] of Object.entries(schema)) {
    if (isRefused(name, value)) described.push(`${name}: ${JSON.stringify(value)}`);
    else kept[name === "oneOf" ? "anyOf" : name] = toInner(name, value);
  }
  if (isOfObjects(schema)) kept["additionalProperties"] = false;
  if (described.length > 0) {
    const description = typeof kept["description"] === "string" ? `${kept["description"]}\n\n` : "";
    kept["description"] = `${description}{${described.join(", ")}}`;
  }
  return kept;
}

function isRefused(name: string, value: unknown): boolean {
  if (name === "format") return !FORMATS.has(value);
  if (name === "minItems") return value !== 0 && value !== 1;
  return REFUSED.has(name);
}

function isOfObjects({ type, properties }: JsonObject): boolean {
  return type === "object" || (Array.isArray(type) && type.includes("object")) || isObject(properties);
}

function toInner(name: string, value: unknown): unknown {
  switch (name) {
    case "properties":
    case "$defs":
    case "definitions":
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toSchema(inner)]))
        : value;
    case "items":
      return toSchema(value);
    case "anyOf":
    case "oneOf":
    case "allOf":
      return Array.isArray(value) ? value.map(toSchema) : value;
    default:
      return value;
  }
}

function toSchema(value: unknown): unknown {
  return isObject(value) ? toAnswerSchema(value) : value;
}
