import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { OPERATIONS } from "@/lib/api/table";
import { renderOperationTypes, typeOf } from "./operation-types";

const CASES: [schema: object, type: string][] = [
  [{ type: "string" }, "string"],
  [{ type: "integer", minimum: 1 }, "number"],
  [{ const: "a" }, '"a"'],
  [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }, "readonly (string | number)[]"],
  [{ type: "array" }, "readonly Json[]"],
  [
    { type: "object", properties: { a: { type: "string" }, "b-c": {} }, required: ["a"] },
    '{ a: string; "b-c"?: Json }',
  ],
  [{ type: "object", additionalProperties: { type: "number" } }, "{ readonly [name: string]: number }"],
  [{ type: "object", additionalProperties: false }, "Record<string, never>"],
  [{ type: "object" }, "{ readonly [name: string]: Json }"],
  [{ allOf: [{ const: 1 }, { anyOf: [{ type: "string" }, { type: "null" }] }] }, "1 & (string | null)"],
  [{ $ref: "#/$defs/any" }, "Json"],
  [{}, "Json"],
];
test.each(CASES)("the schema %j is the type %s", (schema, type) => {
  expect(typeOf(schema)).toBe(type);
});

test("the client's types are those of the operations; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../packages/client/src/operations.ts", import.meta.url), "utf8");
  expect(written).toBe(renderOperationTypes(OPERATIONS));
  expect(written.split("\n    input: ").length).toBeGreaterThan(70);
});
