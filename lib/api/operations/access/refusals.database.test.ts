import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CountedRefusals } from "@/lib/refusal";
import { pruneAccessRequests } from "@/lib/store/record/access-requests";
import { listRefusalGroups, pruneRefusalCounts, writeRefusalCounts } from "@/lib/store/record/refusal-groups";
import { refusalContracts, type RefusalsView } from "@/lib/wire/contracts/refusals";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const HOUR = 3_600_000;

let database: TestDatabase;
let gateway: InProcessGateway;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(async () => {
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [{ model_name: "house", gateway_params: { model: "openai/m", api_base: "http://127.0.0.1:9/v1" } }],
    },
  });
  return () => gateway.stop();
});
afterAll(() => database.stop());

async function post(path: string, body: unknown, key = gateway.masterKey): Promise<{ status: number; body: never }> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as never };
}
async function list(query = ""): Promise<ReturnType<typeof refusalContracts.list.output.parse>> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const answer = await gateway.send(`/auth/refusals${query}`, { headers });
  return refusalContracts.list.output.parse(await answer.json());
}
const groupOf = ({ code, kind, principal, route, model }: RefusalsView) => ({ code, kind, principal, route, model });
const chat = (key: string, model: string) =>
  post("/v1/chat/completions", { model, messages: [{ role: "user", content: "Hello." }] }, key);

