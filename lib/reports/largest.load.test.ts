import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "@/lib/store/database";
import type { SpendGroup } from "@/lib/store/spend/group-statement";
import { isTime } from "@/lib/store/spend/group-statement";
import { sumSpans } from "@/lib/store/spend/sum-spans";
import { DAY_MS, startOfDay } from "@/lib/time/period";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { LARGEST_QUESTIONS } from "@/testing/spend/spend-questions";
import { SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { bookVaried } from "@/testing/spend/varied-calls";
import { createPostgresReader } from "./postgres-reader";
import type { LargestQuestion, ReportReader } from "./report-reader";

let server: TestDatabase;
let database: Database;
let reader: ReportReader;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  reader = createPostgresReader(database);
  await bookVaried(database, 0, 3_000);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const COUNTS = ["calls", "failed_calls", "prompt_tokens", "completion_tokens", "unpriced_calls"] as const;
const nanosOf = (dollars: string): bigint => BigInt(dollars.replace(".", ""));

/** The sums of groups by some of their dimensions: nano-dollars, and all counts as one string. */
function addUp(groups: readonly SpendGroup[], keyOf: (group: SpendGroup) => string): Map<string, [bigint, number[]]> {
  const sums = new Map<string, [bigint, number[]]>();
  for (const group of groups) {
    const [nanos, counts] = sums.get(keyOf(group)) ?? [0n, COUNTS.map(() => 0)];
    sums.set(keyOf(group), [nanos + nanosOf(group.spend), counts.map((count, at) => count + group[COUNTS[at]!])]);
  }
  return sums;
}

const timeOf = ({ day, hour }: SpendGroup): string => hour ?? day ?? "";

/** Which groups are the largest of a whole report: by amount, and then by the bytes of their ids. */
function largestOf(groups: readonly SpendGroup[], { dimensions, count, measure }: LargestQuestion): Set<string> {
  const idsOf = (group: SpendGroup): string[] => dimensions.filter((name) => !isTime(name)).map((name) => group[name]!);
  const sums = addUp(groups, (group) => JSON.stringify(idsOf(group)));
  const amountOf = ([nanos, [calls = 0, , prompt = 0, completion = 0]]: [bigint, number[]]): bigint =>
    ({ spend: nanos, calls: BigInt(calls), tokens: BigInt(prompt + completion) })[measure];
  const byIds = (one: string, other: string): number => {
    const [a, b] = [JSON.parse(one) as string[], JSON.parse(other) as string[]];
    return a.map((id, at) => Buffer.compare(Buffer.from(id), Buffer.from(b[at]!))).find((order) => order !== 0) ?? 0;
  };
  return new Set(
    [...sums]
      .toSorted(([one, x], [other, y]) => {
        const [a, b] = [amountOf(x), amountOf(y)];
        return a === b ? byIds(one, other) : a > b ? -1 : 1;
      })
      .slice(0, count)
      .map(([key]) => key),
  );
}

const QUESTIONS = LARGEST_QUESTIONS.map(
  (question, at) => [`${at}: ${question.filter.entityType} by ${question.dimensions.join(", ")}`, question] as const,
);

describe.each([["hours"], ["weeks"]] as const)("the largest groups over time, from %s", (source) => {
  beforeAll(async () => {
    if (source === "weeks") await sumSpans(database, startOfDay(SAMPLE_TIME) / DAY_MS);
  });

  test.each(QUESTIONS)(
    "%s: equal the report without a limit, and with all others add up to its totals",
    async (_name, question) => {
      const { filter, dimensions, whole, hasRest } = question;
      const [all, calls, largest] = await Promise.all([
        reader.report({ filter, dimensions, limit: 1_000_000 }),
        reader.report({ filter: whole, dimensions: dimensions.filter(isTime), limit: 1_000_000 }),
        reader.largest(question),
      ]);
      const chosen = largestOf(all.groups, question);
      const isChosen = (group: SpendGroup): boolean =>
        chosen.has(JSON.stringify(dimensions.filter((name) => !isTime(name)).map((name) => group[name])));
      const byEverything = (group: SpendGroup): string => JSON.stringify(dimensions.map((name) => group[name]));
      expect(addUp(largest.groups, byEverything)).toEqual(addUp(all.groups.filter(isChosen), byEverything));
      expect(addUp(largest.others, timeOf)).toEqual(
        addUp(
          all.groups.filter((group) => !isChosen(group)),
          timeOf,
        ),
      );
      expect(
        largest.others.every((group) =>
          Object.keys(group).every((name) => !dimensions.some((one) => one === name && !isTime(one))),
        ),
      ).toBe(true);
      const rows = [...largest.groups, ...largest.others, ...largest.rest];
      expect(largest.totals).toEqual(hasRest ? calls.totals : all.totals);
      // A call may have several tags, or be charged to two organisations.
      if (filter.entityType === "tag" || filter.entityType === "organization") return;
      if (hasRest) expect(addUp(rows, timeOf)).toEqual(addUp(calls.groups, timeOf));
      else expect([...addUp(rows, () => "").values()]).toEqual([...addUp(all.groups, () => "").values()]);
    },
  );
});
