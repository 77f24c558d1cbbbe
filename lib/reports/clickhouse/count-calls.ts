import type { CallFilter } from "@/lib/calls/filter";
import { type CallCount, MOST_COUNTED } from "@/lib/store/calls/call-list";
import type { DayCounts } from "@/lib/store/spend/count-kept-calls";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import type { SpendQuestion } from "../report-reader";
import { countStatement } from "./call-statement";
import type { ClickHouse } from "./clickhouse";
import { readSums } from "./read-sums";
import { reportStatement, spendAnswer } from "./report-statement";

const MOST_DAYS = 1_000_000;

/** How many calls of a list each day has, where days that are summed up tell; undefined: none do. */
export async function countDays(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
): Promise<DayCounts | undefined> {
  const filter = dailyFilterOf(filters);
  if (!filter) return undefined;
  const question: SpendQuestion = { filter, dimensions: ["day"], limit: MOST_DAYS };
  const known = await readSums(clickhouse, question);
  if (!known.days || known.days.size === 0) return undefined;
  const { groups } = spendAnswer(await clickhouse.query(reportStatement(question, known)), question.dimensions);
  return groups.map(({ day, calls }) => ({ day: Date.parse(`${day}T00:00:00Z`), calls }));
}

/** How many calls a list has. `days`: how many each day has, if that is known. */
export async function countCalls(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  days: DayCounts | undefined,
): Promise<CallCount> {
  if (days) return { calls: days.reduce((sum, { calls }) => sum + calls, 0), isExact: true };
  const found = Number((await clickhouse.query(countStatement(filters, MOST_COUNTED + 1)))[0]?.[0] ?? 0);
  return { calls: Math.min(found, MOST_COUNTED), isExact: found <= MOST_COUNTED };
}
