import { z } from "zod";
import type { Operation } from "@/lib/api/operation";
import { ERRORS } from "@/lib/errors";
import { isObject } from "@/lib/is-object";

type Schema = Readonly<Record<string, unknown>>;

/** Families whose bodies are the providers' own, for which there are clients enough. */
const OF_PROVIDERS: ReadonlySet<string> = new Set(["openai_routes", "anthropic_routes", "google_routes"]);

/**
 * packages/client/src/operations.ts: the input and the answer of each management operation, as TypeScript, by
 * "METHOD path". From the same schemas as the OpenAPI document.
 */
export function renderOperationTypes(operations: readonly Operation[]): string {
  const rows = operations
    .filter(({ family, path }) => !OF_PROVIDERS.has(family) && !path.includes("{"))
    .map(({ method, path, summary, input, output }) => {
      const taken = input ? typeOf(jsonSchema(input, "input")) : "Record<string, never>";
      return `${comment(summary)}\n  "${method} ${path}": {\n    input: ${taken};\n    output: ${typeOf(jsonSchema(output, "output"))};\n  };`;
    });
  const codes = Object.keys(ERRORS).map((code) => `  | "${code}"`);
  return [
    "// Generated from the operations of the gateway by node scripts/generate-docs.mjs.",
    "",
    "/** A JSON value. */",
    "export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };",
    "",
    "/** Every code that the gateway answers with; docs/reference/errors.md explains each. */",
    "export type ErrorCode =",
    `${codes.join("\n")};`,
    "",
    "/** What each operation takes and answers. */",
    "export interface Operations {",
    rows.join("\n"),
    "}",
    "",
  ].join("\n");
}

/** A comment in lines of at most 118 characters. */
function comment(text: string): string {
  const lines = [""];
  for (const word of text.replaceAll("*/", "* /").split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.length + word.length > 108) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  if (lines.length === 1) return `  /** ${lines[0] ?? ""} */`;
  return ["  /**", ...lines.map((line) => `   * ${line}`), "   */"].join("\n");
}

function jsonSchema(type: z.ZodType, io: "input" | "output"): Schema {
  return z.toJSONSchema(type, { io, unrepresentable: "any" });
}

/** A JSON Schema as a TypeScript type. What the schemas do not narrow is any JSON. */
export function typeOf(schema: unknown): string {
  if (!isObject(schema)) return "Json";
  const { type, $ref, anyOf, oneOf, allOf, enum: values, const: only } = schema;
  if ($ref !== undefined) return "Json";
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  const some = anyOf ?? oneOf;
  if (Array.isArray(some)) return union(some.map(typeOf));
  if (Array.isArray(allOf)) return allOf.map((each) => grouped(typeOf(each))).join(" & ");
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each })));
  if (type === "array") return `readonly ${grouped(typeOf(schema["items"]))}[]`;
  if (type === "object") return objectType(schema);
  return SCALARS[String(type)] ?? "Json";
}

const SCALARS: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

function objectType(schema: Schema): string {
  const { properties, required, additionalProperties } = schema;
  const needed: ReadonlySet<unknown> = new Set(Array.isArray(required) ? required : []);
  const members = isObject(properties)
    ? Object.entries(properties).map(
        ([name, value]) => `${memberName(name)}${needed.has(name) ? "" : "?"}: ${typeOf(value)}`,
      )
    : [];
  if (members.length > 0) return `{ ${members.join("; ")} }`;
  if (isObject(additionalProperties)) return `{ readonly [name: string]: ${typeOf(additionalProperties)} }`;
  return additionalProperties === false ? "Record<string, never>" : "{ readonly [name: string]: Json }";
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ") || "Json";
}

function grouped(type: string): string {
  return type.includes(" | ") || type.includes(" & ") ? `(${type})` : type;
}
