import { z } from "zod";

/** A field that an operation takes. */
export interface OperationField {
  readonly name: string;
  readonly place: "path" | "query" | "header" | "body";
  /** The type in words: `string[] or null`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** One operation of the API. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Other paths that do the same. */
  readonly aliases: readonly string[];
  readonly summary: string;
  /** The family of routes that it belongs to, as configuration files name it. */
  readonly family: string;
  readonly fields: readonly OperationField[];
}

const schemaNode = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  $ref: z.string().optional(),
});
const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});
const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: z.unknown(),
});
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().default(""),
  tags: z.array(z.string()).default([]),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) }).optional(),
});
const description = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** The operations of an OpenAPI document, in its order. A path with and without `/v1` is one. @throws ZodError */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = description.parse(document);
  return Object.entries(paths).flatMap(([path, methods]) => {
    const versioned = `/v1${path}`;
    return Object.entries(methods).flatMap(([method, one]): Operation[] => {
      if (paths[versioned]?.[method]) return [];
      const short = path.startsWith("/v1/") ? path.slice(3) : undefined;
      return [
        {
          id: one.operationId,
          method: method.toUpperCase(),
          path,
          aliases: short !== undefined && paths[short]?.[method] ? [short] : [],
          summary: one.summary,
          family: one.tags[0] ?? "",
          fields: [...one.parameters.flatMap(parameterField), ...bodyFields(one)],
        },
      ];
    });
  });
}

/** The operations whose path, summary or fields hold all of the typed words. */
export function matching(operations: readonly Operation[], typed: string): readonly Operation[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ id, method, path, aliases, summary, fields }) => {
    const text = [id, method, path, ...aliases, summary, ...fields.map(({ name }) => name)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * The curl command that calls an operation with its required fields. Values to fill in stand in capitals. `origin`:
 * without a slash at its end.
 */
export function curlOf({ method, path, fields }: Operation, origin: string): string {
  const required = fields.filter((field) => field.required);
  const query = required
    .filter(({ place }) => place === "query")
    .map(({ name }) => `${name}=${name.toUpperCase()}`)
    .join("&");
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${origin}${path}${query && `?${query}`}"`,
    '-H "Authorization: Bearer $TOKEN"',
  ];
  if (fields.some(({ place }) => place === "body")) {
    const body = required.filter(({ place }) => place === "body").map((field) => `"${field.name}": ${example(field)}`);
    lines.push('-H "Content-Type: application/json"', `-d '{${body.join(", ")}}'`);
  }
  return lines.join(" \\\n  ");
}

function example({ name, type }: OperationField): string {
  if (type.startsWith("string[]")) return `["${name.toUpperCase()}"]`;
  if (type.includes("[]")) return "[]";
  if (type.startsWith("object")) return "{}";
  if (type.startsWith("number") || type.startsWith("integer")) return "1";
  if (type.startsWith("boolean")) return "true";
  return `"${name.toUpperCase()}"`;
}

/** The field of a parameter; none for a shared one (`$ref`), which is a header that every operation takes. */
function parameterField(given: unknown): OperationField[] {
  const { data } = parameter.safeParse(given);
  if (!data) return [];
  const words = data.description ?? schemaNode.safeParse(data.schema).data?.description ?? "";
  return [{ name: data.name, place: data.in, type: typeOf(data.schema), required: data.required, description: words }];
}

function bodyFields({ requestBody }: z.output<typeof operation>): OperationField[] {
  const { data } = objectSchema.safeParse(Object.values(requestBody?.content ?? {})[0]?.schema);
  if (!data) return [];
  return Object.entries(data.properties).map(([name, schema]) => ({
    name,
    place: "body" as const,
    type: typeOf(schema),
    required: data.required.includes(name),
    description: schemaNode.safeParse(schema).data?.description ?? "",
  }));
}

/** The type of a JSON schema in words. */
function typeOf(schema: unknown): string {
  const { data: node } = schemaNode.safeParse(schema);
  if (!node) return "any";
  if (node.$ref !== undefined) return node.$ref.slice(node.$ref.lastIndexOf("/") + 1);
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (node.const !== undefined) return JSON.stringify(node.const);
  const parts = [node["anyOf"], node["oneOf"]].find(Array.isArray);
  if (parts) return [...new Set(parts.map(typeOf))].join(" or ");
  if (node.type === "array") return `${inBrackets(typeOf(node["items"]))}[]`;
  return typeof node.type === "string" ? node.type : (node.type ?? ["any"]).join(" or ");
}

function inBrackets(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}
