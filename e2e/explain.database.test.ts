import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RULES } from "@/lib/auth/decide";
import { readState, writeState } from "@/testing/auth/case-rows";
import { asCase, type Question, worldArbitrary, type World } from "@/testing/auth/decision-arbitrary";
import { configOf } from "@/testing/auth/decision-case";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

const KEY = "sk-key-of-the-question";
const PROMPT = "a prompt that nobody keeps";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let gateway: InProcessGateway;

beforeAll(async () => {
  [database, provider, upstream] = await Promise.all([
    startTestDatabase(),
    startProvider(),
    startUpstream({ log: false }),
  ]);
  gateway = await startInProcessGateway(database.url, { config: {} });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), provider?.stop(), database?.stop()]);
});

type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON, asserted on

async function configure(
  settings: object,
  more: { customValidate?: (claims: unknown) => unknown } = {},
): Promise<void> {
  const model_list = [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }];
  await gateway.configure({
    ...more,
    config: { ...configOf({ settings: { ...settings } }), model_list },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
}

async function send(
  door: 1 | 2,
  bearer: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json; decisionId: string | null }> {
  const response = await gateway.send(door, path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Json,
    decisionId: response.headers.get("x-gateway-decision-id"),
  };
}

async function explain(question: object, door: 1 | 2 = 1): Promise<Json> {
  const { status, body } = await send(door, gateway.masterKey, "POST", "/auth/explain", question);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function bearerOf({ token }: Question): Promise<string> {
  if (token === "master key") return gateway.masterKey;
  return "key" in token ? KEY : provider.issueToken({ ...token.claims });
}

async function put({ state, token }: Pick<Question, "state" | "token">): Promise<void> {
  const key = typeof token === "object" && "key" in token ? { secret: KEY, input: token.key } : undefined;
  await writeState(gateway.services.database, state, key);
  await gateway.forget();
}

const LIMITS = new Set(["budget_exceeded", "rate_limit_exceeded"]);

describe("explaining is deciding", () => {
  function request(token: string, { request }: Question): ReturnType<typeof send> {
    const body =
      request.model === undefined
        ? undefined
        : { model: request.model, user: request.user, messages: [{ role: "user", content: "Hi." }] };
    return send(
      1,
      token,
      request.method,
      request.path,
      body,
      request.team === undefined ? {} : { "x-gateway-team-id": request.team },
    );
  }

  async function putWorld({ question, limit }: World): Promise<void> {
    await put(question);
    if (!limit) return;
    await gateway.services.database.pool.query(`UPDATE ${limit.table} SET ${limit.limit}`);
    await gateway.forget();
  }

  /** What the request path says, twice, with the settings in force; what explaining says before it, with `draft`. Answers the code. */
  async function compare(world: World, draft: object | undefined): Promise<string | null> {
    const { question } = world;
    const { request: asking } = question;
    const token = await bearerOf(question);
    const asked = {
      token,
      method: asking.method,
      route: asking.path,
      model: asking.model,
      team_id: asking.team,
      user: asking.user,
    };
    await configure(draft ? { ...question.file } : (asCase(question).settings ?? {}));
    await put({ ...question, state: world.before });
    await request(token, question);
    await putWorld(world);
    const before = await readState(gateway.services.database);
    const served = upstream.served;
    const explained = await explain({ ...asked, ...(draft && { settings: draft }) });
    expect(await readState(gateway.services.database)).toEqual(before);
    expect(upstream.served).toBe(served);

    if (draft) await configure(asCase(question).settings ?? {});
    const answer = await request(token, question);
    const recorded =
      answer.decisionId === null
        ? undefined
        : await send(1, gateway.masterKey, "GET", `/auth/explain?id=${answer.decisionId}`);
    // Whose the thing is that the request names is asked after the decision, and no question of an explanation says it.
    const isDenied = recorded !== undefined && recorded.body.checks.at(-1).rule !== "ownership";
    expect({ allow: !isDenied, code: isDenied ? answer.body.error.code : null }).toEqual({
      allow: explained.allow,
      code: explained.code,
    });
    // What is remembered of an answer is that answer.
    const again = await request(token, question);
    expect([again.status, again.body.error?.code]).toEqual([answer.status, answer.body.error?.code]);
    if (!isDenied) return null;
    if (!LIMITS.has(explained.code)) {
      expect(explained.message).toBe(answer.body.error.message);
      expect(recorded.body.checks).toEqual(explained.checks.slice(2));
      return explained.code;
    }
    const [budget, rate] = recorded.body.checks.slice(-2);
    expect(recorded.body.checks.slice(0, -2)).toEqual(explained.checks.slice(2, -2));
    expect([budget.outcome === "fail", rate.outcome]).toEqual([
      explained.code === "budget_exceeded",
      explained.code === "budget_exceeded" ? "not reached" : "fail",
    ]);
    expect(explained.checks.slice(-2).map(({ outcome }: Json) => outcome === "fail")).toEqual([
      explained.code === "budget_exceeded",
      explained.code !== "budget_exceeded",
    ]);
    return explained.code;
  }

  test("an explanation is the decision, whatever the settings, token, state, limits and request, and whatever was asked before", async () => {
    await fc.assert(
      fc.asyncProperty(worldArbitrary, async (world) => void (await compare(world, undefined))),
      { numRuns: 150 },
    );
  }, 180_000);

  test("an explanation with the settings of a draft is the decision once they are in force", async () => {
    await fc.assert(
      fc.asyncProperty(worldArbitrary, async (world) => void (await compare(world, world.question.access))),
      { numRuns: 60 },
    );
  }, 180_000);

  const limits: [limit: string, code: string][] = [
    ["max_budget = 0", "budget_exceeded"],
    ["rpm_limit = 0", "rate_limit_exceeded"],
    ["tpm_limit = 0", "rate_limit_exceeded"],
    ["max_parallel_requests = 0", "rate_limit_exceeded"],
  ];
  test.each(limits)(
    "an explanation of a team with %s is the decision, and its refusal can be asked about: %s",
    async (limit, code) => {
      const request: Question["request"] = { method: "POST", path: "/v1/chat/completions", model: "gpt-4o" };
      const state = { teams: { t1: {} } };
      const question: Question = { file: {}, access: {}, token: { claims: { client_id: "t1" } }, state, request };
      expect(await compare({ question, before: state, limit: { table: "teams", limit } }, undefined)).toBe(code);
    },
  );
});

describe.each([1, 2] as const)("POST /auth/explain through door %i", (door) => {
  const chat = { route: "/v1/chat/completions", model: "gpt-4o" };
  const rules = RULES.map(({ rule }) => rule);

  test("an explanation lists every check in order, with the identity, the obligations in words and the resolution", async () => {
    await put({ state: {}, token: "master key" });
    await configure({ user_id_jwt_field: "sub", team_id_upsert: true, user_id_upsert: true });
    const answer = await explain({ ...chat, token: await provider.issueToken({ sub: "u1", client_id: "t1" }) }, door);
    expect(answer).toMatchObject({
      allow: true,
      code: null,
      identity: { kind: "jwt", user_id: "u1", team_id: "t1", issuer: provider.issuer },
      principal: { admin: false, user_id: "u1", team_id: "t1" },
      obligations: ["would create team t1", "would create user u1"],
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
    expect(await readState(gateway.services.database)).toEqual({ teams: [], users: [], memberships: [] });
  });

  test("an explanation of a token that cannot be verified says why, and reaches no further check", async () => {
    await configure({});
    const answer = await explain(
      { ...chat, token: await provider.issueToken({ client_id: "t1" }, { expiresIn: -60 }) },
      door,
    );
    expect(answer).toMatchObject({ allow: false, code: "token_expired", identity: null, nearest_miss: null });
    expect(answer.checks.map(({ outcome }: Json) => outcome)).toEqual([
      "fail",
      ...Array(rules.length + 2).fill("not reached"),
    ]);
  });

  test("an explanation of a token that custom_validate refuses names that check", async () => {
    await configure({}, { customValidate: () => false });
    const answer = await explain({ ...chat, token: await provider.issueToken({ client_id: "t1" }) }, door);
    expect(answer.code).toBe("custom_validation_failed");
    expect(answer.checks.slice(0, 3)).toMatchObject([
      { rule: "verify", outcome: "pass" },
      { rule: "custom_validate", outcome: "fail" },
      { rule: "identity", outcome: "not reached" },
    ]);
  });

  test("an explanation takes claims as proven, and starts with the identity", async () => {
    await put({ state: { teams: { t1: {} } }, token: "master key" });
    await configure({});
    const answer = await explain({ ...chat, claims: { client_id: "t1" } }, door);
    expect(answer).toMatchObject({ allow: true, principal: { team_id: "t1" } });
    expect(answer.checks[0].rule).toBe("identity");
  });

  const email = { user_email_jwt_field: "email", user_allowed_email_domain: "example.com" };
  const misses: [what: string, settings: object, state: Question["state"], claims: object, sentence: string][] = [
    [
      "a blocked team",
      {},
      { teams: { t1: { blocked: true } } },
      { client_id: "t1" },
      'It would be allowed if the team "t1" were not blocked.',
    ],
    ["a team that is not there", {}, {}, { client_id: "t1" }, 'It would be allowed if there were a team "t1".'],
    [
      "a user who is not there",
      { user_id_jwt_field: "sub" },
      {},
      { sub: "u1" },
      'It would be allowed if there were a user "u1".',
    ],
    [
      "groups that are no teams",
      { team_ids_jwt_field: "groups" },
      { teams: { t2: {} } },
      { groups: [] },
      'It would be allowed if the token\'s groups named the team "t2".',
    ],
    [
      "a team's models",
      {},
      { teams: { t1: { models: ["x"] } } },
      { client_id: "t1" },
      'It would be allowed if the models of the team "t1" included "gpt-4o".',
    ],
    [
      "a missing scope",
      { enforce_scope_based_access: true, scope_mappings: [{ scope: "s", models: ["gpt-4o"] }] },
      { teams: { t1: {} } },
      { client_id: "t1" },
      'It would be allowed if the token carried the scope "s".',
    ],
    [
      "a scope that is not mapped",
      { enforce_scope_based_access: true },
      { teams: { t1: {} } },
      { client_id: "t1", scope: "s" },
      'It would be allowed if scope_mappings listed "gpt-4o" under the scope "s".',
    ],
    [
      "a role that is not mapped",
      { enforce_rbac: true, roles_jwt_field: "roles", object_id_jwt_field: "oid" },
      {},
      { oid: "x", roles: ["r"] },
      'It would be allowed if there were a user "x".',
    ],
    [
      "an e-mail outside the domain",
      email,
      {},
      { email: "sam@other.com" },
      "It would be allowed if the token named a verified e-mail in example.com.",
    ],
    [
      "an e-mail that is not verified",
      email,
      {},
      { email: "sam@example.com", email_verified: false },
      'It would be allowed if the provider had verified the e-mail "sam@example.com".',
    ],
    [
      "a user who is in no team",
      { user_id_jwt_field: "sub", enforce_team_based_model_access: true },
      { teams: { t1: {} }, users: { u1: {} } },
      { sub: "u1" },
      'It would be allowed if the user "u1" were a member of the team "t1".',
    ],
    [
      "a scope that is neither carried nor given the model",
      { enforce_scope_based_access: true, scope_mappings: [{ scope: "s", models: ["other"] }] },
      { teams: { t1: {} } },
      { client_id: "t1" },
      'It would be allowed if the token carried the scope "s" and scope_mappings listed "gpt-4o" under the scope "s".',
    ],
    [
      "two things at once",
      { enforce_scope_based_access: true, scope_mappings: [{ scope: "s", models: ["gpt-4o"] }] },
      { teams: { t1: { blocked: true } } },
      { client_id: "t1" },
      'It would be allowed if the team "t1" were not blocked and the token carried the scope "s".',
    ],
  ];
  test("the nearest miss names the team that was asked for in vain", async () => {
    await put({ state: { teams: { t1: {} } }, token: "master key" });
    await configure({});
    const { code, nearest_miss: miss } = await explain(
      { ...chat, claims: { client_id: "t1" }, team_id: "nowhere" },
      door,
    );
    expect([code, miss.sentence]).toEqual([
      "team_not_in_token",
      'It would be allowed if x-gateway-team-id did not ask for the team "nowhere".',
    ]);
  });

  test.each(misses)("an explanation names the nearest miss of %s", async (_what, settings, state, claims, sentence) => {
    await put({ state, token: "master key" });
    await configure(settings);
    const { allow, nearest_miss: miss } = await explain({ ...chat, claims }, door);
    expect(allow).toBe(false);
    // Which of two changes is found first is not the point.
    const parts = (text: string): string[] => text.slice("It would be allowed if ".length, -1).split(" and ").sort();
    expect(parts(miss?.sentence ?? "")).toEqual(parts(sentence));
    expect(miss.changes).toHaveLength(parts(sentence).length);
  });

  const faults: [what: string, body: object, param: string | null][] = [
    ["neither token nor claims", chat, "token"],
    ["both token and claims", { ...chat, token: "x", claims: {} }, "token"],
    ["claims that are a list", { ...chat, claims: [] }, "claims"],
    ["a route that is not there", { claims: {}, route: "/nothing" }, "route"],
    ["a public route", { claims: {}, method: "GET", route: "/health/liveness" }, "route"],
    ["no model on a route that names one", { claims: {}, route: "/v1/chat/completions" }, "model"],
    ["a draft with an unknown setting", { ...chat, claims: {}, settings: { nonsense: true } }, "settings.nonsense"],
    [
      "a draft with a wildcard scope mapping",
      { ...chat, claims: {}, settings: { scope_mappings: [{ scope: "s", models: ["*"] }] } },
      "settings.scope_mappings.0.models.0",
    ],
    ["a field that is not one", { ...chat, claims: {}, prompt: "x" }, "prompt"],
  ];
  test.each(faults)("a question with %s is refused, and the field is named", async (_what, body, param) => {
    await configure({});
    const answer = await send(door, gateway.masterKey, "POST", "/auth/explain", body);
    expect([answer.status, answer.body.error?.param]).toEqual([400, param]);
  });

  test("is for administrators", async () => {
    await put({ state: { teams: { t1: {} } }, token: { key: { allowedRoutes: ["management_routes"] } } });
    await configure({ team_allowed_routes: ["management_routes"] });
    for (const bearer of [KEY, await provider.issueToken({ client_id: "t1" })]) {
      expect((await send(door, bearer, "POST", "/auth/explain", { ...chat, claims: {} })).status).toBe(403);
      expect(
        (await send(door, bearer, "GET", `/auth/explain?id=dec_${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}`))
          .status,
      ).toBe(403);
    }
    expect(
      (
        await send(door, await provider.issueToken({ scope: "gateway_proxy_admin" }), "POST", "/auth/explain", {
          ...chat,
          claims: {},
        })
      ).status,
    ).toBe(200);
  });
});

describe("GET /auth/explain", () => {
  test("a recorded denial is shown with neither token nor prompt", async () => {
    await put({ state: { teams: { t1: { models: ["x"] } } }, token: "master key" });
    await configure({});
    const token = await provider.issueToken({ client_id: "t1", sub: "s", secret_claim: "do not keep" });
    const denied = await send(2, token, "POST", "/v1/chat/completions", {
      model: "gpt-4o",
      messages: [{ role: "user", content: PROMPT }],
    });
    const { status, body } = await send(2, gateway.masterKey, "GET", `/auth/explain?id=${denied.decisionId}`);
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

  test("a recorded denial of an unproven token shows the check that failed", async () => {
    await configure({});
    const expired = await provider.issueToken({ client_id: "t1", exp: Math.floor(Date.now() / 1_000) - 3_600 });
    for (const door of [1, 2] as const) {
      const refused = await send(door, expired, "GET", "/v1/models");
      expect(refused.status).toBe(401);
      const { body } = await send(door, gateway.masterKey, "GET", `/auth/explain?id=${refused.decisionId}`);
      expect(body).toMatchObject({ code: "token_expired", method: "GET", route: "/models", identity: null });
      expect(body["checks"][0]).toMatchObject({ rule: "verify", outcome: "fail", because: refused.body.error.message });
      expect(JSON.stringify(body)).not.toContain(expired.split(".")[1]!);
    }
  });

  test("a recorded denial of somebody else's entity shows that the rules allowed the route", async () => {
    await put({ state: { teams: { t1: {}, t2: {} } }, token: "master key" });
    await configure({});
    const token = await provider.issueToken({ client_id: "t1" });
    for (const door of [1, 2] as const) {
      const refused = await send(door, token, "GET", "/team/info?team_id=t2");
      expect(refused.status).toBe(403);
      const { body } = await send(door, gateway.masterKey, "GET", `/auth/explain?id=${refused.decisionId}`);
      expect(body).toMatchObject({ code: "route_not_allowed", route: "/team/info", identity: { team_id: "t1" } });
      expect(body["checks"].at(-1)).toMatchObject({
        rule: "ownership",
        outcome: "fail",
        because: refused.body.error.message,
      });
      expect(body["checks"].filter(({ outcome }: Json) => outcome === "fail")).toHaveLength(1);
    }
  });

  test("an id that was never recorded is not_found, and what is no id is a 400", async () => {
    await configure({});
    const unknown = await send(
      1,
      gateway.masterKey,
      "GET",
      "/auth/explain?id=dec_00000000-0000-4000-8000-000000000000",
    );
    expect([unknown.status, unknown.body.error.code]).toEqual([404, "not_found"]);
    expect((await send(1, gateway.masterKey, "GET", "/auth/explain?id=x")).status).toBe(400);
    expect((await send(1, gateway.masterKey, "GET", "/auth/explain")).status).toBe(400);
  });
});
