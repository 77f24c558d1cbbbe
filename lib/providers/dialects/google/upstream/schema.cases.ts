import type { JsonObject } from "../../../json-value";

const text = { type: "STRING" };
const any = [
  { type: "STRING" },
  { type: "NUMBER" },
  { type: "BOOLEAN" },
  { type: "OBJECT" },
  { type: "ARRAY", items: text },
];

/** JSON schemas, and what Google's API gets of them. */
export const SCHEMA_CASES: readonly {
  readonly name: string;
  readonly schema: JsonObject;
  readonly google: JsonObject;
}[] = [
  {
    name: "an object as most tools have it",
    schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      $id: "urn:weather",
      type: "object",
      properties: {
        city: { type: "string", description: "Where." },
        days: { type: "integer", minimum: 1, maximum: 9 },
      },
      required: ["city"],
      additionalProperties: false,
    },
    google: {
      type: "OBJECT",
      properties: {
        city: { type: "STRING", description: "Where." },
        days: { type: "INTEGER", minimum: 1, maximum: 9 },
      },
      required: ["city"],
    },
  },
  {
    name: "bounds that Google does not have",
    schema: { type: "number", exclusiveMinimum: 0, multipleOf: 0.5, description: "A price.", default: 1 },
    google: { type: "NUMBER", description: "A price.\n\n{exclusiveMinimum: 0, multipleOf: 0.5, default: 1}" },
  },
  {
    name: "bounds of other types",
    schema: { type: "string", minLength: 1, maxLength: 5, pattern: "^a", minimum: 3, minItems: 2 },
    google: { type: "STRING", minLength: 1, maxLength: 5, pattern: "^a" },
  },
  {
    name: "a format that Google knows",
    schema: { type: "string", format: "date-time" },
    google: { type: "STRING", format: "date-time" },
  },
  {
    name: "a format that Google refuses",
    schema: { type: "string", format: "email" },
    google: { type: "STRING", description: '{format: "email"}' },
  },
  {
    name: "a type or null",
    schema: { type: ["string", "null"], enum: ["a", null] },
    google: { type: "STRING", enum: ["a"], nullable: true },
  },
  {
    name: "several types",
    schema: { type: ["string", "integer", "null"], description: "An id.", minLength: 2 },
    google: {
      anyOf: [
        { type: "STRING", description: "An id.", minLength: 2, nullable: true },
        { type: "INTEGER", description: "An id.", nullable: true },
      ],
    },
  },
  {
    name: "only null",
    schema: { type: "null", description: "Nothing." },
    google: { type: "NULL", description: "Nothing." },
  },
  { name: "a constant null", schema: { const: null }, google: { type: "NULL" } },
  { name: "a constant", schema: { const: "cat" }, google: { type: "STRING", enum: ["cat"] } },
  {
    name: "a list of numbers to choose from",
    schema: { enum: [1, 2] },
    google: { type: "INTEGER", description: "{enum: [1,2]}" },
  },
  {
    name: "an empty option, which Google refuses",
    schema: { enum: ["", "a"] },
    google: { type: "STRING", description: '{enum: ["","a"]}' },
  },
  { name: "anything", schema: {}, google: { anyOf: any } },
  {
    name: "anything, described",
    schema: { description: "Whatever.", "x-own": 1 },
    google: { anyOf: [{ type: "STRING", description: "Whatever.\n\n{x-own: 1}" }, ...any.slice(1)] },
  },
  {
    name: "an object without properties",
    schema: { type: "object", properties: {}, required: [] },
    google: { type: "OBJECT" },
  },
  {
    name: "a map",
    schema: { type: "object", additionalProperties: { type: "number" } },
    google: { type: "OBJECT", description: '{additionalProperties: {"type":"number"}}' },
  },
  {
    name: "required properties that are not there",
    schema: { properties: { a: { type: "boolean" }, b: false }, required: ["a", "a", "b", "c", 1] },
    google: { type: "OBJECT", properties: { a: { type: "BOOLEAN" } }, required: ["a"] },
  },
  {
    name: "a list without items",
    schema: { type: "array", minItems: 1 },
    google: { type: "ARRAY", minItems: 1, items: text },
  },
  { name: "a list of anything", schema: { items: true }, google: { type: "ARRAY", items: { anyOf: any } } },
  {
    name: "a tuple",
    schema: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], uniqueItems: true },
    google: {
      type: "ARRAY",
      items: { anyOf: [text, { type: "NUMBER" }] },
      description: '{prefixItems: [{"type":"string"},{"type":"number"}], uniqueItems: true}',
    },
  },
  {
    name: "alternatives, of which one is null",
    schema: { anyOf: [{ type: "string" }, { type: "null" }], description: "A name.", title: "Name" },
    google: { type: "STRING", title: "Name", description: "A name.", nullable: true },
  },
  {
    name: "alternatives beside other members, which Vertex AI refuses",
    schema: {
      type: "object",
      description: "A shape.",
      properties: { name: { type: "string" } },
      required: ["name"],
      oneOf: [
        { properties: { radius: { type: "number" } }, required: ["radius"] },
        { properties: { side: { type: "number" } }, description: "A square." },
      ],
    },
    google: {
      anyOf: [
        {
          type: "OBJECT",
          description: "A shape.",
          properties: { name: text, radius: { type: "NUMBER" } },
          required: ["name", "radius"],
        },
        {
          type: "OBJECT",
          description: "A shape.\n\nA square.",
          properties: { name: text, side: { type: "NUMBER" } },
          required: ["name"],
        },
      ],
    },
  },
  {
    name: "alternatives within alternatives",
    schema: {
      anyOf: [{ anyOf: [{ type: "string" }, { type: "null" }] }, { oneOf: [{ type: "number" }, { type: "boolean" }] }],
    },
    google: { anyOf: [{ type: "STRING", nullable: true }, { type: "NUMBER" }, { type: "BOOLEAN" }] },
  },
  {
    name: "parts that are all meant",
    schema: {
      allOf: [{ $ref: "#/$defs/named" }, { properties: { age: { type: "integer" } }, required: ["age"] }],
      $defs: { named: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
    },
    google: { type: "OBJECT", properties: { name: text, age: { type: "INTEGER" } }, required: ["name", "age"] },
  },
  {
    name: "references",
    schema: {
      type: "object",
      properties: { from: { $ref: "#/$defs/a~1b%20c", description: "The start." }, to: { $ref: "#/properties/from" } },
      $defs: { "a/b c": { type: "string", description: "A place." } },
    },
    google: {
      type: "OBJECT",
      properties: {
        from: { type: "STRING", description: "The start." },
        to: { type: "STRING", description: "The start." },
      },
    },
  },
  {
    name: "a reference to itself",
    schema: {
      $ref: "#/definitions/node",
      definitions: {
        node: {
          type: "object",
          properties: { value: { type: "string" }, children: { type: "array", items: { $ref: "#/definitions/node" } } },
        },
      },
    },
    google: {
      type: "OBJECT",
      properties: {
        value: text,
        children: { type: "ARRAY", items: { anyOf: [{ type: "STRING", description: "{node}" }, ...any.slice(1)] } },
      },
    },
  },
  {
    name: "a reference that leads nowhere",
    schema: { type: "array", items: { $ref: "https://example.com/other.json", description: "Other." } },
    google: {
      type: "ARRAY",
      items: { anyOf: [{ type: "STRING", description: "Other.\n\n{other.json}" }, ...any.slice(1)] },
    },
  },
  {
    name: "Google's own members",
    schema: {
      type: "OBJECT",
      nullable: true,
      properties: { b: { type: "STRING" }, a: { type: "STRING" } },
      propertyOrdering: ["b", "a"],
    },
    google: { type: "OBJECT", nullable: true, properties: { b: text, a: text }, propertyOrdering: ["b", "a"] },
  },
  {
    name: "conditions",
    schema: {
      type: "object",
      properties: { a: { type: "string" } },
      not: { required: ["b"] },
      if: {},
      patternProperties: { "^x": {} },
    },
    google: {
      type: "OBJECT",
      properties: { a: text },
      description: '{not: {"required":["b"]}, if: {}, patternProperties: {"^x":{}}}',
    },
  },
];
