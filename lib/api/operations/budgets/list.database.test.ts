import { expect, test } from "vitest";
import type { List } from "@/testing/gateway/management-nodes";
import { administrator, callerWith, useTwoNodes } from "@/testing/gateway/management-nodes";
import { insertFigures } from "@/testing/spend/booked-figures";
import { DAY_MS } from "@/lib/time/period";
import { budgetWindow } from "@/lib/limits/budget-window";
import type { Budget } from "@/lib/wire/contracts/budgets/budgets";
import { budgetListOperation } from "./list";

const nodes = useTwoNodes();
const list = (input: object = {}) => nodes.node.call<List<Budget>>(budgetListOperation, input);

/** Dollars that a team spent on the UTC day this many days ago. */
async function spent(id: string, dollars: number, daysAgo: number): Promise<void> {
  const { database } = nodes.node.services;
  const day = new Date(nodes.node.services.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  await insertFigures(database, [{ day, type: "team", id, provider: "p", model: "m", spend: dollars, calls: 1 }]);
  await database.pool.query(
    "UPDATE entity_totals SET spend = spend + $2 WHERE entity_type = 'team' AND entity_id = $1",
    [id, dollars],
  );
}

test("each budget says when it runs out at the rate of its window, or of the last weeks where it has none", async () => {
  const { database } = nodes.node.services;
  const at = (id: string, maxBudget: number, budgetDuration: string | null) =>
    database.prisma.team.create({ data: { id, maxBudget, budgetDuration } });
  await at("endless", 100, null);
  await at("long-window", 100, "120mo");
  await at("unused", 100, null);
  await at("young", 100, null);
  await at("gone", 10, null);
  await spent("endless", 14, 10);
  await spent("endless", 14, 40);
  await spent("long-window", 28, 5);
  await spent("gone", 10, 5);
  await spent("young", 4, 2);
  const { data } = await list();
  const [gone, ...others] = data;
  expect(gone).toMatchObject({ id: "gone", share: 1, spent: 10, outlook: "used_up", runs_out_at: null });
  const byId = new Map(others.map((row) => [row.id, row]));
  // $14 in 28 days, and $72 are left.
  expect(byId.get("endless")).toMatchObject({ spent: 28, outlook: "runs_out", starts_at: null, resets_at: null });
  expect(byId.get("endless")?.rate.dollars_a_day).toBeCloseTo(0.5, 1);
  const now = nodes.node.services.now();
  const days = (Date.parse(byId.get("endless")?.runs_out_at ?? "") - now) / DAY_MS;
  expect(days).toBeCloseTo(144, -1);
  // Measured from the beginning of the day of the first call on.
  const first = Date.parse(byId.get("young")?.rate.since ?? "");
  expect(first).toBe(Math.floor((now - 2 * DAY_MS) / DAY_MS) * DAY_MS);
  expect(byId.get("young")?.rate.dollars_a_day).toBeCloseTo((4 / (now - first)) * DAY_MS, 1);
  const { start } = budgetWindow("120mo", now);
  expect(byId.get("long-window")).toMatchObject({
    spent: 28,
    rate: { since: new Date(start).toISOString() },
    starts_at: new Date(start).toISOString(),
  });
  expect(byId.get("unused")).toMatchObject({ outlook: "idle", share: 0, rate: { dollars_a_day: 0 } });
});

test("viewers read the list, other callers do not, and a cursor is that of this list", async () => {
  const viewer = callerWith({ viewer: true }, { kind: "jwt" });
  expect(await nodes.node.call(budgetListOperation, {}, viewer)).toEqual({
    data: [],
    total: 0,
    page: 1,
    size: 50,
    next: null,
  });
  const member = callerWith({ userId: "u1", teamId: "t1" }, { kind: "jwt" });
  expect(await nodes.node.refusal(budgetListOperation, {}, member)).toMatchObject({ code: "route_not_allowed" });
  for (const after of ["x", Buffer.from('["budgets","1; DROP",""]').toString("base64url")])
    expect(await nodes.node.refusal(budgetListOperation, { after }, administrator)).toMatchObject({ param: "after" });
});
