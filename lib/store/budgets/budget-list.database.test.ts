import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { memberEntityId } from "@/lib/entity-type";
import { budgetWindow } from "@/lib/limits/budget-window";
import { bookCalls } from "@/lib/store/calls/calls";
import { openDatabase, type Database } from "@/lib/store/database";
import { NO_USAGE } from "@/lib/usage";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { SAMPLE_TIME, sampleIntent } from "@/testing/spend/spend-samples";
import { readSpent } from "../spend/budget-figures";
import { foldHours } from "../spend/fold-figures";
import { sumSpans } from "../spend/sum-spans";
import { type BudgetQuery, listBudgets, type ListedBudget } from "./budget-list";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DOLLAR = 1_000_000_000n;
const NOW = SAMPLE_TIME + 17 * MINUTE;
const ALL: BudgetQuery = { now: NOW, near: 0.8, others: [], page: 1, size: 50 };

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  database = openDatabase(await server.createDatabase());
  return () => database.close();
});
afterAll(() => server.stop());

/** Books calls of this many dollars at these moments. */
async function booked(who: Parameters<typeof sampleIntent>[1], ...spent: [at: number, dollars: number][]) {
  await bookCalls(
    database,
    spent.map(([startedAt, dollars], index) =>
      callLiteral({
        ...sampleIntent(`${JSON.stringify(who)} ${index}`, {
          userId: null,
          teamId: null,
          organizationId: null,
          ...who,
          startedAt,
        }),
        spendNano: BigInt(dollars) * DOLLAR,
        status: "success",
        attempts: 1,
        tried: [],
        httpStatus: 200,
        durationMs: 1,
        upstreamMs: 1,
        firstTokenMs: null,
        upstreamRequestId: null,
        priceState: "priced",
        priceVersion: null,
        usage: NO_USAGE,
      }),
    ),
  );
}

const shown = (rows: readonly ListedBudget[]) => rows.map(({ type, id, spent }) => `${type} ${id} ${spent / DOLLAR}`);

describe("what is booked in the window of a budget", () => {
  test.each(["30s", "20m", "1h", "5h", "7h", "1d", "3d", "1w", "1mo", "1000mo", null])(
    "is what admission reads, for budgets that reset every %s",
    async (duration) => {
      const limits = { maxBudget: 100, budgetDuration: duration };
      await database.prisma.team.create({ data: { id: "t/1", ...limits } });
      await database.prisma.user.create({ data: { id: "u~1", ...limits } });
      await database.prisma.membership.create({ data: { teamId: "t/1", userId: "u~1", ...limits } });
      await database.prisma.organization.create({ data: { id: "o1", ...limits } });
      await database.prisma.endUser.create({ data: { id: "e1", ...limits } });
      await database.prisma.key.create({ data: { id: "k1", hash: "h", name: "sk-…1", ...limits } });
      const whole = { keyId: "k1", userId: "u~1", teamId: "t/1", organizationId: "o1", endUserId: "e1" };
      const moments = [0, 10_000, 5 * MINUTE, 16 * MINUTE, HOUR, 6 * HOUR, DAY, 2 * DAY, 6 * DAY, 20 * DAY, 90 * DAY];
      await booked(whole, ...moments.map((ago, at): [number, number] => [NOW - ago, 2 ** at]));
      const { rows, total } = await listBudgets(database, ALL);
      expect([total, rows.length]).toEqual([6, 6]);
      const window = budgetWindow(duration, NOW);
      const expected = await readSpent(
        database.pool,
        rows.map(({ type, id }) => ({ type, id, ...window })),
      );
      expect(rows.map(({ spent }) => spent)).toEqual(expected);
      expect(expected[0]).toBeGreaterThanOrEqual(DOLLAR);
      expect(new Set(expected).size).toBe(1);
      expect(rows.find(({ type }) => type === "member")).toMatchObject({
        id: memberEntityId("t/1", "u~1"),
        teamId: "t/1",
        userId: "u~1",
        window,
      });
      await sumSpans(database, Math.floor(NOW / DAY));
      expect((await listBudgets(database, ALL)).rows).toEqual(rows);
      await foldHours(database, Math.floor(NOW / HOUR));
      expect((await listBudgets(database, ALL)).rows).toEqual(rows);
    },
  );

  test("is read from sums of weeks, but not once a call is booked into them", async () => {
    await team("summed", { max: 100, duration: "1000mo" });
    const ago = (days: number): [number, number] => [NOW - days * DAY, 1];
    await booked({ teamId: "summed" }, ago(60), ago(30));
    await sumSpans(database, Math.floor(NOW / DAY));
    const spent = async () => (await listBudgets(database, ALL)).rows.map(({ spent: nano }) => nano / DOLLAR);
    expect(await spent()).toEqual([2n]);
    // No longer true, so that it shows where they are read.
    await database.pool.query("UPDATE span_figures SET spend = spend * 10");
    expect(await spent()).toEqual([20n]);
    await database.pool.query("DELETE FROM summed_spans");
    expect(await spent()).toEqual([2n]);
  });
});

