import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, provider, upstream] = await Promise.all([startTestDatabase(), startProvider(), startUpstream()]);
  const entry = (name: string, model: string, more: object = {}): object => ({
    model_name: name,
    gateway_params: { model, api_base: upstream.apiBase, api_key: "sk-of-the-upstream", ...more },
  });
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { enable_jwt_auth: true, fallbacks: { broken: ["secret", "house"], lost: ["secret"] } },
      gateway_jwtauth: {
        user_id_jwt_field: "sub",
        user_id_upsert: true,
        team_ids_jwt_field: "groups",
        admin_jwt_scope: "boss",
        admin_viewer_jwt_scope: "viewer",
      },
      model_list: [
        entry("house", "openai/gpt-4o-mini"),
        entry("secret", "openai/gpt-4o"),
        entry("broken", "openai/status-503", { num_retries: 0 }),
        entry("lost", "openai/status-503", { num_retries: 0 }),
      ],
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
  await send("/team/new", { team_id: "ml", models: ["house", "broken", "lost"] });
  await send("/team/new", { team_id: "poor", max_budget: 0 });
  await send("/team/new", { team_id: "strict", rpm_limit: 1 });
  await send("/team/new", { team_id: "any" });
  await send("/user/new", { user_id: "ada", models: ["house"] });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), provider?.stop(), database?.stop()]);
});

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- JSON, asserted on

async function ask(path: string, body: unknown, bearer = gateway.masterKey): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  return await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
}
async function send(path: string, body: unknown, bearer?: string) {
  const answer = await ask(path, body, bearer);
  return { status: answer.status, body: (await answer.json()) as Json };
}
async function read(path: string): Promise<Json> {
  return (await (
    await gateway.send(path, { headers: { authorization: `Bearer ${gateway.masterKey}` } })
  ).json()) as Json;
}
const asks = (as: object, model = "house"): object => ({
  as,
  request: { model, messages: [{ role: "user", content: "Hello" }] },
});
interface Event {
  readonly name: string;
  readonly data: Json | "[DONE]";
}
async function streamed(body: object, bearer?: string, path = "/auth/playground"): Promise<Event[]> {
  const answer = await ask(path, body, bearer);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  return (await answer.text())
    .split("\n\n")
    .filter((block) => block !== "")
    .map((block) => {
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? "";
      return { name: /^event: (.*)$/m.exec(block)?.[1] ?? "chunk", data: data === "[DONE]" ? data : JSON.parse(data) };
    });
}
const dataOf = (events: readonly Event[], name: string): Json =>
  (events.find((event) => event.name === name)?.data ?? {}) as Json;

test("an administrator's call as a team streams its decision, its deployment, its answer and its cost", async () => {
  const events = await streamed(asks({ team_id: "ml" }));
  const names = events.map(({ name }) => name);
  expect(names.filter((name, index) => name !== names[index - 1])).toEqual([
    "decision",
    "deployment",
    "chunk",
    "usage",
  ]);
  expect(dataOf(events, "decision")).toMatchObject({ allow: true, code: null, principal: { team_id: "ml" } });
  const usage = dataOf(events, "usage");
  expect(usage).toMatchObject({
    call_id: dataOf(events, "deployment")["call_id"],
    status: "success",
    provider: "openai",
    model: "gpt-4o-mini",
  });
  expect(usage["completion_tokens"]).toBeGreaterThan(0);
  expect(usage["cost"]).toBeGreaterThan(0);
  expect(events.map(({ data }) => (data === "[DONE]" ? data : "")).join("")).toBe("[DONE]");
});

test("a call is booked to the administrator who acts, with the tag playground, and not to the team", async () => {
  const boss = await provider.issueToken({ sub: "boss", scope: "boss" });
  const events = await streamed(asks({ team_id: "ml" }), boss);
  const { call_id: id } = dataOf(events, "usage");
  await expect.poll(async () => ((await read(`/spend/logs?call_id=${id}`))["data"] as Json[]).length).toBe(1);
  expect((await read(`/spend/logs?call_id=${id}`))["data"]).toMatchObject([
    { user_id: "boss", team_id: null, tags: ["playground"], requested_model: "house" },
  ]);
  const { data } = await read("/audit/logs?action=playground.call&size=1");
  expect(data).toMatchObject([{ entity_id: "house", actor: "boss", after: { as: "team ml", allow: true } }]);
});

