import { describe, beforeEach, expect, test } from "vitest";
import type { CallerOperation } from "@/lib/api/operation";
import { personOf } from "@/lib/api/own-refusal";
import { refusalOperations } from "@/lib/api/operations/access/refusals";
import { TABLE } from "@/lib/api/table";
import type { Caller } from "@/lib/gateway/request/caller";
import { apiRequest } from "@/testing/gateway/api-request";
import {
  administrator,
  at,
  callerWith,
  type GeneratedKey,
  type List,
  useTwoNodes,
} from "@/testing/gateway/management-nodes";
import type { Raise } from "@/lib/wire/contracts/budgets/raises";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import type { Team } from "@/lib/wire/team";
import { raiseOperations } from "./raises";

const nodes = useTwoNodes();
const of = (operations: readonly CallerOperation[], id: string): CallerOperation => {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
};
const ASK = of(raiseOperations, "budgets.raises.ask");
const LIST = of(raiseOperations, "budgets.raises.list");
const DECIDE = of(raiseOperations, "budgets.raises.decide");

const ann = callerWith({ userId: "ann", teamId: "t1" }, { kind: "jwt", userId: "ann" });
const ben = callerWith({ userId: "ben", teamId: "t2" }, { kind: "jwt", userId: "ben" });
const leader = callerWith({ userId: "lea", teamId: "t1", administers: ["t1"] }, { kind: "jwt", userId: "lea" });
const ASKER = personOf(ann);
const TEAM = { type: "team", id: "t1" } as const;

const ask = (caller: Caller, input: object) => nodes.node.call<{ state: string }>(ASK, input, caller);
const own = async (caller: Caller) => (await nodes.node.call<List<Raise>>(LIST, {}, caller)).data;
const waiting = async (caller: Caller) => (await nodes.node.call<List<Raise>>(LIST, { of: "others" }, caller)).data;
const decide = (caller: Caller, input: object) =>
  nodes.node.call<{ state: string; max_budget: number | null; nodes: unknown[] }>(
    DECIDE,
    { asker: ASKER, ...input },
    caller,
  );
const team = (id = "t1") => nodes.node.call<Team>(at("/team/info"), { team_id: id });
const actions = async () =>
  (await nodes.node.services.database.prisma.auditEvent.findMany({ orderBy: { id: "asc" } })).map(
    ({ action }) => action,
  );

let key: GeneratedKey;
beforeEach(async () => {
  for (const team_id of ["t1", "t2"]) await nodes.node.call(at("/team/new"), { team_id, max_budget: 100 });
  for (const user_id of ["ann", "ben", "lea"]) await nodes.node.call(at("/user/new"), { user_id, max_budget: 10 });
  await nodes.node.call(at("/team/member_add"), { team_id: "t1", member: { user_id: "ann" }, max_budget_in_team: 5 });
  key = await nodes.node.call<GeneratedKey>(at("/key/generate"), { user_id: "ann", team_id: "t1", max_budget: 2 });
});

describe("who may ask for what", () => {
  test.each([
    ["their own budget", { type: "user", id: "ann" }, 10],
    ["that of their team", TEAM, 100],
    ["their own in the team", { type: "member", id: "t1/ann" }, 5],
  ] as const)("people ask for a higher budget of %s", async (_, raised, present) => {
    expect(await ask(ann, { ...raised, amount: present + 1, note: "The quarter ends" })).toMatchObject({
      state: "requested",
    });
    expect(await own(ann)).toMatchObject([
      {
        ...raised,
        max_budget: present,
        amount: present + 1,
        note: "The quarter ends",
        state: "pending",
        granted: null,
      },
    ]);
  });

  test("people ask about their keys, by the secret or the id, and see one request", async () => {
    expect(await ask(ann, { type: "key", id: key.key, amount: 4 })).toMatchObject({ state: "requested" });
    expect(await ask(ann, { type: "key", id: key.token_id, amount: 9 })).toMatchObject({
      state: "already_requested",
      amount: 4,
    });
    expect(await own(ann)).toMatchObject([{ type: "key", id: key.token_id, amount: 4 }]);
  });

  test("others' budgets are refused alike, whether they exist or not", async () => {
    for (const [there, absent] of [
      [
        { type: "user", id: "ann" },
        { type: "user", id: "nobody" },
      ],
      [TEAM, { type: "team", id: "nobody" }],
      [
        { type: "key", id: key.token_id },
        { type: "key", id: "key_nobody" },
      ],
      [
        { type: "member", id: "t1/ann" },
        { type: "member", id: "t9/nobody" },
      ],
    ]) {
      const refused = await nodes.node.refusal(ASK, { ...there, amount: 500 }, ben);
      expect(refused.code).toBe("route_not_allowed");
      expect(await nodes.node.refusal(ASK, { ...absent, amount: 500 }, ben)).toEqual(refused);
    }
    expect(await waiting(administrator)).toEqual([]);
  });

  test("an amount must be above the budget, and there must be one", async () => {
    expect(await nodes.node.refusal(ASK, { ...TEAM, amount: 100 }, ann)).toMatchObject({ param: "amount" });
    await nodes.node.call(at("/team/update"), { team_id: "t1", max_budget: null });
    expect(await nodes.node.refusal(ASK, { ...TEAM, amount: 100 }, ann)).toMatchObject({ param: "id" });
  });

  test("of many requests at once, one is stored and recorded", async () => {
    const states = await Promise.all([1, 2, 3, 4].map((more) => ask(ann, { ...TEAM, amount: 100 + more })));
    expect(states.filter(({ state }) => state === "requested")).toHaveLength(1);
    expect((await actions()).filter((action) => action === "budget.request_raise")).toHaveLength(1);
  });
});

