import { describe, expect, test } from "vitest";
import { curlOf, matching, operationsOf } from "./operations";

const post = (operationId: string, properties: object, required: string[] = []) => ({
  post: {
    operationId,
    summary: `Do ${operationId}`,
    tags: ["management_routes"],
    requestBody: { content: { "application/json": { schema: { type: "object", properties, required } } } },
  },
});

const DOCUMENT = {
  paths: {
    "/v1/chat/completions": post("chat", { model: { type: "string" }, messages: { type: "array", items: {} } }, [
      "model",
      "messages",
    ]),
    "/chat/completions": post("chat_short", {}),
    "/team/info": {
      get: {
        operationId: "team.info",
        summary: "Show a team",
        tags: ["management_routes"],
        parameters: [
          { name: "team_id", in: "query", required: true, schema: { type: "string", description: "Its id" } },
          { name: "with", in: "query", schema: { type: "string", enum: ["keys", "calls"] } },
          { $ref: "#/components/parameters/if-match" },
        ],
      },
    },
    "/team/new": post("team.new", {
      models: { description: "Names", anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
      member: { $ref: "#/components/schemas/Member" },
      limit: { type: ["number", "null"] },
    }),
  },
};

describe("operationsOf", () => {
  const operations = operationsOf(DOCUMENT);

  test("an operation with a path of its own for /v1 stands there once", () => {
    expect(operations.map(({ method, path, aliases }) => [method, path, aliases])).toEqual([
      ["POST", "/v1/chat/completions", ["/chat/completions"]],
      ["GET", "/team/info", []],
      ["POST", "/team/new", []],
    ]);
  });

  test("fields have their place, type, need and words", () => {
    expect(operations[1]?.fields).toEqual([
      { name: "team_id", place: "query", type: "string", required: true, description: "Its id" },
      { name: "with", place: "query", type: '"keys" or "calls"', required: false, description: "" },
    ]);
    expect(operations[2]?.fields.map(({ name, type }) => [name, type])).toEqual([
      ["models", "string[] or null"],
      ["member", "Member"],
      ["limit", "number or null"],
    ]);
  });

  test.each([
    ["team", ["team.info", "team.new"]],
    ["POST team", ["team.new"]],
    ["models", ["team.new"]],
    ["COMPLETIONS", ["chat"]],
    ["", ["chat", "team.info", "team.new"]],
    ["team planet", []],
  ])("a search for %j finds %j", (typed, ids) => {
    expect(matching(operations, typed).map(({ id }) => id)).toEqual(ids);
  });

  test("a command has what is required, and no more", () => {
    const [chat, info, create] = operations.map((one) => curlOf(one, "https://gateway.example"));
    expect(chat).toBe(
      [
        'curl -X POST "https://gateway.example/v1/chat/completions" \\',
        '  -H "Authorization: Bearer $TOKEN" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d '{"model": "MODEL", "messages": []}'`,
      ].join("\n"),
    );
    expect(info).toContain('curl "https://gateway.example/team/info?team_id=TEAM_ID"');
    expect(create).toContain("-d '{}'");
  });
});

test("what is not an OpenAPI document is refused", () => {
  expect(() => operationsOf({ openapi: "3.1.0" })).toThrow();
});
