import { hash } from "node:crypto";
import OpenAI, { APIError } from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { BudgetAccount } from "./budget-account";
import { findPrices } from "@/lib/prices/price";
import { NO_PRICES } from "@/lib/prices/price-catalog";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

const ANSWER_TOKENS = 5;
const CALL_COST = 0.01;

let server: TestDatabase;
let upstream: LocalUpstream;
const opened: InProcessGateway[] = [];
beforeAll(async () => {
  server = await startTestDatabase();
  upstream = await startUpstream({ behaviour: { tokens: ANSWER_TOKENS, delay: 20 } });
});
afterEach(async () => {
  upstream.requests.length = 0;
  for (const gateway of opened.splice(0)) await gateway.stop();
});
afterAll(async () => {
  await upstream.stop();
  await server.stop();
});

/** Completion tokens cost $0.002 each, prompt tokens nothing, so that with `max_tokens` a call costs exactly what is set aside for it. */
const price = { input_cost_per_token: 0, output_cost_per_token: CALL_COST / ANSWER_TOKENS };
function config(info: object = {}) {
  const gateway_params = { api_base: upstream.apiBase, api_key: "sk-upstream", ...price };
  return {
    model_list: [
      { model_name: "m", gateway_params: { ...gateway_params, model: "local/m" }, model_info: info },
      { model_name: "free", gateway_params: { ...gateway_params, model: "local/free", output_cost_per_token: 0 } },
      { model_name: "broken/*", gateway_params: { ...gateway_params, model: "local/*" } },
    ],
  };
}

async function start(databaseUrl: string, info?: object): Promise<InProcessGateway> {
  const gateway = await startInProcessGateway(databaseUrl, { config: config(info) });
  opened.push(gateway);
  return gateway;
}