describe("who decides", () => {
  test("an administrator finds a request among the refusals, approves another amount, and takes it back", async () => {
    await ask(ann, { ...TEAM, amount: 500 });
    const refusals = of(refusalOperations, "auth.refusals");
    const inbox = () => nodes.node.call<List<RefusalsView>>(refusals, {});
    expect((await inbox()).data).toMatchObject([
      { code: "budget_raise", kind: "team", principal: "t1", count: 0, requests: [{ amount: 500, decision_id: null }] },
    ]);
    const approved = await decide(administrator, { ...TEAM, decision: "approve", max_budget: 250, answer: "For May" });
    expect(approved).toMatchObject({ state: "approved", max_budget: 250 });
    expect(approved.nodes).toHaveLength(2);
    expect(await team()).toMatchObject({ max_budget: 250 });
    expect(await own(ann)).toMatchObject([
      { state: "approved", granted: 250, answer: "For May", decided_by: "the test" },
    ]);
    expect((await inbox()).data).toEqual([]);
    expect((await actions()).slice(-3)).toEqual(["budget.request_raise", "team.update", "budget.approve_raise"]);
    await decide(administrator, { ...TEAM, decision: "reopen", max_budget: 100 });
    expect(await team()).toMatchObject({ max_budget: 100 });
    expect(await own(ann)).toMatchObject([{ state: "pending", granted: null, decided_by: null }]);
  });

  test("a budget of nothing is raised, and is nothing again once that is taken back", async () => {
    await nodes.node.call(at("/team/update"), { team_id: "t1", max_budget: 0 });
    await ask(ann, { ...TEAM, amount: 10 });
    await decide(administrator, { ...TEAM, decision: "approve" });
    expect(await team()).toMatchObject({ max_budget: 10 });
    await decide(administrator, { ...TEAM, decision: "reopen", max_budget: 0 });
    expect(await team()).toMatchObject({ max_budget: 0 });
    expect(await own(ann)).toMatchObject([{ state: "pending", max_budget: 0 }]);
  });

  test("an approval lowers no budget, and limits nobody who has none any more", async () => {
    await ask(ann, { ...TEAM, amount: 150 });
    const approve = { ...TEAM, asker: ASKER, decision: "approve" };
    await nodes.node.call(at("/team/update"), { team_id: "t1", max_budget: 200 });
    expect(await nodes.node.refusal(DECIDE, approve, administrator)).toMatchObject({ param: "max_budget" });
    await nodes.node.call(at("/team/update"), { team_id: "t1", max_budget: null });
    expect(await nodes.node.refusal(DECIDE, approve, administrator)).toMatchObject({ param: "id" });
    expect(await waiting(administrator)).toHaveLength(1);
  });

  test("a refusal changes no budget, says why, and leaves room for another request", async () => {
    await ask(ann, { ...TEAM, amount: 500 });
    expect(await decide(administrator, { ...TEAM, decision: "refuse", answer: "Not this month" })).toMatchObject({
      state: "refused",
      max_budget: null,
    });
    expect(await team()).toMatchObject({ max_budget: 100 });
    expect(await own(ann)).toMatchObject([{ state: "refused", answer: "Not this month" }]);
    expect(await ask(ann, { ...TEAM, amount: 600 })).toMatchObject({ state: "requested", amount: 600 });
    expect(await own(ann)).toMatchObject([{ state: "pending", amount: 600, answer: null }]);
  });

  test("a dismissal among the refusals refuses it", async () => {
    await ask(ann, { ...TEAM, amount: 500 });
    const group = { code: "budget_raise", kind: "team", principal: "t1", route: "", model: "", note: "No" };
    await nodes.node.call(of(refusalOperations, "auth.refusals.dismiss"), group);
    expect(await own(ann)).toMatchObject([{ state: "refused", answer: "No" }]);
  });

  test("of two who decide at once, one does", async () => {
    await ask(ann, { ...TEAM, amount: 500 });
    const outcomes = await Promise.allSettled(
      [300, 400].map((max_budget) => decide(administrator, { ...TEAM, decision: "approve", max_budget })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await actions()).filter((action) => action === "budget.approve_raise")).toHaveLength(1);
    expect((await actions()).filter((action) => action === "team.update")).toHaveLength(1);
    const [row] = await own(ann);
    expect(await team()).toMatchObject({ max_budget: row?.granted });
  });

  test("an approval of another version than the present one sets nothing", async () => {
    await ask(ann, { ...TEAM, amount: 500 });
    const answer = (operation: CallerOperation, input: object, headers: Record<string, string> = {}) =>
      operation.answer(
        {
          services: nodes.node.services,
          request: apiRequest({ method: operation.method, path: operation.path, headers }),
          caller: administrator,
          table: TABLE,
        },
        input,
      );
    const version = async () => (await answer(at("/team/info"), { team_id: "t1" })).headers["etag"] ?? "";
    const approve = (etag: string) =>
      answer(DECIDE, { ...TEAM, asker: ASKER, decision: "approve" }, { "if-match": etag });
    const seen = await version();
    await nodes.node.call(at("/team/update"), { team_id: "t1", max_budget: 120 });
    await expect(approve(seen)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await own(ann)).toMatchObject([{ state: "pending", max_budget: 120 }]);
    const approved = await approve(await version());
    expect(approved.headers["etag"]).toBe(await version());
    expect(await team()).toMatchObject({ max_budget: 500 });
  });

  test("administrators of a team decide about its members and keys within the team's budget, and not about the team", async () => {
    await ask(ann, { type: "member", id: "t1/ann", amount: 50 });
    await ask(ann, { type: "key", id: key.token_id, amount: 60 });
    await ask(ann, { type: "user", id: "ann", amount: 70 });
    await ask(ann, { ...TEAM, amount: 500 });
    expect((await waiting(leader)).map(({ type }) => type).sort()).toEqual(["key", "member"]);
    expect(await waiting(ben)).toEqual([]);
    expect((await waiting(administrator)).length).toBe(4);
    const member = { type: "member", id: "t1/ann" };
    const refused = (input: object, caller = leader) =>
      nodes.node.refusal(DECIDE, { asker: ASKER, decision: "approve", ...input }, caller);
    expect(await refused({ ...member, max_budget: 101 })).toMatchObject({ code: "route_not_allowed" });
    expect(await refused(TEAM)).toMatchObject({ code: "route_not_allowed" });
    expect(await refused({ ...TEAM, decision: "refuse" })).toMatchObject({ code: "route_not_allowed" });
    expect(await refused({ type: "user", id: "ann" })).toMatchObject({ code: "route_not_allowed" });
    expect(await refused(member, ben)).toMatchObject({ code: "route_not_allowed" });
    await decide(leader, { ...member, decision: "approve" });
    await decide(leader, { type: "key", id: key.token_id, decision: "refuse" });
    const made = await team();
    expect(made.members_with_roles.find(({ user_id }) => user_id === "ann")).toMatchObject({ max_budget_in_team: 50 });
    expect(await waiting(leader)).toEqual([]);
  });

  test("requests are listed page by page", async () => {
    await ask(ann, { ...TEAM, amount: 500 });
    await ask(ann, { type: "user", id: "ann", amount: 70 });
    await ask(ben, { type: "user", id: "ben", amount: 70 });
    const first = await nodes.node.call<List<Raise> & { next: string }>(LIST, { of: "others", size: 2 });
    const second = await nodes.node.call<List<Raise>>(LIST, { of: "others", size: 2, after: first.next });
    expect([...first.data, ...second.data].map(({ type, id }) => `${type} ${id}`).sort()).toEqual([
      "team t1",
      "user ann",
      "user ben",
    ]);
    expect(second).toMatchObject({ total: 3, next: null });
  });
});
