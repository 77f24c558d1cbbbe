import { describe, expect, test } from "vitest";
import { hash } from "node:crypto";
import { DAY_MS, formatDay } from "@/lib/time/period";
import type { EntityType } from "@/lib/entity-type";
import type { Limits } from "@/lib/config/limit-rules";
import type { KeyRecord as Key } from "@/lib/wire/key";
import type { Team } from "@/lib/wire/team";
import { at, type GeneratedKey, type List, useTwoNodes } from "@/testing/gateway/management-nodes";
import { insertFigures } from "@/testing/spend/booked-figures";

const nodes = useTwoNodes();
const LIMITS = {
  max_budget: 99999999.123456789,
  soft_budget: 0.1,
  budget_duration: "1mo",
  tpm_limit: 1_000,
  rpm_limit: 10,
  max_parallel_requests: 3,
};
const NONE = {
  max_budget: null,
  soft_budget: null,
  budget_duration: null,
  tpm_limit: null,
  rpm_limit: null,
  max_parallel_requests: null,
};
const FACTS: Limits = {
  maxBudget: 99999999.123456789,
  softBudget: 0.1,
  budgetDuration: "1mo",
  tpmLimit: 1_000,
  rpmLimit: 10,
  maxParallelRequests: 3,
  modelTpmLimit: {},
  modelRpmLimit: {},
};

/** Books dollars on the UTC day a number of days ago. */
async function bookDay(type: EntityType, id: string, daysAgo: number, dollars: number): Promise<void> {
  const day = formatDay(Date.now() - daysAgo * DAY_MS);
  await insertFigures(nodes.node.services.database, [
    { day, type, id, provider: "openai", model: "gpt-4o", spend: dollars, calls: 1 },
  ]);
}

const KINDS = [
  { path: "user", type: "user", id: { user_id: "x" }, facts: () => nodes.other.services.directory.user("x") },
  { path: "team", type: "team", id: { team_id: "x" }, facts: () => nodes.other.services.directory.team("x") },
  {
    path: "organization",
    type: "organization",
    id: { organization_id: "x" },
    facts: () => nodes.other.services.directory.organization("x"),
  },
  {
    path: "customer",
    type: "end_user",
    id: { user_id: "x" },
    facts: () => nodes.other.services.directory.endUser("x"),
  },
] as const;

describe.each(KINDS)("limits of a $path", ({ path, type, id, facts }) => {
  test("the limits given at creation are stored, shown, changed and cleared, and every node knows them at once", async () => {
    await nodes.node.call(at(`/${path}/new`), { ...id, ...LIMITS });
    expect(await nodes.node.call(at(`/${path}/info`), id)).toMatchObject(LIMITS);
    expect((await facts())?.limits).toEqual(FACTS);
    await nodes.node.call(at(`/${path}/update`), { ...id, rpm_limit: 11 });
    expect((await facts())?.limits).toEqual({ ...FACTS, rpmLimit: 11 });
    expect(await nodes.node.call(at(`/${path}/update`), { ...id, ...NONE })).toMatchObject(NONE);
    expect((await facts())?.limits).toBeNull();
  });

  test("a list shows what is spent of each budget in its present window, as the row alone does", async () => {
    const list = async () => (await nodes.node.call<List<{ budget: unknown }>>(at(`/${path}/list`), {})).data;
    const info = async () => (await nodes.node.call<{ budget: unknown }>(at(`/${path}/info`), id)).budget;
    await nodes.node.call(at(`/${path}/new`), { ...id, max_budget: 10 });
    await nodes.bookSpend(type, "x", "6");
    await bookDay(type, "x", 0, 2);
    await bookDay(type, "x", 40, 4);
    expect(await list()).toMatchObject([{ spend: 6, budget: { spent: 6, resets_at: null, soft_exceeded: false } }]);
    await nodes.node.call(at(`/${path}/update`), { ...id, budget_duration: "1mo", soft_budget: 1 });
    expect(await list()).toMatchObject([{ spend: 6, budget: { spent: 2, soft_exceeded: true } }]);
    expect((await list())[0]?.budget).toEqual(await info());
    await nodes.node.call(at(`/${path}/update`), { ...id, max_budget: null, soft_budget: null });
    expect(await list()).toMatchObject([{ spend: 6, budget: null }]);
  });

  test("a soft_budget above max_budget is refused, also when the other one is stored already", async () => {
    const unsound = {
      code: "invalid_request",
      param: "soft_budget",
      message: "soft_budget: must be at most max_budget, which is 5",
    };
    expect(await nodes.node.refusal(at(`/${path}/new`), { ...id, max_budget: 5, soft_budget: 6 })).toEqual(unsound);
    await nodes.node.call(at(`/${path}/new`), { ...id, soft_budget: 5, max_budget: 5 });
    expect(await nodes.node.refusal(at(`/${path}/update`), { ...id, soft_budget: 6 })).toEqual(unsound);
    expect(await nodes.node.refusal(at(`/${path}/update`), { ...id, max_budget: 4 })).toMatchObject({
      param: "soft_budget",
    });
    expect(await nodes.node.call(at(`/${path}/info`), id)).toMatchObject({ max_budget: 5, soft_budget: 5 });
  });

  test.each([
    ["a negative budget", { max_budget: -1 }],
    ["a budget that is not a number", { max_budget: "5" }],
    ["an unknown duration", { budget_duration: "monthly" }],
    ["half a request per minute", { rpm_limit: 0.5 }],
    ["a negative number of parallel calls", { max_parallel_requests: -1 }],
    ["more tokens than the column holds", { tpm_limit: 2 ** 31 }],
  ])("the schema refuses %s as a limit", (_name, input) => {
    expect(at(`/${path}/new`).input?.safeParse({ ...id, ...input }).success).toBe(false);
  });
});

