import { expect, test } from "vitest";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import {
  ANSWER_TOKENS,
  budgetAccount,
  call,
  CALL_COST,
  info,
  manage,
  newKey,
  type Outcome,
  statuses,
  useBudgetFixture,
} from "@/testing/gateway/budget-fixture";

const fixture = useBudgetFixture();

test("a budget worth 20 calls lets 20 of 200 concurrent calls through, plain or streamed, and the client does not retry", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const key = await newKey(gateway, { max_budget: 20 * CALL_COST });
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, index) => call(gateway, key, { stream: index % 2 === 0 })),
  );
  expect(statuses(outcomes)).toEqual({ 200: 20, 429: 180 });
  expect(fixture.upstream.requests.length).toBe(20);
  const refused = outcomes.filter(({ status }) => status === 429);
  expect(new Set(refused.map(({ code, headers }) => `${code} ${headers.get("x-should-retry")}`))).toEqual(
    new Set(["budget_exceeded false"]),
  );
  expect(await info(gateway, `/key/info?key=${key}`)).toMatchObject({ spend: 20 * CALL_COST });
  const told =
    /^429 The budget of the key sk-\.\.\..{4} is used up: \$0\.20 spent, \$0\.00 held by calls in flight, limit \$0\.20\. It does not reset\.$/;
  await expect.poll(async () => (await call(gateway, key)).message).toMatch(told);
  expect(await findSpendDiscrepancies(gateway.services.database)).toEqual([]);
});

test.each(["user", "team", "member", "organization", "end_user", "model"])(
  "the budget of a %s applies to every call that is charged to it",
  async (type) => {
    const gateway = await fixture.start(
      await fixture.createDatabase(),
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
    const refused = async (): Promise<string> => (await call(gateway, keys[0] ?? "", { user: "c" })).message;
    await expect
      .poll(refused)
      .toContain(
        `The budget of the ${type === "member" ? 'user "u" in team "t"' : { user: 'user "u"', team: 'team "t"', organization: 'organisation "o"', end_user: 'end user "c"', model: 'model "m"' }[type]} is used up`,
      );
    expect((await refused()).includes("$")).toBe(["user", "member", "team"].includes(type));
  },
);

test.each(["of-key", "of-team"])(
  "a call whose key names another organisation than its team's is charged to both, and the budget of %s binds it",
  async (limited) => {
    const gateway = await fixture.start(await fixture.createDatabase());
    for (const id of ["of-key", "of-team"])
      await manage(gateway, "/organization/new", {
        organization_id: id,
        max_budget: id === limited ? 2 * CALL_COST : null,
      });
    await manage(gateway, "/team/new", { team_id: "t", organization_id: "of-team" });
    const key = await newKey(gateway, { team_id: "t", organization_id: "of-key" });
    const outcomes: Outcome[] = [];
    for (let index = 0; index < 3; index++) outcomes.push(await call(gateway, key));
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 429]);
    // Until the calls before are settled and booked, what they hold is what is in the way.
    const told = `The budget of the organisation "${limited}" is used up.`;
    await expect.poll(async () => (await call(gateway, key)).message).toContain(told);
    const both = { organization_id: "of-key", team_organization_id: "of-team" };
    for (const id of ["of-key", "of-team"]) {
      const organization = (): Promise<object> => info(gateway, `/organization/info?organization_id=${id}`);
      await expect.poll(organization).toMatchObject({ spend: 2 * CALL_COST });
      expect(await info(gateway, `/spend/logs?organization_id=${id}`)).toMatchObject({ total: 2, data: [both, both] });
    }
    expect(await findSpendDiscrepancies(gateway.services.database)).toEqual([]);
  },
);

test("two nodes on one database share a budget, and a node that stops leaves no share behind", async () => {
  const url = await fixture.createDatabase();
  const [one, two] = [await fixture.start(url), await fixture.start(url)];
  const key = await newKey(one, { max_budget: 6 * CALL_COST });
  for (const gateway of [one, two]) expect((await call(gateway, key)).status).toBe(200);
  for (let round = 0; round < 2; round++) expect((await call(one, key)).status).toBe(200);
  let passed = statuses(await Promise.all(Array.from({ length: 10 }, () => call(two, key))))[200] ?? 0;
  // What one has taken ahead the other can have a moment later.
  await expect.poll(async () => (passed += (await call(two, key)).status === 200 ? 1 : 0)).toBe(2);
  expect([(await call(one, key)).status, (await call(two, key)).status]).toEqual([429, 429]);
  const shares = () => one.services.database.prisma.budgetShare.count({ where: { holder: two.services.spend.run } });
  await manage(one, "/key/update", { key, max_budget: 10 * CALL_COST });
  expect((await call(two, key)).status).toBe(200);
  expect(await shares()).toBe(1);
  await fixture.stop(two);
  expect(await shares()).toBe(0);
});