test.each([
  ["a team that may not use the model", { team_id: "ml" }, "secret", 403, "team_model_not_allowed"],
  ["a team without budget", { team_id: "poor" }, "house", 429, "budget_exceeded"],
  ["a user who may not use the model", { user_id: "ada" }, "secret", 403, "user_model_not_allowed"],
  ["a token of an unknown team", { claims: { sub: "eve", groups: ["nowhere"] } }, "house", 403, "team_not_found"],
  ["a name that no entry serves", { team_id: "strict" }, "nothing", 404, "model_not_found"],
] as const)("%s is refused as its own call would be, with the decision", async (_, as, model, status, code) => {
  const before = upstream.requests.length;
  const answer = await ask("/auth/playground", asks(as, model));
  const body = (await answer.json()) as Json;
  expect({ status: answer.status, body }).toMatchObject({ status, body: { error: { code }, decision: { code } } });
  expect(answer.headers.get("x-gateway-decision-id")).toBeNull();
  expect((body["decision"]["checks"] as Json[]).some(({ outcome }) => outcome === "fail")).toBe(true);
  expect(upstream.requests).toHaveLength(before);
});

test("the refusal has the code that the identity's own token gets", async () => {
  const claims = { sub: "eve", groups: ["ml"] };
  const own = await send("/chat/completions", { model: "secret", messages: [] }, await provider.issueToken(claims));
  const tried = await send("/auth/playground", asks({ claims: { ...claims, iss: provider.issuer } }, "secret"));
  expect({ status: tried.status, error: tried.body["error"] }).toEqual({
    status: own.status,
    error: own.body["error"],
  });
});

test("limits are read but not held: a team with one request a minute has it afterwards", async () => {
  await streamed(asks({ team_id: "strict" }));
  await streamed(asks({ team_id: "strict" }));
  const { key } = (await send("/key/generate", { team_id: "strict" })).body;
  const call = { model: "house", messages: [{ role: "user", content: "Hello" }] };
  expect((await send("/chat/completions", call, key)).status).toBe(200);
  expect(await send("/auth/playground", asks({ team_id: "strict" }))).toMatchObject({
    status: 429,
    body: { decision: { code: "rate_limit_exceeded" } },
  });
});

test("a call as claims creates neither the user nor a membership that the token's own call would", async () => {
  const events = await streamed(asks({ claims: { sub: "newcomer", groups: ["ml"] } }));
  expect(dataOf(events, "decision")["obligations"]).toEqual(['would create the user "newcomer"']);
  expect((await gateway.send("/user/info?user_id=newcomer", auth())).status).toBe(404);
});
function auth(): RequestInit {
  return { headers: { authorization: `Bearer ${gateway.masterKey}` } };
}

test("a key is tried by its id, and a blocked one is refused", async () => {
  const { token_id: id } = (await send("/key/generate", { team_id: "ml", models: ["house"] })).body;
  expect(dataOf(await streamed(asks({ key_id: id })), "decision")["principal"]).toMatchObject({ key_id: id });
  await send("/key/block", { key: id });
  expect(await send("/auth/playground", asks({ key_id: id }))).toMatchObject({
    status: 403,
    body: { error: { code: "key_blocked" } },
  });
});

test("a call falls back only to models that the identity may use", async () => {
  expect(dataOf(await streamed(asks({ team_id: "ml" }, "broken")), "deployment")).toMatchObject({ fallback: "house" });
  const lost = await streamed(asks({ team_id: "ml" }, "lost"));
  expect(lost.map(({ name }) => name)).not.toContain("chunk");
  expect(dataOf(lost, "error")["error"]).toBeDefined();
  expect(dataOf(lost, "usage")).toMatchObject({ status: "error", cost: 0 });
});

