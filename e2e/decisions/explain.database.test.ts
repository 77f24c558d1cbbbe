import { describe, expect, test } from "vitest";
import { RULES } from "@/lib/auth/decide";
import { readState } from "@/testing/auth/case-rows";
import { type Json, QUESTION_KEY, useExplainFixture } from "@/testing/gateway/explain-fixture";

const fixture = useExplainFixture();
const { configure, explain, put, send } = fixture;

describe("POST /auth/explain", () => {
  const chat = { route: "/v1/chat/completions", model: "gpt-4o" };
  const rules = RULES.map(({ rule }) => rule);

  test("an explanation lists every check in order, with the identity, the obligations in words and the resolution", async () => {
    await put({ state: {}, token: "master key" });
    await configure({ user_id_jwt_field: "sub", team_id_upsert: true, user_id_upsert: true });
    const answer = await explain({ ...chat, token: await fixture.provider.issueToken({ sub: "u1", client_id: "t1" }) });
    expect(answer).toMatchObject({
      allow: true,
      code: null,
      identity: { kind: "jwt", user_id: "u1", team_id: "t1", issuer: fixture.provider.issuer },
      principal: { admin: false, user_id: "u1", team_id: "t1" },
      obligations: ['would create the team "t1"', 'would create the user "u1"'],
      resolution: { requested: "gpt-4o", winner: { model_name: "*", upstream_model: "openai/gpt-4o" } },
      nearest_miss: null,
    });
    expect(answer.checks.map(({ rule }: Json) => rule)).toEqual([
      "verify",
      "custom_validate",
      "identity",
      ...rules,
      "deployment",
      "price",
      "budget",
      "rate",
    ]);
    expect(await readState(fixture.gateway.services.database)).toEqual({ teams: [], users: [], memberships: [] });
  });

  test("an explanation of a token that cannot be verified says why and reaches no further check", async () => {
    await configure({});
    const answer = await explain({
      ...chat,
      token: await fixture.provider.issueToken({ client_id: "t1" }, { expiresIn: -60 }),
    });
    expect(answer).toMatchObject({ allow: false, code: "token_expired", identity: null, nearest_miss: null });
    expect(answer.checks.map(({ outcome }: Json) => outcome)).toEqual([
      "fail",
      ...Array(rules.length + 2).fill("not reached"),
    ]);
  });

  test("an explanation of a token that custom_validate refuses names that check", async () => {
    await configure({}, { customValidate: () => false });
    const answer = await explain({ ...chat, token: await fixture.provider.issueToken({ client_id: "t1" }) });
    expect(answer.code).toBe("custom_validation_failed");
    expect(answer.checks.slice(0, 3)).toMatchObject([
      { rule: "verify", outcome: "pass" },
      { rule: "custom_validate", outcome: "fail" },
      { rule: "identity", outcome: "not reached" },
    ]);
  });

  test("what custom_validate threw is told to administrators, and not to the caller", async () => {
    const customValidate = () => {
      throw new Error("not acme: evil");
    };
    await configure({}, { customValidate });
    const token = await fixture.provider.issueToken({ client_id: "t1" });
    const answer = await explain({ ...chat, token });
    const told = "The operator's function refused it. It threw: not acme: evil.";
    expect(answer.checks[1]).toMatchObject({ rule: "custom_validate", because: told });
    expect(answer.message).toBe("Invalid JWT token");
  });

  test("an explanation takes claims as proven and starts with the identity", async () => {
    await put({ state: { teams: { t1: {} } }, token: "master key" });
    await configure({});
    const answer = await explain({ ...chat, claims: { client_id: "t1" } });
    expect(answer).toMatchObject({ allow: true, principal: { team_id: "t1" } });
    expect(answer.checks[0].rule).toBe("identity");
  });

  const faults: [what: string, body: object, param: string | null][] = [
    ["neither token nor claims", chat, "token"],
    ["both token and claims", { ...chat, token: "x", claims: {} }, "token"],
    ["claims that are a list", { ...chat, claims: [] }, "claims"],
    ["a route that does not exist", { claims: {}, route: "/nothing" }, "route"],
    ["a public route", { claims: {}, method: "GET", route: "/health/liveness" }, "route"],
    ["no model on a route that names one", { claims: {}, route: "/v1/chat/completions" }, "model"],
    ["a draft with an unknown setting", { ...chat, claims: {}, settings: { nonsense: true } }, "settings.nonsense"],
    [
      "a draft with a wildcard scope mapping",
      { ...chat, claims: {}, settings: { scope_mappings: [{ scope: "s", models: ["*"] }] } },
      "settings.scope_mappings.0.models.0",
    ],
    ["an unknown field", { ...chat, claims: {}, prompt: "x" }, "prompt"],
  ];
  test.each(faults)("a question with %s is refused, and the refusal names the field", async (_what, body, param) => {
    await configure({});
    const answer = await send(fixture.gateway.masterKey, "POST", "/auth/explain", body);
    expect([answer.status, answer.body.error?.param]).toEqual([400, param]);
  });

  test("/auth/explain is for administrators", async () => {
    await put({ state: { teams: { t1: {} } }, token: { key: { allowedRoutes: ["management_routes"] } } });
    await configure({ team_allowed_routes: ["management_routes"] });
    for (const bearer of [QUESTION_KEY, await fixture.provider.issueToken({ client_id: "t1" })]) {
      expect((await send(bearer, "POST", "/auth/explain", { ...chat, claims: {} })).status).toBe(403);
      expect(
        (await send(bearer, "GET", `/auth/explain?id=dec_${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}`)).status,
      ).toBe(403);
    }
    expect(
      (
        await send(await fixture.provider.issueToken({ scope: "gateway_proxy_admin" }), "POST", "/auth/explain", {
          ...chat,
          claims: {},
        })
      ).status,
    ).toBe(200);
  });
});
