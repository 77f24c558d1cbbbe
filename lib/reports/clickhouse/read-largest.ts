import { isTime } from "@/lib/store/spend/group-statement";
import type { LargestAnswer, LargestQuestion, SpendQuestion } from "../report-reader";
import { restGroups, TIMES } from "../rest-groups";
import type { ClickHouse } from "./clickhouse";
import { largestAnswer, largestStatement } from "./largest-statement";
import { readSums } from "./read-sums";
import { reportStatement, spendAnswer } from "./report-statement";

/** The largest groups over time beside all others. Throws ClickHouseError. */
export async function readLargest(clickhouse: ClickHouse, question: LargestQuestion): Promise<LargestAnswer> {
  const { filter, dimensions, count, measure, limit, hasRest, whole } = question;
  const ranked: SpendQuestion = { filter, dimensions: dimensions.filter((name) => !isTime(name)), limit: count };
  const overTime: SpendQuestion = { filter, dimensions, limit };
  const wholeOverTime: SpendQuestion = { filter: whole, dimensions: dimensions.filter(isTime), limit };
  const [known, knownOverTime] = await Promise.all([readSums(clickhouse, ranked), readSums(clickhouse, overTime)]);
  const rows = await clickhouse.query(reportStatement(ranked, known, measure));
  const { groups: largest } = spendAnswer(rows, ranked.dimensions);
  const found = largestAnswer(
    largest.length === 0 ? [] : await clickhouse.query(largestStatement(question, largest, knownOverTime)),
    dimensions,
  );
  if (!hasRest) return { ...found, rest: [] };
  const wholeSums = await readSums(clickhouse, wholeOverTime);
  const wholeRows = await clickhouse.query(reportStatement(wholeOverTime, wholeSums));
  const { groups, totals } = spendAnswer(wholeRows, wholeOverTime.dimensions);
  return { ...found, rest: restGroups(groups, [...found.groups, ...found.others], TIMES), totals };
}
