import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let gateway: InProcessGateway;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(async () => {
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: "http://127.0.0.1:9/v1" } }],
    },
  });
  await post("/team/new", { team_id: "t", team_alias: "Translators", models: ["house"] });
  return () => gateway.stop();
});
afterAll(() => database.stop());

async function post(path: string, body: unknown, key = gateway.masterKey) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as never, headers: answer.headers };
}
async function newKey(body: object = { team_id: "t" }): Promise<{ key: string; token_id: string }> {
  return (await post("/key/generate", body)).body;
}
async function refused(key: string, model = "other"): Promise<string> {
  const answer = await post("/v1/chat/completions", { model, messages: [] }, key);
  expect(answer.status).toBe(403);
  return answer.headers.get("x-gateway-decision-id") ?? "";
}
async function again(id: string): Promise<ReturnType<typeof decisionContracts.again.output.parse>> {
  const answer = await post("/auth/explain/again", { decision_id: id });
  expect(answer).toMatchObject({ status: 200 });
  return decisionContracts.again.output.parse(answer.body);
}

test("a refusal is asked again under today's rules, without its key, with the nearest miss until it would pass", async () => {
  const { key } = await newKey({ team_id: "t", key_alias: "batch" });
  const id = await refused(key);
  expect(await again(id)).toMatchObject({
    allow: false,
    code: "team_model_not_allowed",
    who: "key batch",
    nearest_miss: { changes: [{ kind: "allow-model", holder: "team", id: "t", model: "other" }] },
  });
  await post("/team/update", { team_id: "t", models: ["house", "other"] });
  expect(await again(id)).toMatchObject({ allow: true, code: null, nearest_miss: null });
  expect(await again(id)).toMatchObject({ principal: { team_id: "t" }, resolution: { winner: { model_name: "*" } } });
});

test("a refusal by a rate limit names the limits that bind the call, and while it is full what would let it in", async () => {
  const { key, token_id: id } = await newKey({ rpm_limit: 1, max_parallel_requests: 3, model_rpm_limit: { "o*": 9 } });
  const answers = [];
  for (let call = 0; call < 2; call++)
    answers.push(await post("/v1/chat/completions", { model: "other", messages: [] }, key));
  expect(answers[1]?.status).toBe(429);
  const own = { holder: "key", id };
  const limits = [
    { ...own, limit: "max_parallel_requests", model: null, value: 3 },
    { ...own, limit: "rpm_limit", model: null, value: 1 },
    { ...own, limit: "rpm_limit", model: "o*", value: 9 },
  ];
  expect(await again(answers[1]?.headers.get("x-gateway-decision-id") ?? "")).toMatchObject({
    code: "rate_limit_exceeded",
    limits,
    nearest_miss: { changes: [{ ...own, kind: "raise-limit", limit: "rpm_limit", model: null, needed: 2 }] },
  });
});

test("a refusal by a budget is asked again with a body of the same size, and for the smallest of calls without one", async () => {
  const { key, token_id: id } = await newKey({ max_budget: 0.001 });
  const call = { max_tokens: 10_000, messages: [] };
  const answer = await post("/v1/chat/completions", { ...call, model: "gpt-4o" }, key);
  expect(answer).toMatchObject({ status: 429, body: { error: { code: "budget_exceeded" } } });
  const decision_id = answer.headers.get("x-gateway-decision-id") ?? "";
  expect(await again(decision_id)).toMatchObject({ allow: true });
  expect(await post("/auth/explain/again", { decision_id, body: call })).toMatchObject({
    status: 200,
    body: {
      allow: false,
      code: "budget_exceeded",
      nearest_miss: { changes: [{ kind: "raise-budget", holder: "key", id, needed: expect.closeTo(0.1, 2) }] },
    },
  });
  expect(await post("/auth/explain/again", { decision_id, body: { max_tokens: "many" } })).toMatchObject({
    status: 400,
  });
});

test("a refusal of a key that is gone, and one that is not recorded, cannot be asked again", async () => {
  const { key, token_id: tokenId } = await newKey();
  const id = await refused(key);
  await post("/key/delete", { keys: [tokenId] });
  expect(await post("/auth/explain/again", { decision_id: id })).toMatchObject({
    status: 404,
    body: { error: { message: "The key has been deleted.", param: "decision_id" } },
  });
  const absent = { decision_id: "dec_00000000-0000-4000-8000-000000000000" };
  expect((await post("/auth/explain/again", absent)).status).toBe(404);
  const unproven = await post("/v1/chat/completions", { model: "m", messages: [] }, "sk-wrong-0123456789");
  const nobody = { decision_id: unproven.headers.get("x-gateway-decision-id") };
  expect(await post("/auth/explain/again", nobody)).toMatchObject({
    status: 404,
    body: { error: { message: "The caller was not recorded. Explain the same request with their token." } },
  });
});

