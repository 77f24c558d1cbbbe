import { describe, expect, test } from "vitest";
import { type Draft, EMPTY_DRAFT, keptDraft, listRoutes, readDraft } from "./question";

const [chat] = listRoutes(undefined);
if (!chat) throw new Error("no route");

describe("a draft", () => {
  test("a draft becomes a question, without what surrounds the token", () => {
    expect(
      readDraft(
        { ...EMPTY_DRAFT, token: " Bearer abc.def.ghi\n", model: " gpt-4o ", team: "t1", organization: "o1" },
        chat,
      ),
    ).toEqual({
      question: {
        token: "abc.def.ghi",
        method: "POST",
        route: "/v1/chat/completions",
        model: "gpt-4o",
        team_id: "t1",
        organization_id: "o1",
      },
    });
  });

  test("a draft sends either the token or the claims, as chosen", () => {
    const draft = { ...EMPTY_DRAFT, token: "abc", claims: '{"client_id": "t1"}', model: "gpt-4o" };
    expect(readDraft({ ...draft, by: "claims" }, chat)).toMatchObject({ question: { claims: { client_id: "t1" } } });
    expect(readDraft({ ...draft, by: "claims" }, chat)).not.toHaveProperty("question.token");
    expect(readDraft(draft, chat)).not.toHaveProperty("question.claims");
  });

  test("a draft with a body sends it", () => {
    const draft = { ...EMPTY_DRAFT, token: "abc", model: "gpt-4o", body: '{"max_tokens": 5}' };
    expect(readDraft(draft, chat)).toMatchObject({ question: { body: { max_tokens: 5 } } });
  });

  test("a draft names a model only if its route needs one", () => {
    const route = { ...chat, method: "GET" as const, path: "/team/info", namesModel: false };
    expect(readDraft({ ...EMPTY_DRAFT, token: "abc", model: "gpt-4o" }, route)).toEqual({
      question: { token: "abc", method: "GET", route: "/team/info" },
    });
  });

  test("a draft is kept without its token", () => {
    const draft: Draft = { ...EMPTY_DRAFT, by: "claims", token: "abc", claims: '{"client_id": "t1"}', model: "gpt-4o" };
    const { token: _, ...others } = draft;
    expect(keptDraft(draft)).toEqual(others);
  });

  test.each([
    ["a JWT", "claims", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"],
    ["a key", "model", "sk-0123456789"],
    ["a header with its token", "body", "Bearer abc"],
    ["the secret of an issuer", "settings", '{"issuers": [{"introspection": {"client_secret": "s3cret"}}]}'],
  ] as const)("a field into which %s was typed is kept empty, and the others are kept", (_, field, text) => {
    const draft = { ...EMPTY_DRAFT, model: "gpt-4o", team: "t1", [field]: text };
    expect(keptDraft(draft)).toMatchObject({ team: "t1", [field]: "" });
  });

  test.each([
    ["no token", {}, ["model", "token"]],
    ["no claims", { by: "claims", model: "m" }, ["claims"]],
    ["claims that are not JSON", { by: "claims", model: "m", claims: "{a: 1}" }, ["claims"]],
    ["a body that is not an object", { token: "abc", model: "m", body: "5" }, ["body"]],
    ["claims that are a list", { by: "claims", model: "m", claims: "[]" }, ["claims"]],
  ] as const)("a draft with %s says which field is wrong", (_, change, fields) => {
    const read = readDraft({ ...EMPTY_DRAFT, ...change }, chat);
    expect("faults" in read && Object.keys(read.faults).sort()).toEqual(fields);
  });
});

test("routes are listed once, with /v1 where they have it, without the public ones", () => {
  const operation = (tag: string, access: string) => ({ tags: [tag], "x-access": access });
  const document = {
    paths: {
      "/v1/chat/completions": { post: operation("openai_routes", "anyone") },
      "/chat/completions": { post: operation("openai_routes", "anyone") },
      "/team/info": { get: operation("info_routes", "owners") },
      "/health/liveness": { get: operation("public_routes", "public") },
    },
  };
  expect(listRoutes(document)).toEqual([
    chat,
    {
      name: "GET /team/info",
      method: "GET",
      path: "/team/info",
      family: "info_routes",
      access: "owners",
      namesModel: false,
      namesTool: false,
    },
  ]);
});
