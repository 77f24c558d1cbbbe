import { afterAll, beforeAll, expect, test } from "vitest";
import type { SpendRecord } from "@/lib/calls/record";
import type { EntityType } from "@/lib/entity-type";
import { openDatabase, type Database } from "@/lib/store/database";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { CHARGEBACK_QUESTIONS, LARGEST_QUESTIONS } from "@/testing/spend/spend-questions";
import { bookVaried, variedCall } from "@/testing/spend/varied-calls";
import { createPostgresReader } from "./postgres-reader";
import type { ReportReader, SpendQuestion } from "./report-reader";

const CALLS = 2_000;

let server: TestDatabase;
let database: Database;
let reader: ReportReader;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  reader = createPostgresReader(database);
  await bookVaried(database, 0, CALLS);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** Whom a call is charged to, of one kind. */
function payersOf(call: SpendRecord, type: EntityType): readonly string[] {
  const ids: Readonly<Record<EntityType, readonly (string | null)[]>> = {
    all: [""],
    team: [call.teamId],
    user: [call.userId],
    key: [call.keyId],
    organization: [call.organizationId, call.teamOrganizationId],
    end_user: [call.endUserId],
    tag: call.tags,
    model: [call.requestedModel],
    issuer: [call.issuer],
    mcp_server: [call.mcpServer],
    member: [],
  };
  return [...new Set(ids[type].flatMap((id) => id ?? []))];
}

/** The nano-dollars and the number of calls of each group, added up one call after the other. */
function addedUp({ filter, dimensions }: SpendQuestion): Map<string, [bigint, number]> {
  const { entityType, chargedTo = [], provider, zoned } = filter;
  const bounds = zoned?.bounds ?? [];
  const sums = new Map<string, [bigint, number]>();
  for (const call of Array.from({ length: CALLS }, (_, at) => variedCall(at))) {
    const day = bounds.findLastIndex((bound) => call.startedAt >= bound);
    const isOf = chargedTo.every(({ type, id }) => payersOf(call, type).includes(id));
    if (!isOf || day < 0 || day === bounds.length - 1 || (provider !== undefined && provider !== call.provider))
      continue;
    for (const entity of payersOf(call, entityType)) {
      const known = {
        day: new Date(bounds[day] ?? 0).toISOString().slice(0, 10),
        entity,
        model: call.model,
        provider: call.provider,
      };
      const key = JSON.stringify(dimensions.map((name) => Reflect.get(known, name)));
      const [nanos, calls] = sums.get(key) ?? [0n, 0];
      sums.set(key, [nanos + call.spendNano, calls + 1]);
    }
  }
  return sums;
}

test.each(
  CHARGEBACK_QUESTIONS.map(
    (question) => [JSON.stringify([question.filter.chargedTo, question.filter.entityType]), question] as const,
  ),
)("what %s is charged is the exact sum of its calls", async (_what, question) => {
  const { groups, totals } = await reader.report(question);
  const found = new Map(
    groups.map((group) => [
      JSON.stringify(question.dimensions.map((name) => group[name])),
      [BigInt(group.spend.replace(".", "")), group.calls],
    ]),
  );
  const expected = addedUp(question);
  expect(new Map([...found].toSorted())).toEqual(new Map([...expected].toSorted()));
  const isOfNobody = question.filter.chargedTo?.some(({ id }) => id === "nobody") ?? false;
  expect(groups.length > 0).toBe(!isOfNobody);
  // A call of two organisations, or with several tags, is in the totals once for each.
  expect(totals.calls).toBe([...expected.values()].reduce((sum, [, calls]) => sum + calls, 0));
});

test("the largest payers of a bill, the others and the rest add up to it", async () => {
  const asked = LARGEST_QUESTIONS.filter(({ filter }) => filter.chargedTo !== undefined);
  expect(asked).toHaveLength(1);
  for (const question of asked) {
    const { groups, others, rest, totals } = await reader.largest(question);
    const sum = [...groups, ...others, ...rest].reduce((calls, one) => calls + one.calls, 0);
    expect([sum, groups.length > 0]).toEqual([totals.calls, true]);
    const whole = await reader.report({ filter: question.whole, dimensions: ["day"], limit: 10_000 });
    expect(totals.calls).toBe(whole.totals.calls);
  }
});