test("a draft of a team is tried on recorded traffic: who else of the team would gain", async () => {
  const [own, colleague] = [
    await newKey({ team_id: "t", key_alias: "own" }),
    await newKey({ team_id: "t", key_alias: "colleague" }),
  ];
  await refused(own.key);
  await refused(own.key);
  await refused(colleague.key);
  await refused(colleague.key, "third");
  const tried = async (teams: object[]) => {
    const { body } = await post("/auth/replay", { teams });
    return decisionContracts.replay.output.parse(body);
  };
  const grant = await tried([{ team_id: "t", models: ["house", "other"] }]);
  expect(grant.newly_allowed.map(({ who, model, count }) => [who, model, count])).toEqual([
    ["key own", "other", 2],
    ["key colleague", "other", 1],
  ]);
  expect(grant.totals.newly_denied.calls).toBe(0);
  expect((await tried([{ team_id: "t", blocked: true }])).totals).toMatchObject({ newly_allowed: { calls: 0 } });
  expect((await tried([])).totals.newly_allowed.calls).toBe(0);
});

test.each([
  ["a user", "user_model_not_allowed", { users: [{ user_id: "u", models: ["house", "other"] }] }],
  ["an organisation", "organization_blocked", { organizations: [{ organization_id: "o", blocked: false }] }],
  ["a key", "key_model_not_allowed", { keys: [{ key: "own", models: ["house", "other"] }] }],
  ["a blocked key", "key_blocked", { keys: [{ key: "own", blocked: false }] }],
] as const)("a draft of %s is tried on what was refused by %s", async (_, code, draft) => {
  await post("/user/new", { user_id: "u", ...(code === "user_model_not_allowed" && { models: ["house"] }) });
  await post("/organization/new", { organization_id: "o", blocked: code === "organization_blocked" });
  const { key, token_id: id } = await newKey({
    user_id: "u",
    organization_id: "o",
    key_alias: "own",
    blocked: code === "key_blocked",
    ...(code === "key_model_not_allowed" && { models: ["house"] }),
  });
  expect((await again(await refused(key))).code).toBe(code);
  const rows = JSON.parse(JSON.stringify(draft).replace('"key":"own"', `"key":"${id}"`));
  const { body } = await post("/auth/replay", rows);
  const report = decisionContracts.replay.output.parse(body);
  expect(report.newly_allowed.map((group) => [group.who, group.code, group.count])).toEqual([["key own", code, 1]]);
});

test("a draft prolongs a key that has expired, and a duration that never ends is refused", async () => {
  const { key, token_id: id } = await newKey({ key_alias: "old" });
  await gateway.services.database.pool.query("UPDATE keys SET expires_at = now() - interval '1 day'");
  const answer = await post("/v1/chat/completions", { model: "other", messages: [] }, key);
  expect(answer.status).toBe(401);
  expect((await again(answer.headers.get("x-gateway-decision-id") ?? "")).code).toBe("key_expired");
  const tried = async (duration: string | null) => await post("/auth/replay", { keys: [{ key: id, duration }] });
  const { newly_allowed: gained } = decisionContracts.replay.output.parse((await tried("30d")).body);
  expect(gained).toMatchObject([{ who: "key old", code: "key_expired" }]);
  expect(decisionContracts.replay.output.parse((await tried(null)).body).newly_allowed).toHaveLength(1);
  expect((await tried("99999y")).status).toBe(400);
});

test("an explanation and a record have the names of those whom they name by an id, as they are today", async () => {
  await post("/user/new", { user_id: "u1", user_email: "ada@example.com" });
  const { key, token_id: id } = await newKey({ team_id: "t", user_id: "u1", key_alias: "batch" });
  const refusal = await refused(key);
  const told_as = `sk-...${key.slice(-4)}`;
  const names = [
    { kind: "key", id, name: "batch", told_as },
    { kind: "team", id: "t", name: "Translators", told_as: null },
    { kind: "user", id: "u1", name: "ada@example.com", told_as: null },
  ];
  const named = (answer: { readonly names: readonly object[] }): readonly object[] =>
    answer.names.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  expect(named(await again(refusal))).toEqual(names);
  await post("/team/update", { team_id: "t", team_alias: "Interpreters" });
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const record = await gateway.send(`/auth/explain?id=${refusal}`, { headers });
  expect(named(await record.json())).toEqual(names.with(1, { ...names[1]!, name: "Interpreters" }));
  const { body } = await post("/auth/explain", { token: key, route: "/v1/chat/completions", model: "house" });
  const { checks, names: asked } = body as { checks: { rule: string; because: string }[]; names: readonly object[] };
  expect(checks.find(({ rule }) => rule === "key")?.because).toBe(`The key ${told_as} is valid.`);
  expect(asked).toHaveLength(3);
});