test("a budget gets back what a call has held, however the call ends", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const key = await newKey(gateway, { max_budget: 3 * CALL_COST });
  for (const model of ["broken/status-500", "broken/status-400", "broken/reset-0", "broken/reset-2"]) {
    for (const stream of [false, true]) await call(gateway, key, { model, stream });
  }
  const left = new AbortController();
  fixture.upstream.behave = () => ({ hang: true });
  const gone = gateway
    .send("/v1/chat/completions", {
      method: "POST",
      signal: left.signal,
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: "m", max_tokens: 5, messages: [] }),
    })
    .catch(() => {});
  await fixture.upstream.next(
    ({ path, body }) => path.endsWith("/completions") && (body as { model: string }).model === "m",
  );
  expect((await budgetAccount(gateway, key)).held).toBe(10_000_000n);
  left.abort();
  await gone;
  fixture.upstream.behave = undefined;
  await expect.poll(async () => (await budgetAccount(gateway, key)).held).toBe(0n);
});

test("a budget refuses a call that may cost more than is left, and the refusal says how to make it smaller", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const key = await newKey(gateway, { max_budget: CALL_COST });
  const refused = await call(gateway, key, { max_tokens: 6 });
  expect(refused).toMatchObject({ status: 429, code: "budget_exceeded" });
  expect(refused.message).toContain(
    "has no room for this call: $0.00 spent, $0.00 held by calls in flight, limit $0.01. It may cost $0.012; a lower max_tokens would lower that.",
  );
  expect((await call(gateway, key)).status).toBe(200);
});

test("a budget lets calls that cost nothing through until it is used up", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const key = await newKey(gateway, { max_budget: CALL_COST });
  expect((await call(gateway, key, { model: "free" })).status).toBe(200);
  expect((await call(gateway, key)).status).toBe(200);
  expect((await call(gateway, key, { model: "free" })).status).toBe(429);
});

test("a soft budget warns in a header and once in the log, and refuses nothing", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const warnings: string[] = [];
  gateway.services.log.warn = (event) => void warnings.push(event);
  await manage(gateway, "/team/new", { team_id: "t", soft_budget: CALL_COST, budget_duration: "1mo" });
  const key = await newKey(gateway, { team_id: "t" });
  const outcomes: Outcome[] = [];
  for (let index = 0; index < 3; index++) outcomes.push(await call(gateway, key));
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(outcomes.map(({ headers }) => headers.get("x-gateway-budget-warning"))).toEqual([
    null,
    null,
    "team; spent=0.02; soft_budget=0.01",
  ]);
  const soft = (): string[] => warnings.filter((event) => event === "budget.soft_exceeded");
  await expect.poll(soft).toEqual(["budget.soft_exceeded"]);
  const { budget } = (await info(gateway, "/team/info?team_id=t")) as {
    budget: { starts_at: string; resets_at: string };
  };
  expect(budget).toMatchObject({ spent: 0.03, soft_exceeded: true });
  expect([Date.parse(budget.starts_at) <= Date.now(), Date.parse(budget.resets_at) > Date.now()]).toEqual([true, true]);
  expect(await info(gateway, `/key/info?key=${key}`)).toMatchObject({ budget: null });
});

test("two nodes say once that a part of a hard budget is spent", async () => {
  const databaseUrl = await fixture.createDatabase();
  const gateways = [await fixture.start(databaseUrl), await fixture.start(databaseUrl)] as const;
  const lines: unknown[] = [];
  for (const { services } of gateways)
    services.log.info = services.log.warn = (event, fields) => {
      if (event === "budget.threshold_passed") lines.push(fields?.["percent"]);
    };
  const key = await newKey(gateways[0], { max_budget: 2 * CALL_COST });
  expect((await call(gateways[0], key)).status).toBe(200);
  await expect.poll(() => lines).toEqual([50]);
  await expect.poll(async () => (await call(gateways[1], key)).status).toBe(200);
  await expect.poll(() => lines).toEqual([50, 80, 100]);
  const notices = await gateways[0].services.database.prisma.budgetNotice.findMany({ orderBy: { spent: "asc" } });
  expect(notices.map(({ entityType, threshold }) => `${entityType} ${threshold}`).sort()).toEqual([
    "key 100",
    "key 50",
    "key 80",
  ]);
});

test("a fallback that costs more than the model asked for is held too, and passed over where the budget has no room", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const rich = await newKey(gateway, { max_budget: 3 * CALL_COST });
  const poor = await newKey(gateway, { max_budget: CALL_COST / 2 });
  const outcome = await call(gateway, rich, { model: "cheap" });
  expect([outcome.status, outcome.headers.get("x-gateway-fallback")]).toEqual([200, "m"]);
  expect((await call(gateway, poor, { model: "cheap" })).status).toBe(500);
  expect((await budgetAccount(gateway, rich)).held).toBe(0n);
  expect((await budgetAccount(gateway, rich)).spent).toBe(10_000_000n);
});

test("budgets and rates are explained with their figures, and asking uses up nothing", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
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
    rate: "rate pass: The key KEY 0 of 5 requests this minute.",
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
    rate: "rate pass: The key KEY 1 of 5 requests this minute.",
  });
});

test("a budget that is raised or lifted lets calls through at once", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const key = await newKey(gateway, { max_budget: CALL_COST });
  expect([(await call(gateway, key)).status, (await call(gateway, key)).status]).toEqual([200, 429]);
  await manage(gateway, "/key/update", { key, max_budget: 2 * CALL_COST });
  expect([(await call(gateway, key)).status, (await call(gateway, key)).status]).toEqual([200, 429]);
  await manage(gateway, "/key/update", { key, max_budget: null });
  expect((await call(gateway, key)).status).toBe(200);
});
