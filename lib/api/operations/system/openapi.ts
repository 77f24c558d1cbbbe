import { z } from "zod";
import { isObject } from "@/lib/is-object";
import { isVersioned } from "@/lib/auth/routes";
import { publicContracts } from "@/lib/wire/contracts/public";
import { CALL_HEADERS, headerReferences, OPENAPI_COMPONENTS } from "./openapi-components";
import { hasQuery } from "@/lib/wire/contract";
import { defineOperation, type ModelOperation, type Operation, type PublicOperation } from "@/lib/api/operation";

/** `GET /openapi.json`: the operation table as an OpenAPI 3.1 document. */
export function openApiOperation(operations: readonly Operation[]): PublicOperation {
  let document: ReturnType<typeof openApiDocument> | undefined;
  const self: PublicOperation = defineOperation(publicContracts.openApi, async ({ services }) => {
    document ??= openApiDocument([...operations, self], services.version);
    const { basePath } = services.environment;
    return { body: basePath === "" ? document : { ...document, servers: [{ ...THIS_GATEWAY, url: basePath }] } };
  });
  return self;
}

const THIS_GATEWAY = { url: "/", description: "The gateway that this document comes from." };

/** The OpenAPI document of an operation table. */
export function openApiDocument(operations: readonly Operation[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    for (const path of isVersioned(operation.family) ? [`/v1${operation.path}`, operation.path] : [operation.path]) {
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, path.startsWith("/v1/")) };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Model Gateway", version },
    servers: [THIS_GATEWAY],
    security: [{ bearer: [] }],
    paths,
    components: OPENAPI_COMPONENTS,
  };
}

function describe(operation: Operation, isAlias: boolean): Record<string, unknown> {
  const taken = operation.input && schema(operation.input, "input");
  // An operation that reads no input has a schema without properties.
  const input = taken && "properties" in taken ? taken : undefined;
  return {
    operationId: isAlias ? `v1.${operation.id}` : operation.id,
    summary: operation.summary,
    tags: [operation.family],
    "x-access": operation.access,
    ...(operation.access === "public" && { security: [] }),
    ...(operation.family === "anthropic_routes" && { security: [{ bearer: [] }, { api_key: [] }] }),
    ...(operation.family === "openai_routes" && { security: [{ bearer: [] }, { azure_api_key: [] }] }),
    ...(operation.family === "google_routes" && { security: [{ bearer: [] }, { google_api_key: [] }] }),
    ...(input &&
      !hasQuery(operation.method) && { requestBody: { content: { "application/json": { schema: input } } } }),
    ...(operation.modelBody && { requestBody: modelRequest(operation) }),
    ...parametersOf(operation, input),
    responses: {
      200: {
        description: "Done.",
        headers: headerReferences([
          ...(operation.modelBody ? CALL_HEADERS : ["x-request-id"]),
          ...(operation.versioned ? ["etag"] : []),
        ]),
        content: answers(operation),
      },
      ...(isBoundToVersion(operation) && { 412: { $ref: "#/components/responses/ChangedMeanwhile" } }),
      "4XX": { $ref: "#/components/responses/Refused" },
      "5XX": { $ref: "#/components/responses/Failed" },
    },
  };
}

/**
 * The fields that the gateway itself reads from the body of a model call. It passes all other fields to the upstream.
 */
function modelRequest({ path, modelBody, hasStreams = false }: ModelOperation): Record<string, unknown> {
  const { body, defaultModel, required = [] } = modelBody;
  const namesModel = !isInPath(path, "model");
  const model = { type: "string", ...(defaultModel !== undefined && { default: defaultModel }) };
  const isForm = body === "form";
  const file = { type: "string", format: "binary" };
  const members = required.flatMap(({ names, right }) => names.map((name) => [name, { description: right }] as const));
  const properties = {
    ...(namesModel && { model }),
    ...(isForm && { file }),
    ...Object.fromEntries(members),
    ...(hasStreams && namesModel && { stream: { type: "boolean" } }),
  };
  // A field with several names cannot be listed as required, because any of them will do.
  const needed = [
    ...(namesModel && defaultModel === undefined ? ["model"] : []),
    ...(isForm ? ["file"] : []),
    ...required.flatMap(({ names }) => (names.length === 1 ? names : [])),
  ];
  const wanted = { type: "object", properties, required: needed, additionalProperties: true };
  return { required: true, content: { [isForm ? "multipart/form-data" : "application/json"]: { schema: wanted } } };
}

/** The content types of a successful answer. */
function answers({ output, modelBody, hasStreams }: Operation): Record<string, unknown> {
  const form = modelBody?.answer ?? "json";
  const whole = { schema: schema(output, "output") };
  return {
    ...(form !== "bytes" && { "application/json": whole }),
    ...(form === "json or text" && { "text/plain": { schema: { type: "string" } } }),
    ...(form === "bytes" && { "application/octet-stream": { schema: { type: "string", format: "binary" } } }),
    ...(hasStreams && { "text/event-stream": { schema: { type: "string" } } }),
  };
}

/** Whether a request may name the version that it is based on. */
function isBoundToVersion({ versioned, effect }: Operation): boolean {
  return versioned === true && effect === "writes";
}

function parametersOf(operation: Operation, input: Record<string, unknown> | undefined): { parameters?: unknown[] } {
  const given = [
    ...parameters(operation, operation.modelBody ? undefined : input),
    ...(isBoundToVersion(operation) ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
  ];
  return given.length > 0 ? { parameters: given } : {};
}

/** The parameters of a path, fields or not, and those of the query where the fields come in one. */
function parameters({ path, method }: Operation, input: Record<string, unknown> = {}): unknown[] {
  const properties = isObject(input["properties"]) ? input["properties"] : {};
  const required = Array.isArray(input["required"]) ? input["required"] : [];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const others = inPath.filter((name) => !Object.hasOwn(properties, name));
  return [
    ...others.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...Object.entries(properties)
      .filter(([name]) => hasQuery(method) || isInPath(path, name))
      .map(([name, schema]) => ({
        name,
        in: isInPath(path, name) ? "path" : "query",
        required: isInPath(path, name) || required.includes(name),
        schema,
      })),
  ];
}

function isInPath(path: string, name: string): boolean {
  return path.includes(`{${name}}`);
}

/**
 * The JSON Schema of an input or output. Its only definitions are those of recursive values, which are any JSON
 * (`z.json()`). References to them would be looked up in the whole document, so they are replaced by references to
 * `AnyJson`.
 */
function schema(type: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _dialect, $defs: _recursive, ...rest } = z.toJSONSchema(type, { io, unrepresentable: "any" });
  return JSON.parse(JSON.stringify(rest).replace(/"#\/\$defs\/[^"]*"/g, '"#/components/schemas/AnyJson"'));
}