async function team(id: string, limits: { max?: number; soft?: number; duration?: string; alias?: string }) {
  await database.prisma.team.create({
    data: {
      id,
      alias: limits.alias ?? null,
      maxBudget: limits.max ?? null,
      softBudget: limits.soft ?? null,
      budgetDuration: limits.duration ?? null,
    },
  });
}

describe("a list of budgets", () => {
  beforeEach(async () => {
    await team("closed", { max: 0 });
    await team("nearly", { max: 10, duration: "1d", alias: "Data Science" });
    await team("yesterday", { max: 10, duration: "1d" });
    await team("warned", { max: 10, soft: 2 });
    await team("only-warned", { soft: 4 });
    await team("free", {});
    await booked({ teamId: "nearly" }, [NOW, 9]);
    await booked({ teamId: "yesterday" }, [NOW - DAY, 9]);
    await booked({ teamId: "warned" }, [NOW, 3]);
    await booked({ teamId: "only-warned" }, [NOW, 5]);
    await booked({ teamId: "free" }, [NOW, 99]);
  });
  const house = { type: "model", id: "gpt-*", name: null, maximum: 5n * DOLLAR, soft: null, duration: null } as const;

  test("has those nearest to their end first, and none that limits and warns of nothing", async () => {
    const { rows } = await listBudgets(database, { ...ALL, others: [house] });
    expect(shown(rows)).toEqual([
      "team only-warned 5",
      "team closed 0",
      "team nearly 9",
      "team warned 3",
      "model gpt-* 0",
      "team yesterday 0",
    ]);
    expect(rows.map(({ share }) => share)).toEqual([1.25, 1, 0.9, 0.3, 0, 0]);
  });

  test.each([
    ["used up", { condition: "used_up" }, ["team closed 0"]],
    ["near their end", { condition: "near" }, ["team only-warned 5", "team nearly 9", "team warned 3"]],
    ["idle", { condition: "idle" }, ["team closed 0", "model gpt-* 0", "team yesterday 0"]],
    ["of a kind", { type: "model" }, ["model gpt-* 0"]],
    ["with a name", { search: "SCIENCE" }, ["team nearly 9"]],
    ["with an id", { search: "gpt" }, ["model gpt-* 0"]],
    ["of nobody", { search: "%" }, []],
  ] as const)("can be narrowed to those %s", async (_, wanted, expected) => {
    const { rows, total } = await listBudgets(database, { ...ALL, others: [house], ...wanted });
    expect(shown(rows)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test("is turned page by page, with each budget once", async () => {
    const seen: string[] = [];
    for (let after: BudgetQuery["after"] | null; after !== undefined || seen.length === 0;) {
      const page = await listBudgets(database, { ...ALL, others: [house], size: 1, ...(after && { after }) });
      seen.push(...shown(page.rows));
      expect(page.total).toBe(6);
      after = page.next;
    }
    expect(seen).toEqual(shown((await listBudgets(database, { ...ALL, others: [house] })).rows));
    const second = await listBudgets(database, { ...ALL, others: [house], size: 4, page: 2 });
    expect(shown(second.rows)).toEqual(seen.slice(4));
  });

  test("is empty without budgets", async () => {
    await database.prisma.team.deleteMany();
    expect(await listBudgets(database, ALL)).toEqual({ rows: [], total: 0, next: undefined });
  });
});
