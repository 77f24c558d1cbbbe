import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { EntityType } from "@/lib/entity-type";
import { openDatabase, type Database } from "@/lib/store/database";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { insertFigures } from "@/testing/spend/booked-figures";
import { readNearBudgets } from "./near-budgets";

const NOW = Date.UTC(2026, 5, 15, 12);
const DOLLAR = 1_000_000_000n;

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

async function team(id: string, limits: { max: number; soft?: number; duration?: string; alias?: string }) {
  await database.prisma.team.create({
    data: {
      id,
      alias: limits.alias ?? null,
      maxBudget: limits.max,
      softBudget: limits.soft ?? null,
      budgetDuration: limits.duration ?? null,
    },
  });
}

async function spent(entityType: EntityType, entityId: string, day: string, spend: number): Promise<void> {
  const counts = { spend, calls: 1n, promptTokens: 0n, completionTokens: 0n, unpricedCalls: 0n };
  await database.prisma.entityTotal.create({ data: { entityType, entityId, ...counts } });
  await insertFigures(database, [{ day, type: entityType, id: entityId, provider: "p", model: "m", spend, calls: 1 }]);
}

test("budgets of every kind that are nearly spent in their present window are found, the fullest first", async () => {
  await team("nearly", { max: 10, duration: "1d", alias: "Nearly" });
  await team("yesterday", { max: 10, duration: "1d" });
  await team("warned", { max: 10, soft: 2 });
  await team("well-off", { max: 10 });
  await team("closed", { max: 0 });
  await database.prisma.user.create({ data: { id: "used-up", maxBudget: 10 } });
  await spent("team", "nearly", "2026-06-15", 9);
  await spent("team", "yesterday", "2026-06-14", 9);
  await spent("team", "warned", "2026-06-15", 3);
  await spent("team", "well-off", "2026-06-15", 3);
  await spent("user", "used-up", "2026-06-15", 12);
  await spent("model", "house", "2026-06-15", 5);
  const house = { type: "model", id: "house", name: null, maximum: 5n * DOLLAR, soft: null, duration: null } as const;
  const found = await readNearBudgets(database, { now: NOW, part: 0.8, others: [house, { ...house, id: "idle" }] });
  expect(found.map(({ type, id, name, spent: booked }) => [type, id, name, booked / DOLLAR])).toEqual([
    ["user", "used-up", null, 12n],
    ["model", "house", null, 5n],
    ["team", "nearly", "Nearly", 9n],
    ["team", "warned", null, 3n],
  ]);
  expect(found.map(({ window }) => window.end)).toEqual([Infinity, Infinity, Date.UTC(2026, 5, 16), Infinity]);
});