async function manage<Answer = Record<string, unknown>>(
  gateway: InProcessGateway,
  path: string,
  body: unknown,
): Promise<Answer> {
  const answer = await gateway.send(2, path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
  });
  if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function info(gateway: InProcessGateway, path: string): Promise<Record<string, unknown>> {
  const answer = await gateway.send(2, path, { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  return (await answer.json()) as Record<string, unknown>;
}

async function newKey(gateway: InProcessGateway, fields: object): Promise<string> {
  return (await manage<{ key: string }>(gateway, "/key/generate", fields)).key;
}

interface Outcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string;
  readonly headers: Headers;
}

/** A call by the official client, as it comes: with its retries. */
async function call(
  gateway: InProcessGateway,
  apiKey: string,
  changes: { model?: string; max_tokens?: number; stream?: boolean; user?: string } = {},
): Promise<Outcome> {
  const client = new OpenAI({ apiKey, baseURL: `${gateway.origin}/v1` });
  try {
    const { stream, ...rest } = changes;
    const request = {
      model: "m",
      max_tokens: ANSWER_TOKENS,
      messages: [{ role: "user" as const, content: "one two three" }],
      ...rest,
    };
    if (stream) {
      const { data, response } = await client.chat.completions.create({ ...request, stream: true }).withResponse();
      for (const events = data[Symbol.asyncIterator](); !(await events.next()).done;);
      return { status: response.status, code: undefined, message: "", headers: response.headers };
    }
    const { response } = await client.chat.completions.create(request).withResponse();
    return { status: response.status, code: undefined, message: "", headers: response.headers };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    return {
      status: error.status as number,
      code: error.code ?? undefined,
      message: error.message,
      headers: error.headers as Headers,
    };
  }
}

const statuses = (outcomes: readonly Outcome[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe("budgets", () => {
  it("worth 20 calls let 20 of 200 concurrent ones through, plain or streamed, and the client does not try again", async () => {
    const gateway = await start(await server.createDatabase());
    const key = await newKey(gateway, { max_budget: 20 * CALL_COST });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => call(gateway, key, { stream: index % 2 === 0 })),
    );
    expect(statuses(outcomes)).toEqual({ 200: 20, 429: 180 });
    expect(upstream.requests.length).toBe(20);
    const refused = outcomes.filter(({ status }) => status === 429);
    expect(new Set(refused.map(({ code, headers }) => `${code} ${headers.get("x-should-retry")}`))).toEqual(
      new Set(["budget_exceeded false"]),
    );
    expect(await info(gateway, `/key/info?key=${key}`)).toMatchObject({ spend: 20 * CALL_COST });
    const told =
      /^429 The budget of the key sk-\.\.\..{4} is used up: \$0\.20 spent, \$0\.00 held by calls in flight, limit \$0\.20\. It does not reset\.$/;
    await expect.poll(async () => (await call(gateway, key)).message, { timeout: 5_000 }).toMatch(told);
    expect(await findSpendDiscrepancies(gateway.services.database)).toEqual([]);
  });

  it.each(["user", "team", "member", "organization", "end_user", "model"])(
    "of a %s bind every call that is charged to it",
    async (type) => {
      const gateway = await start(
        await server.createDatabase(),
        type === "model" ? { max_budget: 2 * CALL_COST, budget_duration: "1mo" } : {},
      );
      const budget = { max_budget: 2 * CALL_COST, budget_duration: "1mo" };
      const has = (one: string) => (type === one ? budget : {});
      await manage(gateway, "/organization/new", { organization_id: "o", ...has("organization") });
      await manage(gateway, "/user/new", { user_id: "u", ...has("user") });
      await manage(gateway, "/customer/new", { user_id: "c", ...has("end_user") });
      await manage(gateway, "/team/new", { team_id: "t", organization_id: "o", ...has("team") });
      await manage(gateway, "/team/member_add", {
        team_id: "t",
        member: { user_id: "u" },
        ...(type === "member" && { max_budget_in_team: budget.max_budget, budget_duration: "1mo" }),
      });
      // Two keys of the same owners: what binds is the owner.
      const keys = [
        await newKey(gateway, { user_id: "u", team_id: "t" }),
        await newKey(gateway, { user_id: "u", team_id: "t" }),
      ];
      const outcomes: Outcome[] = [];
      for (const key of [...keys, ...keys]) outcomes.push(await call(gateway, key, { user: "c" }));
      expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
      expect(outcomes[2]?.message).toContain(
        `The budget of the ${type === "member" ? 'user "u" in team "t"' : { user: 'user "u"', team: 'team "t"', organization: 'organisation "o"', end_user: 'end user "c"', model: 'model "m"' }[type]} is used up`,
      );
      expect(outcomes[2]?.message.includes("$")).toBe(type !== "model");
    },
  );

  it("bind two nodes on one database together, and one that stops leaves nothing behind", async () => {
    const url = await server.createDatabase();
    const [one, two] = [await start(url), await start(url)];
    const key = await newKey(one, { max_budget: 6 * CALL_COST });
    for (const gateway of [one, two]) expect((await call(gateway, key)).status).toBe(200);
    for (let round = 0; round < 2; round++) expect((await call(one, key)).status).toBe(200);
    let passed = statuses(await Promise.all(Array.from({ length: 10 }, () => call(two, key))))[200] ?? 0;
    // What one has taken ahead the other can have a moment later.
    await expect
      .poll(async () => (passed += (await call(two, key)).status === 200 ? 1 : 0), { timeout: 20_000 })
      .toBe(2);
    expect([(await call(one, key)).status, (await call(two, key)).status]).toEqual([429, 429]);
    const shares = () => one.services.database.prisma.budgetShare.count({ where: { holder: two.services.spend.run } });
    await manage(one, "/key/update", { key, max_budget: 10 * CALL_COST });
    expect((await call(two, key)).status).toBe(200);
    expect(await shares()).toBe(1);
    opened.splice(opened.indexOf(two), 1);
    await two.stop();
    expect(await shares()).toBe(0);
  });

  it("give back what calls set aside, however they end", async () => {
    const gateway = await start(await server.createDatabase());
    const key = await newKey(gateway, { max_budget: 3 * CALL_COST });
    for (const model of ["broken/status-500", "broken/status-400", "broken/reset-0", "broken/reset-2"]) {
      for (const stream of [false, true]) await call(gateway, key, { model, stream });
    }
    const left = new AbortController();
    upstream.behave = () => ({ hang: true });
    const gone = gateway
      .send(2, "/v1/chat/completions", {
        method: "POST",
        signal: left.signal,
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify({ model: "m", max_tokens: 5, messages: [] }),
      })
      .catch(() => {});
    await upstream.next(({ path, body }) => path.endsWith("/completions") && (body as { model: string }).model === "m");
    expect((await state(gateway, key)).held).toBe(10_000_000n);
    left.abort();
    await gone;
    upstream.behave = undefined;
    await expect.poll(async () => (await state(gateway, key)).held).toBe(0n);
  });

  it("refuse a call that may cost more than is left, and say how to make it smaller", async () => {
    const gateway = await start(await server.createDatabase());
    const key = await newKey(gateway, { max_budget: CALL_COST });
    const refused = await call(gateway, key, { max_tokens: 6 });
    expect(refused).toMatchObject({ status: 429, code: "budget_exceeded" });
    expect(refused.message).toContain(
      "has no room for this call: $0.00 spent, $0.00 held by calls in flight, limit $0.01. It may cost $0.012; a lower max_tokens would lower that.",
    );
    expect((await call(gateway, key)).status).toBe(200);
  });

  it("let calls that cost nothing through until they are used up", async () => {
    const gateway = await start(await server.createDatabase());
    const key = await newKey(gateway, { max_budget: CALL_COST });
    expect((await call(gateway, key, { model: "free" })).status).toBe(200);
    expect((await call(gateway, key)).status).toBe(200);
    expect((await call(gateway, key, { model: "free" })).status).toBe(429);
  });

  it("that are soft warn in a header, once in the log, and refuse nothing", async () => {
    const gateway = await start(await server.createDatabase());
    const warnings: string[] = [];
    gateway.services.log.warn = (event) => void warnings.push(event);
    await manage(gateway, "/team/new", { team_id: "t", soft_budget: CALL_COST, budget_duration: "1mo" });
    const key = await newKey(gateway, { team_id: "t" });
    const outcomes: Outcome[] = [];
    for (let index = 0; index < 3; index++) outcomes.push(await call(gateway, key));
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(outcomes.map(({ headers }) => headers.get("x-gateway-budget-warning"))).toEqual([
      null,
      "team; spent=0.02; soft_budget=0.01",
      "team; spent=0.03; soft_budget=0.01",
    ]);
    expect(warnings.filter((event) => event === "budget.soft_exceeded")).toEqual(["budget.soft_exceeded"]);
    const { budget } = (await info(gateway, "/team/info?team_id=t")) as {
      budget: { starts_at: string; resets_at: string };
    };
    expect(budget).toMatchObject({ spent: 0.03, soft_exceeded: true });
    expect([Date.parse(budget.starts_at) <= Date.now(), Date.parse(budget.resets_at) > Date.now()]).toEqual([
      true,
      true,
    ]);
    expect(await info(gateway, `/key/info?key=${key}`)).toMatchObject({ budget: null });
  });

  it("are explained with their figures, and asking takes nothing from them", async () => {
    const gateway = await start(await server.createDatabase());
    const key = await newKey(gateway, { max_budget: CALL_COST, rpm_limit: 5 });
    const explained = async (body?: object) => {
      const { allow, code, checks } = await manage<{
        allow: boolean;
        code: string | null;
        checks: { rule: string; outcome: string; because: string }[];
      }>(gateway, "/auth/explain", { token: key, route: "/v1/chat/completions", model: "m", ...(body && { body }) });
      const [budget, rate] = checks.slice(-2);
      return {
        allow,
        code,
        budget: `${budget?.rule} ${budget?.outcome}: ${budget?.because}`.replace(/sk-\S+/, "KEY"),
        rate: `${rate?.rule} ${rate?.outcome}: ${rate?.because}`.replace(/sk-\S+/, "KEY"),
      };
    };
    const untouched = {
      allow: true,
      code: null,
      budget: "budget pass: The key KEY $0.00 spent, $0.00 held by calls in flight, limit $0.01. It does not reset.",
      rate: "rate pass: key KEY 0 of 5 requests this minute.",
    };
    expect([await explained(), await explained(), await explained({ max_tokens: ANSWER_TOKENS })]).toEqual([
      untouched,
      untouched,
      untouched,
    ]);
    const tooDear = await explained({ max_tokens: 2 * ANSWER_TOKENS });
    expect([tooDear.code, tooDear.budget]).toEqual([
      "budget_exceeded",
      expect.stringContaining("It may cost $0.02; a lower max_tokens would lower that."),
    ]);
    expect((await call(gateway, key)).status).toBe(200);
    expect(await explained()).toMatchObject({ allow: false, code: "budget_exceeded", rate: "rate not reached: " });
    await manage(gateway, "/key/update", { key, max_budget: null });
    expect(await explained()).toEqual({
      allow: true,
      code: null,
      budget: "budget skip: No payer of the call has a budget.",
      rate: "rate pass: key KEY 1 of 5 requests this minute.",
    });
  });

  it("that are raised or lifted open at once", async () => {
    const gateway = await start(await server.createDatabase());
    const key = await newKey(gateway, { max_budget: CALL_COST });
    expect([(await call(gateway, key)).status, (await call(gateway, key)).status]).toEqual([200, 429]);
    await manage(gateway, "/key/update", { key, max_budget: 2 * CALL_COST });
    expect([(await call(gateway, key)).status, (await call(gateway, key)).status]).toEqual([200, 429]);
    await manage(gateway, "/key/update", { key, max_budget: null });
    expect((await call(gateway, key)).status).toBe(200);
  });
});

/** The account of a key's budget as this process knows it. */
async function state({ services }: InProcessGateway, secret: string): Promise<BudgetAccount> {
  const key = await services.directory.keyByHash(hash("sha256", secret, "hex"));
  const { models: entries } = services.settings.current();
  const caller = {
    principal: {
      admin: false,
      role: undefined,
      keyId: key!.id,
      teamId: undefined,
      userId: undefined,
      organizationId: undefined,
      endUserId: undefined,
    },
    identity: { key },
    facts: { teams: new Map(), users: new Map(), organizations: new Map(), endUser: undefined },
  };
  const price = findPrices({ provider: "local", model: "m", at: Date.now() }, entries[0], NO_PRICES);
  const examined = await services.limits.examine(
    {
      caller,
      route: "/chat/completions",
      body: { value: {} },
      model: "m",
      estimatedPromptTokens: 1,
      targets: [{ price }],
    },
    entries,
  );
  return examined.budgets[0]!.account;
}
