import { z } from "zod";
import { ERRORS } from "@/lib/errors";
import { json } from "../api";
import { defineOperation, type Operation } from "../operation";

/** `GET /openapi.json`: the table of operations, in OpenAPI 3.1. */
export function openApiOperation(operations: readonly Operation[]): Operation {
  let document: unknown;
  return defineOperation({
    id: "openapi",
    method: "GET",
    path: "/openapi.json",
    family: "public_routes",
    summary: "This description of the API.",
    output: z.looseObject({ openapi: z.string() }),
    async handle({ services }) {
      document ??= openApiDocument(operations, services.version);
      return json(document);
    },
  });
}

/** The OpenAPI document of a table of operations. */
export function openApiDocument(operations: readonly Operation[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const isModelRoute = operation.family === "openai_routes" || operation.family === "anthropic_routes";
    for (const path of isModelRoute ? [`/v1${operation.path}`, operation.path] : [operation.path]) {
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, path.startsWith("/v1/")) };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Model Gateway", version },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["message", "type", "param", "code"],
      properties: {
        message: { type: "string" },
        type: { type: "string" },
        param: { type: ["string", "null"] },
        code: { type: "string", enum: Object.keys(ERRORS) },
      },
    },
  },
};

function describe(operation: Operation, isAlias: boolean): Record<string, unknown> {
  const input = operation.input && schema(operation.input, "input");
  return {
    operationId: isAlias ? `v1.${operation.id}` : operation.id,
    summary: operation.summary,
    tags: [operation.family],
    ...(operation.family === "public_routes" && { security: [] }),
    ...(input && operation.method === "POST" && { requestBody: { content: { "application/json": { schema: input } } } }),
    ...(input && operation.method === "GET" && { parameters: parameters(operation, input) }),
    responses: {
      200: { description: "Done.", content: { "application/json": { schema: schema(operation.output, "output") } } },
      default: { description: "Refused or failed.", content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
    },
  };
}

function parameters(operation: Operation, input: Record<string, unknown>): unknown[] {
  const { properties } = input;
  if (typeof properties !== "object" || properties === null) return [];
  const required = Array.isArray(input["required"]) ? input["required"] : [];
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = operation.path.includes(`{${name}}`);
    return { name, in: isInPath ? "path" : "query", required: isInPath || required.includes(name), schema };
  });
}

function schema(type: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io, unrepresentable: "any" });
  return rest;
}
