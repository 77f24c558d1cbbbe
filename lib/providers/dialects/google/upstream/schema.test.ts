import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject } from "@/lib/is-object";
import type { JsonObject } from "../../../json-value";
import { toGoogleSchema } from "./schema";
import { SCHEMA_CASES } from "./schema.cases";

const AT = "tools.0.parameters";

describe("a JSON schema becomes Google's", () => {
  test.each(SCHEMA_CASES)("with $name", ({ schema, google }) => {
    const before = JSON.stringify(schema);
    expect(toGoogleSchema(schema, AT)).toEqual(google);
    expect(JSON.stringify(schema)).toBe(before);
  });
});

/** All that Google's schema has (ai.google.dev/api/caching#Schema); other members are refused. */
const MEMBERS = new Set(
  "type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern anyOf propertyOrdering items minimum maximum".split(
    " ",
  ),
);

function faults(schema: unknown): string[] {
  if (!isObject(schema)) return ["not an object"];
  const own = Object.keys(schema).filter((name) => !MEMBERS.has(name));
  const { type, anyOf, properties, items } = schema;
  if (Array.isArray(anyOf)) {
    const beside = Object.keys(schema).length > 1 ? ["beside anyOf"] : [];
    return [...own, ...beside, ...anyOf.flatMap(faults)];
  }
  return [
    ...own,
    ...(typeof type === "string" && /^(STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT|NULL)$/.test(type) ? [] : ["type"]),
    ...(type === "ARRAY" ? faults(items) : []),
    ...(isObject(properties) ? Object.values(properties).flatMap(faults) : []),
  ];
}

const { schema: anySchema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.record({ type: fc.constantFrom("string", "null", "array") }),
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom("string", "number", "integer", "boolean", "array", "object", "null"),
          fc.subarray(["string", "integer", "array", "object", "null"]),
        ),
        description: fc.string(),
        enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null))),
        const: fc.jsonValue(),
        properties: fc.dictionary(fc.string(), fc.oneof(fc.boolean(), tie("schema"))),
        required: fc.array(fc.string()),
        items: fc.oneof(fc.boolean(), tie("schema")),
        prefixItems: fc.array(tie("schema"), { maxLength: 2 }),
        anyOf: fc.array(tie("schema"), { maxLength: 3 }),
        allOf: fc.array(tie("schema"), { maxLength: 2 }),
        $ref: fc.constantFrom("#", "#/properties/a", "#/$defs/a", "https://example.com", "#/%"),
        $defs: fc.record({ a: tie("schema") }),
        exclusiveMinimum: fc.integer(),
        format: fc.string(),
      },
      { requiredKeys: [] },
    ),
  ),
}));

test("whatever a schema says, Google's has only what Google takes", () => {
  fc.assert(
    fc.property(anySchema, (schema) => {
      expect(faults(toGoogleSchema(schema, AT))).toEqual([]);
    }),
  );
});

test("definitions that name each other again and again are refused by name, without filling the memory", () => {
  const names = Array.from({ length: 40 }, (_none, index) => `d${index}`);
  const $defs = Object.fromEntries(
    names.map((name, index) => [
      name,
      { type: "object", properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } } },
    ]),
  );
  expect(() => toGoogleSchema({ $ref: "#/$defs/d0", $defs }, AT)).toThrow(
    expect.objectContaining({ code: "invalid_request", options: { param: AT } }),
  );
});

test("a long text that many alternatives have in common is refused by name", () => {
  const anyOf = Array.from({ length: 10_000 }, (_none, index) => ({ const: index }));
  expect(() => toGoogleSchema({ description: "x".repeat(10_000), anyOf }, AT)).toThrow("too large");
});
