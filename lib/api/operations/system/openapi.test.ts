import { describe, expect, test } from "vitest";
import { isVersioned } from "@/lib/auth/routes";
import { MODEL_ROUTES } from "@/lib/providers/model-routes";
import { findOperation, OPERATIONS } from "@/lib/api/table";
import { openApiDocument } from "./openapi";

const self = findOperation("GET", "/openapi.json")!.operation;
const { paths } = openApiDocument([...OPERATIONS, self], "1.0.0") as {
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: { content: Record<string, { schema: { required: string[] } }> };
        responses: Record<string, { content: object }>;
      }
    >
  >;
};

describe("the OpenAPI document", () => {
  test.each([...OPERATIONS, self].map((operation) => [operation.method, operation.path, operation]))(
    "the OpenAPI document has %s %s",
    (method, path, operation) => {
      for (const written of isVersioned(operation.family) ? [path, `/v1${path}`] : [path])
        expect(paths[written]?.[method.toLowerCase()]).toMatchObject({
          summary: operation.summary,
          "x-access": operation.access,
        });
    },
  );

  test.each([
    ...MODEL_ROUTES.map(({ path, body }) => [path, body]),
    ["/messages", "json"],
    ["/messages/count_tokens", "json"],
  ])("the OpenAPI document describes the request body of %s", (path, body) => {
    const wanted =
      paths[path]!["post"]!.requestBody!.content[body === "form" ? "multipart/form-data" : "application/json"]!.schema;
    expect(wanted).toMatchObject({
      type: "object",
      properties: { model: { type: "string" } },
      additionalProperties: true,
    });
    expect(wanted.required.includes("model")).toBe(path !== "/moderations");
  });

  test.each([
    ["/chat/completions", ["application/json", "text/event-stream"]],
    ["/messages", ["application/json", "text/event-stream"]],
    ["/embeddings", ["application/json"]],
    ["/audio/speech", ["application/octet-stream", "text/event-stream"]],
    ["/audio/transcriptions", ["application/json", "text/plain", "text/event-stream"]],
  ])("the OpenAPI document lists the content types that %s answers with", (path, types) => {
    expect(Object.keys(paths[path]!["post"]!.responses["200"]!.content)).toEqual(types);
  });
});
