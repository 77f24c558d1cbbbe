import { expect, test } from "vitest";
import { type Json, useExplainFixture } from "@/testing/gateway/explain-fixture";

const PROMPT = "a prompt that nobody keeps";

const fixture = useExplainFixture();
const { configure, put, send } = fixture;

test("a recorded refusal is shown with neither token nor prompt", async () => {
  await put({ state: { teams: { t1: { models: ["x"] } } }, token: "master key" });
  await configure({});
  const token = await fixture.provider.issueToken({ client_id: "t1", sub: "s", secret_claim: "do not keep" });
  const denied = await send(token, "POST", "/v1/chat/completions", {
    model: "gpt-4o",
    messages: [{ role: "user", content: PROMPT }],
  });
  const { status, body } = await send(fixture.gateway.masterKey, "GET", `/auth/explain?id=${denied.decisionId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: denied.decisionId,
    allow: false,
    code: "team_model_not_allowed",
    method: "POST",
    route: "/chat/completions",
    model: "gpt-4o",
    identity: { team_id: "t1", subject: "s" },
  });
  for (const secret of [token, token.split(".")[2]!, PROMPT, "do not keep"])
    expect(JSON.stringify(body)).not.toContain(secret);
});

test("a recorded refusal of an unproven token shows the check that failed", async () => {
  await configure({});
  const expired = await fixture.provider.issueToken({ client_id: "t1", exp: Math.floor(Date.now() / 1_000) - 3_600 });
  const refused = await send(expired, "GET", "/v1/models");
  expect(refused.status).toBe(401);
  const { body } = await send(fixture.gateway.masterKey, "GET", `/auth/explain?id=${refused.decisionId}`);
  expect(body).toMatchObject({ code: "token_expired", method: "GET", route: "/models", identity: null });
  expect(body["checks"][0]).toMatchObject({
    rule: "verify",
    outcome: "fail",
    because: expect.stringContaining(refused.body.error.message),
  });
  expect(JSON.stringify(body)).not.toContain(expired.split(".")[1]!);
});

test("a recorded refusal of somebody else's entity shows that the rules allowed the route", async () => {
  await put({ state: { teams: { t1: {}, t2: {} } }, token: "master key" });
  await configure({});
  const token = await fixture.provider.issueToken({ client_id: "t1" });
  const refused = await send(token, "GET", "/team/info?team_id=t2");
  expect(refused.status).toBe(403);
  const { body } = await send(fixture.gateway.masterKey, "GET", `/auth/explain?id=${refused.decisionId}`);
  expect(body).toMatchObject({ code: "route_not_allowed", route: "/team/info", identity: { team_id: "t1" } });
  expect(body["checks"].at(-1)).toMatchObject({
    rule: "ownership",
    outcome: "fail",
    because: refused.body.error.message,
  });
  expect(body["checks"].filter(({ outcome }: Json) => outcome === "fail")).toHaveLength(1);
});

test("the explanation of an id that was never recorded is a 404, and that of a malformed id a 400", async () => {
  await configure({});
  const unknown = await send(
    fixture.gateway.masterKey,
    "GET",
    "/auth/explain?id=dec_00000000-0000-4000-8000-000000000000",
  );
  expect([unknown.status, unknown.body.error.code]).toEqual([404, "not_found"]);
  expect((await send(fixture.gateway.masterKey, "GET", "/auth/explain?id=x")).status).toBe(400);
  expect((await send(fixture.gateway.masterKey, "GET", "/auth/explain")).status).toBe(400);
});

test("a blocked end user is one group and one request for access, whatever the calls asked for", async () => {
  await configure({});
  const { masterKey } = fixture.gateway;
  await send(masterKey, "POST", "/customer/new", { user_id: "blocked-customer" });
  await send(masterKey, "POST", "/customer/block", { user_ids: ["blocked-customer"] });
  const key = String((await send(masterKey, "POST", "/key/generate", {})).body["key"]);
  const ids: unknown[] = [];
  for (const model of ["one", "two", "three"]) {
    const body = { model, user: "blocked-customer", messages: [] };
    ids.push((await send(key, "POST", "/v1/chat/completions", body)).decisionId);
  }
  const groups = async (): Promise<unknown> =>
    (await send(masterKey, "GET", "/auth/refusals?code=end_user_blocked")).body["data"];
  await expect.poll(groups).toMatchObject([{ code: "end_user_blocked", kind: "key", route: "", model: "", count: 3 }]);
  const asked: unknown[] = [];
  for (const decision_id of ids.slice(1))
    asked.push((await send(key, "POST", "/auth/access_requests", { decision_id })).body["state"]);
  expect(asked).toEqual(["requested", "already_requested"]);
});