test("refusals by rules, limits and of unknown models are counted with examples that can be explained", async () => {
  await post("/team/new", { team_id: "t", team_alias: "Translators", models: ["house", "nothing"], rpm_limit: 1 });
  const { key, token_id: id } = (await post("/key/generate", { team_id: "t" })).body as {
    key: string;
    token_id: string;
  };
  expect((await chat(key, "other")).status).toBe(403);
  expect((await chat(key, "other")).status).toBe(403);
  expect((await chat(key, "nothing")).status).toBe(404);
  await chat(key, "house");
  expect((await chat(key, "house")).status).toBe(429);
  expect((await chat("sk-wrong-0123456789", "house")).status).toBe(401);

  let found: Awaited<ReturnType<typeof list>> | undefined;
  await expect.poll(async () => (found = await list()).refusals).toBe(5);
  const route = "/chat/completions";
  expect(found?.data.map((one) => [one.count, groupOf(one)])).toEqual(
    expect.arrayContaining([
      [2, { code: "team_model_not_allowed", kind: "key", principal: id, route: "", model: "other" }],
      [1, { code: "model_not_found", kind: "key", principal: id, route, model: "nothing" }],
      [1, { code: "rate_limit_exceeded", kind: "key", principal: id, route: "", model: "house" }],
      [1, { code: "invalid_key", kind: "unproven", principal: "", route: "", model: "" }],
    ]),
  );
  const [most] = found?.data ?? [];
  expect(most?.examples).toHaveLength(2);
  expect(most?.by_hour.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const explained = await gateway.send(`/auth/explain?id=${most?.examples[0]}`, { headers });
  expect(await explained.json()).toMatchObject({ code: "team_model_not_allowed", model: "other" });
  expect((await list("?code=model_not_found")).total).toBe(1);
  expect(await list("?size=1&page=2")).toMatchObject({ total: 4, refusals: 5, data: [{ count: 1 }] });
});

const counted = (more: Partial<CountedRefusals> = {}): CountedRefusals => ({
  code: "team_blocked",
  kind: "team",
  principal: "t",
  route: "/chat/completions",
  model: "m",
  hour: Math.floor(Date.now() / HOUR) * HOUR,
  count: 1,
  firstAt: Date.now(),
  lastAt: Date.now(),
  examples: ["dec_1"],
  ...more,
});

test("a dismissed group comes back once it happens again after the next revision, and can be shown again before", async () => {
  const { pool } = gateway.services.database;
  await writeRefusalCounts(gateway.services.database, [counted()]);
  const [row] = (await list()).data;
  const group = row && groupOf(row);
  expect((await post("/auth/refusals/dismiss", { ...group, note: "their own mistake" })).body).toEqual({
    state: "dismissed",
  });
  expect((await list()).data).toEqual([]);
  expect((await list("?state=hidden")).data).toMatchObject([
    { state: "dismissed", marked_by: "master key", note: "their own mistake" },
  ]);
  await writeRefusalCounts(gateway.services.database, [counted({ lastAt: Date.now() + 1_000 })]);
  expect((await list()).total).toBe(0);
  await pool.query("INSERT INTO config_revisions (actor, settings) VALUES ('x', '{}')");
  await writeRefusalCounts(gateway.services.database, [counted({ lastAt: Date.now() + 60_000 })]);
  expect((await list()).data).toMatchObject([{ count: 3, state: "open" }]);

  await post("/auth/refusals/dismiss", { ...group });
  expect((await list()).total).toBe(0);
  expect((await post("/auth/refusals/dismiss", { ...group, dismissed: false })).body).toEqual({ state: "open" });
  expect((await list()).total).toBe(1);
});

test("the pages of refusals, each behind the one before, lose and repeat no group that keeps its place", async () => {
  const { database: store } = gateway.services;
  const lastAt = Date.now();
  // Several groups share each count, and some the time as well.
  const many = Array.from({ length: 23 }, (_, n) =>
    counted({ model: `m${n}`, count: 1 + (n % 4), lastAt: lastAt - (n % 3) * 1_000 }),
  );
  await writeRefusalCounts(store, many);
  const whole = await list("?size=200");
  expect(whole).toMatchObject({ total: 23, page: 1, next: null });
  expect((await list("?size=5&page=3")).data).toEqual(whole.data.slice(10, 15));

  const seen: string[] = [];
  for (let after: string | null = "", round = 0; after !== null; round++) {
    const page: Awaited<ReturnType<typeof list>> = await list(`?size=5${after && `&after=${after}`}`);
    seen.push(...page.data.map(({ model }) => model));
    expect(page.page).toBe(round === 0 ? 1 : null);
    after = page.next;
    // The last group that was seen becomes the first, and others come before and after it.
    await writeRefusalCounts(store, [
      counted({ model: page.data.at(-1)?.model ?? "", count: 100 }),
      counted({ model: `first-${round}`, count: 50 }),
    ]);
  }
  expect(seen.filter((model) => model.startsWith("m"))).toEqual(whole.data.map(({ model }) => model));
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const refused = await gateway.send("/auth/refusals?after=x", { headers });
  expect(refused.status).toBe(400);
});

test("a snoozed group comes back by itself", async () => {
  const { services } = gateway;
  await writeRefusalCounts(services.database, [counted()]);
  const [row] = (await list()).data;
  expect((await post("/auth/refusals/snooze", { ...(row && groupOf(row)), hours: 2 })).body).toEqual({
    state: "snoozed",
  });
  expect((await list()).total).toBe(0);
  const query = { since: Date.now() - HOUR, page: 1, size: 10, state: "open" } as const;
  expect((await listRefusalGroups(services.database, { ...query, now: Date.now() + 3 * HOUR })).groups).toBe(1);
});

test("a group that finds no room in its hour is counted with the others of its code", async () => {
  const { database: store } = gateway.services;
  const many = Array.from({ length: 1_000 }, (_, index) => counted({ model: `m${index}` }));
  await writeRefusalCounts(store, many);
  await writeRefusalCounts(store, [counted({ model: "m7" }), counted({ model: "late" }), counted({ model: "later" })]);
  const found = await list("?size=2");
  expect([found.refusals, found.total]).toEqual([1_003, 1_001]);
  expect(found.data.map(({ kind, model, count }) => [kind, model, count])).toEqual(
    expect.arrayContaining([
      ["team", "m7", 2],
      ["others", "", 2],
    ]),
  );
});

test("refusals are counted between days, and between the hours of instants", async () => {
  const groups = [1, 2, 3].map((count) => counted({ hour: Date.parse(`2026-11-${19 + count}T12:00:00Z`), count }));
  await writeRefusalCounts(gateway.services.database, groups);
  expect((await list("?start_date=2026-11-20T12:59:00Z&end_date=2026-11-21")).refusals).toBe(3);
  expect((await list("?end_date=2026-11-22T12:30:00Z")).refusals).toBe(3);
});

test("counts are deleted with the decisions that they count", async () => {
  const { database: store } = gateway.services;
  await writeRefusalCounts(store, [counted({ hour: Date.now() - 48 * HOUR }), counted()]);
  await pruneRefusalCounts(store, { now: Date.now(), keptDays: 1 });
  expect((await list("?hours=100")).refusals).toBe(1);
});

test("refusals are for administrators", async () => {
  await post("/team/new", { team_id: "t" });
  const { key } = (await post("/key/generate", { team_id: "t" })).body as { key: string };
  const answer = await gateway.send("/auth/refusals", { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(403);
});

const DENIED = "x-gateway-decision-id";
async function refusedCall(key: string, model: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ model, messages: [] });
  return (await gateway.send("/v1/chat/completions", { method: "POST", headers, body })).headers.get(DENIED) ?? "";
}
async function newKey(body: object): Promise<string> {
  return ((await post("/key/generate", body)).body as { key: string }).key;
}

test("whoever was refused asks for access once, and administrators see it first until they dismiss it", async () => {
  await post("/team/new", { team_id: "t", models: ["house"] });
  const key = await newKey({ team_id: "t" });
  const id = await refusedCall(key, "other");
  await writeRefusalCounts(gateway.services.database, [counted({ count: 9 })]);

  const asked = await post("/auth/access_requests", { decision_id: id, note: "for the translations" }, key);
  expect(asked).toMatchObject({ status: 200, body: { state: "requested" } });
  const again = await post("/auth/access_requests", { decision_id: await refusedCall(key, "other") }, key);
  expect(again.body).toEqual({
    state: "already_requested",
    requested_at: (asked.body as { requested_at: string }).requested_at,
  });

  await expect.poll(async () => (await list()).refusals).toBe(11);
  const [first, second] = (await list()).data;
  expect(first).toMatchObject({ code: "team_model_not_allowed", model: "other", count: 2 });
  expect(first?.requests).toMatchObject([{ note: "for the translations", decision_id: id }]);
  expect(first?.requests[0]?.requested_by).toMatch(/^key /);
  expect(second).toMatchObject({ count: 9, requests: [] });

  await post("/auth/refusals/dismiss", first && groupOf(first));
  expect((await list("?state=hidden")).data).toMatchObject([{ requests: [] }]);
  expect((await post("/auth/access_requests", { decision_id: id }, key)).body).toMatchObject({ state: "requested" });
  expect((await list()).data[0]).toMatchObject({ code: "team_model_not_allowed", state: "open" });
  const { rows } = await gateway.services.database.pool.query(
    "SELECT action FROM audit_events WHERE action LIKE 'refusals.%' ORDER BY at",
  );
  expect(rows.map(({ action }: { action: string }) => action)).toEqual([
    "refusals.request_access",
    "refusals.dismiss",
    "refusals.request_access",
  ]);
});

test("nobody asks about the refusals of others, and nobody learns whether they exist", async () => {
  await post("/team/new", { team_id: "t", models: ["house"] });
  const [own, other] = [await newKey({ team_id: "t" }), await newKey({ team_id: "t" })];
  const id = await refusedCall(other, "other");
  const absent = "dec_00000000-0000-4000-8000-000000000000";
  const answers = await Promise.all(
    [id, absent].map((decision_id) => post("/auth/access_requests", { decision_id }, own)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  expect((await post("/auth/access_requests", { decision_id: id, note: "\0" }, other)).status).toBe(400);
});

test("open requests of one person are bounded, and are deleted with the decisions that they are about", async () => {
  await post("/team/new", { team_id: "t", models: ["house"] });
  const key = await newKey({ team_id: "t" });
  const ask = async (model: string) => {
    const answer = await post("/auth/access_requests", { decision_id: await refusedCall(key, model) }, key);
    return answer.status;
  };
  for (let index = 0; index < 20; index++) expect(await ask(`m${index}`)).toBe(200);
  expect(await ask("one-too-many")).toBe(400);
  expect(await ask("m3")).toBe(200);
  await pruneAccessRequests(gateway.services.database, { now: Date.now() + 2 * 24 * HOUR, keptDays: 1 });
  expect(await ask("one-too-many")).toBe(200);
});

test("the pages of own refusals, each behind the one before, lose and repeat none while more are refused", async () => {
  await post("/team/new", { team_id: "t", models: ["house"] });
  const key = await newKey({ team_id: "t" });
  const models = ["one", "two", "three", "four", "five"];
  for (const model of models) await refusedCall(key, model);
  const page = async (query: string) => {
    const answer = await gateway.send(`/auth/refusals/own?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    return refusalContracts.own.output.parse(await answer.json());
  };
  const names = ({ data }: { data: { model: string }[] }) => data.map(({ model }) => model);
  await expect.poll(async () => (await page("")).total).toBe(5);
  const all = names(await page(""));
  expect(names(await page("size=2&page=2"))).toEqual(all.slice(2, 4));

  const first = await page("size=2");
  expect(first).toMatchObject({ total: 5, page: 1 });
  // A group that is still to come is refused again, and so comes first in a list that is read again, as a new group
  // does.
  const again = all.at(-1) ?? "";
  await refusedCall(key, again);
  await refusedCall(key, "six");
  await expect.poll(async () => names(await page("size=2"))).toEqual(["six", again]);
  const seen = names(first);
  for (let { next } = first; next !== null;) {
    const answer = await page(`size=2&after=${next}`);
    expect(answer.page).toBe(null);
    seen.push(...names(answer));
    ({ next } = answer);
  }
  expect(seen).toEqual(all);
  const wrong = await gateway.send("/auth/refusals/own?after=x", { headers: { authorization: `Bearer ${key}` } });
  expect(wrong.status).toBe(400);
});

test("callers see what was refused to them, newest first, with their open request, and nothing of others", async () => {
  await post("/team/new", { team_id: "t", models: ["house"] });
  await post("/user/new", { user_id: "hedy" });
  const [own, other] = [await newKey({ team_id: "t" }), await newKey({ team_id: "t", user_id: "hedy" })];
  const first = await refusedCall(own, "one");
  await refusedCall(own, "two");
  await refusedCall(own, "two");
  await refusedCall(other, "three");
  const asked = await post("/auth/access_requests", { decision_id: first }, own);
  const ownOf = async (key: string) => {
    const answer = await gateway.send("/auth/refusals/own", { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    return refusalContracts.own.output.parse(await answer.json()).data;
  };
  await expect.poll(async () => (await ownOf(own)).length).toBe(2);
  expect(await ownOf(own)).toMatchObject([
    { code: "team_model_not_allowed", model: "two", requested_at: null },
    { model: "one", decision_id: first, requested_at: (asked.body as { requested_at: string }).requested_at },
  ]);
  await expect.poll(async () => (await ownOf(other)).map(({ model }) => model)).toEqual(["three"]);
  expect(await ownOf(await newKey({}))).toEqual([]);
});
