import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addParameterHeaders,
  decodeHeaderValue,
  encodeHeaderValue,
  mirrorFault,
  mirrorSchemaFault,
  mirroredHeaders,
  parameterFault,
} from "./mirrored-headers";

/** The examples of the specification (2026-07-28, value encoding). */
test.each([
  ["us-west1", "us-west1"],
  ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
  [" padded ", "=?base64?IHBhZGRlZCA=?="],
  ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
  ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
  ["", "=?base64??="],
])("%j is sent as %s", (value, header) => {
  expect(encodeHeaderValue(value)).toBe(header);
  expect(decodeHeaderValue(header)).toBe(value);
});

test("every text survives its header", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      const header = encodeHeaderValue(value);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(decodeHeaderValue(header)).toBe(value);
    }),
  );
});

test.each(["=?base64?a?=", "=?base64?SGVsbG8?=", "=?base64?SGVs bG8=?="])("%s is not base64", (header) => {
  expect(decodeHeaderValue(header)).toBeUndefined();
});

const call = { method: "tools/call", params: { name: "größe" }, version: "2026-07-28" };
const right = mirroredHeaders(call.version, call.method, call.params);

test.each<[name: string, headers: Record<string, string | string[] | undefined>, fault: string | undefined]>([
  ["the same", right, undefined],
  ["no method", { ...right, "mcp-method": undefined }, "The header Mcp-Method is missing."],
  ["no name", { ...right, "mcp-name": undefined }, "The header Mcp-Name is missing."],
  ["no version", { ...right, "mcp-protocol-version": undefined }, "The header MCP-Protocol-Version is missing."],
  ["another method", { ...right, "mcp-method": "tools/list" }, "The header Mcp-Method is not what the body says."],
  ["another case", { ...right, "mcp-method": "Tools/Call" }, "The header Mcp-Method is not what the body says."],
  ["another name", { ...right, "mcp-name": "x" }, "The header Mcp-Name is not what the body says."],
  ["broken base64", { ...right, "mcp-name": "=?base64?a?=" }, "The header Mcp-Name is not valid base64."],
  ["two names", { ...right, "mcp-name": ["a", "b"] }, "The header Mcp-Name is given twice."],
  [
    "an encoded method, which only names may be",
    { ...right, "mcp-method": "=?base64?dG9vbHMvY2FsbA==?=" },
    "The header Mcp-Method is not what the body says.",
  ],
])("headers and body are compared: %s", (_, headers, fault) => {
  expect(mirrorFault(headers, call)).toBe(fault);
});

test("a request that names nothing needs no name", () => {
  const list = { method: "tools/list", params: {}, version: "2026-07-28" };
  expect(mirrorFault(mirroredHeaders(list.version, list.method, {}), list)).toBeUndefined();
});

function parametersIn(schema: unknown, given: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  addParameterHeaders(headers, schema, given);
  return headers;
}

test("parameters that a schema wants in headers are repeated where they have a value", () => {
  const schema = {
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      deep: { properties: { count: { type: "integer", "x-mcp-header": "Count" } } },
      dry: { type: "boolean", "x-mcp-header": "Dry" },
      absent: { type: "string", "x-mcp-header": "Absent" },
      none: { type: "string", "x-mcp-header": "None" },
      bad: { type: "string", "x-mcp-header": "a b" },
      ratio: { type: "number", "x-mcp-header": "Ratio" },
    },
  };
  expect(
    parametersIn(schema, { region: "ü", deep: { count: 7 }, dry: false, none: null, bad: "x", ratio: 0.5 }),
  ).toEqual({ "mcp-param-region": "=?base64?w7w=?=", "mcp-param-count": "7", "mcp-param-dry": "false" });
  expect(parametersIn(undefined, {})).toEqual({});
  expect(parametersIn({ properties: { __proto__: { "x-mcp-header": "P" } } }, {})).toEqual({});
});

test.each<[name: string, properties: object, fault: RegExp | undefined]>([
  [
    "text, a whole number and a boolean",
    { a: of("string", "A"), b: of("integer", "B"), c: of("boolean", "C") },
    undefined,
  ],
  ["no header at all", { a: { type: "number" } }, undefined],
  ["an empty name", { a: of("string", "") }, /no valid name/],
  ["a name with a blank", { a: of("string", "My Region") }, /no valid name/],
  ["a name with a line break", { a: of("string", "A\r\nB") }, /no valid name/],
  ["no text as a name", { a: of("string", 7) }, /no valid name/],
  ["a fraction", { a: of("number", "A") }, /only text/],
  ["an object, and what is in it", { a: { ...of("object", "A"), properties: {} } }, /only text/],
  [
    "one name twice",
    { a: of("string", "Region"), b: { properties: { c: of("string", "region") } } },
    /another parameter/,
  ],
])("a schema's headers are judged: %s", (_, properties, fault) => {
  const found = mirrorSchemaFault({ type: "object", properties });
  if (fault) expect(found).toMatch(fault);
  else expect(found).toBeUndefined();
});

function of(type: string, header: unknown) {
  return { type, "x-mcp-header": header };
}

test.each<[name: string, headers: Record<string, string | string[]>, given: object, fault: RegExp | undefined]>([
  ["the same", { "mcp-param-region": "eu", "mcp-param-count": "7" }, { region: "eu", count: 7 }, undefined],
  ["the same, encoded", { "mcp-param-region": "=?base64?w7w=?=" }, { region: "ü" }, undefined],
  ["neither", {}, {}, undefined],
  ["another value", { "mcp-param-region": "us" }, { region: "eu" }, /not what the arguments say/],
  ["no header", {}, { region: "eu" }, /not what the arguments say/],
  ["no argument", { "mcp-param-region": "eu" }, {}, /not what the arguments say/],
  ["broken base64", { "mcp-param-region": "=?base64?SGVsbG8?=" }, { region: "Hello" }, /cannot be read/],
  ["two headers", { "mcp-param-region": ["eu", "eu"] }, { region: "eu" }, /cannot be read/],
])("the headers of a call's arguments are compared: %s", (_, headers, given, fault) => {
  const schema = { properties: { region: of("string", "Region"), count: of("integer", "Count") } };
  const found = parameterFault(headers, schema, given);
  if (fault) expect(found).toMatch(fault);
  else expect(found).toBeUndefined();
});