describe("limits of a key", () => {
  test("the limits of a key are stored when it is generated, shown and changed, and every node knows them at once", async () => {
    const byModel = { model_rpm_limit: { "gpt-4o": 5 }, model_tpm_limit: { "openai/*": 100 } };
    const { key, token_id } = await nodes.node.call<GeneratedKey>(at("/key/generate"), { ...LIMITS, ...byModel });
    expect(await nodes.node.call(at("/key/info"), { key })).toMatchObject({ ...LIMITS, ...byModel });
    const facts = () => nodes.other.services.directory.keyByHash(hash("sha256", key, "hex"));
    expect((await facts())?.limits).toEqual({
      ...FACTS,
      modelRpmLimit: { "gpt-4o": 5 },
      modelTpmLimit: { "openai/*": 100 },
    });
    await nodes.node.call(at("/key/update"), { key: token_id, ...NONE, model_rpm_limit: null });
    expect((await facts())?.limits).toMatchObject({
      maxBudget: null,
      modelRpmLimit: {},
      modelTpmLimit: { "openai/*": 100 },
    });
    const cleared = await nodes.node.call<Key>(at("/key/update"), { key: token_id, model_tpm_limit: null });
    expect(cleared.model_tpm_limit).toEqual({});
    expect((await facts())?.limits).toBeNull();
  });
});

describe("limits of a member of a team", () => {
  const member = { max_budget_in_team: 2.5, budget_duration: "1d", tpm_limit: null, rpm_limit: 7 };
  const facts = async () => (await nodes.other.services.directory.user("u1"))?.memberLimits;

  test("the limits of a team member are stored with the membership, changed separately, and known to every node at once", async () => {
    for (const team_id of ["t1", "t2"])
      await nodes.node.call(at("/team/new"), { team_id, members_with_roles: [{ user_id: "u1" }] });
    expect(await facts()).toBeNull();
    await nodes.node.call(at("/team/member_add"), {
      team_id: "t1",
      member: { user_id: "u1", role: "admin" },
      max_budget_in_team: 2.5,
      budget_duration: "1d",
    });
    const team = await nodes.node.call<Team>(at("/team/member_update"), { team_id: "t1", user_id: "u1", rpm_limit: 7 });
    expect(team.members_with_roles).toMatchObject([{ user_id: "u1", role: "admin", ...member }]);
    expect(await facts()).toEqual({
      t1: {
        maxBudget: 2.5,
        softBudget: null,
        budgetDuration: "1d",
        tpmLimit: null,
        rpmLimit: 7,
        maxParallelRequests: null,
        modelTpmLimit: {},
        modelRpmLimit: {},
      },
    });
    await nodes.node.call(at("/team/member_update"), {
      team_id: "t1",
      user_id: "u1",
      role: "user",
      max_budget_in_team: null,
      budget_duration: null,
      rpm_limit: null,
    });
    expect(await facts()).toBeNull();
    const [event] = await nodes.auditOf({ action: "team.member_update" });
    expect([event?.before?.members_with_roles, event?.after?.members_with_roles]).toEqual([
      [{ user_id: "u1", role: "admin", ...member }],
      [
        {
          user_id: "u1",
          role: "user",
          max_budget_in_team: null,
          budget_duration: null,
          tpm_limit: null,
          rpm_limit: null,
        },
      ],
    ]);
  });

  test("the limits of a user who is not a member of the team cannot be changed", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1" });
    const change = { team_id: "t1", user_id: "u1", max_budget_in_team: 1 };
    expect(await nodes.node.refusal(at("/team/member_update"), change)).toEqual({
      code: "not_found",
      param: "user_id",
      message: '"u1" is not a member of this team.',
    });
    expect(await nodes.node.refusal(at("/team/member_update"), { ...change, team_id: "t2" })).toMatchObject({
      code: "not_found",
      param: "team_id",
    });
  });
});
