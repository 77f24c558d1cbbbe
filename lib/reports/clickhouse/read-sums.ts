import { startOfDay } from "@/lib/time/period";
import type { SpendQuestion } from "../report-reader";
import type { ClickHouse } from "./clickhouse";
import { type KnownSums, spanOf, usableSums } from "./plan-report";
import { summedDays, summedDaysStatement } from "./sums";

/** The up-to-date sums that can answer a question. Throws ClickHouseError. */
export async function readSums(clickhouse: ClickHouse, question: SpendQuestion): Promise<KnownSums> {
  const [from, until] = spanOf(question.filter);
  const range = { from: startOfDay(from), to: startOfDay(until - 1) };
  const found = usableSums(question).map(
    async (of) => [of, summedDays(await clickhouse.query(summedDaysStatement(range, of)))] as const,
  );
  return Object.fromEntries(await Promise.all(found));
}