test("the models of an identity are those that it may call", async () => {
  const models = async (as: object) => (await send("/auth/playground/models", { as })).body["models"] as string[];
  expect(await models({ team_id: "ml" })).toEqual(["house", "broken", "lost"]);
  expect(await models({ user_id: "ada" })).toEqual(["house"]);
});

test.each([
  ["no identity", {}, 400, "as"],
  ["two identities", { user_id: "ada", claims: {} }, 400, "as"],
  ["an unknown team", { team_id: "nobody" }, 404, "as.team_id"],
  ["an unknown user", { user_id: "nobody" }, 404, "as.user_id"],
  ["an unknown key", { key_id: "nobody" }, 404, "as.key_id"],
] as const)("%s is not tried", async (_, as, status, param) => {
  expect(await send("/auth/playground", asks(as))).toMatchObject({ status, body: { error: { param } } });
});

test("neither a viewer nor anybody else may call as an identity", async () => {
  const viewer = await provider.issueToken({ sub: "v", scope: "viewer" });
  const member = await provider.issueToken({ sub: "m", groups: ["ml"] });
  expect((await send("/auth/playground", asks({ team_id: "ml" }), viewer)).status).toBe(403);
  expect((await send("/auth/playground", asks({ team_id: "ml" }), member)).status).toBe(403);
});

const hello = (model = "house"): object => ({ model, stream: true, messages: [{ role: "user", content: "Hello" }] });
const OWN = "/playground/chat/completions";

test("anybody tries a model as themselves: their own call, which their user and team pay", async () => {
  await send("/team/new", { team_id: "own", models: ["house"] });
  const member = await provider.issueToken({ sub: "olga", groups: ["own"] });
  const events = await streamed(hello(), member, OWN);
  const names = events.map(({ name }) => name);
  expect(names.filter((name, index) => name !== names[index - 1])).toEqual([
    "decision",
    "deployment",
    "chunk",
    "usage",
  ]);
  expect(dataOf(events, "decision")).toMatchObject({ allow: true, principal: { team_id: "own", user_id: "olga" } });
  const usage = dataOf(events, "usage");
  expect(usage["cost"]).toBeGreaterThan(0);
  await expect
    .poll(async () => (await read(`/spend/logs?call_id=${usage["call_id"]}`))["data"])
    .toMatchObject([
      {
        user_id: "olga",
        team_id: "own",
        tags: ["playground"],
        route: "/chat/completions",
        requested_model: "house",
        spend: usage["cost"],
      },
    ]);
});

test("a try as oneself takes of one's limits", async () => {
  await send("/team/new", { team_id: "once", rpm_limit: 1 });
  const { key } = (await send("/key/generate", { team_id: "once" })).body;
  await streamed(hello(), key, OWN);
  expect(await send(OWN, hello(), key)).toMatchObject({
    status: 429,
    body: { error: { code: "rate_limit_exceeded" } },
  });
  expect((await send("/chat/completions", hello(), key)).status).toBe(429);
});

test.each([
  ["a model that is not one's own", "secret", 403, "team_model_not_allowed"],
  ["a name that no entry serves", "nothing", 404, "model_not_found"],
] as const)("a try of %s is answered and recorded as the call itself", async (_, model, status, code) => {
  const member = await provider.issueToken({ sub: "olga", groups: [model === "nothing" ? "any" : "ml"] });
  const own = await send("/chat/completions", hello(model), member);
  const tried = await ask(OWN, hello(model), member);
  expect({ status: tried.status, body: await tried.json() }).toEqual(own);
  expect(own).toMatchObject({ status, body: { error: { code } } });
  const id = tried.headers.get("x-gateway-decision-id");
  if (status === 403) expect(await read(`/auth/explain?id=${id}`)).toMatchObject({ route: "/chat/completions" });
});

test("a try whose upstream fails is answered as the call itself", async () => {
  expect((await send(OWN, hello("lost"), await provider.issueToken({ sub: "olga", groups: ["ml"] }))).status).toBe(503);
});
