import type { SpendAnswer, SpendQuestion } from "../report-reader";
import type { ClickHouse, Row } from "./clickhouse";
import { firstDays, type KnownSums } from "./plan-report";
import { readSums } from "./read-sums";
import { carryTotals, reportStatement, spendAnswer, totalsStatement } from "./report-statement";

/** The groups of a report, with its totals. Throws ClickHouseError. */
export async function readReport(clickhouse: ClickHouse, question: SpendQuestion): Promise<SpendAnswer> {
  const { filter, dimensions } = question;
  // Totals need no days or hours, so they are read from the sums of longer times.
  const whole: SpendQuestion = { filter, dimensions: [], limit: 1 };
  const [known, knownWhole] = await Promise.all([
    readSums(clickhouse, question),
    carryTotals(dimensions) ? undefined : readSums(clickhouse, whole),
  ]);
  const [rows, totals] = await Promise.all([
    readGroups(clickhouse, question, known),
    knownWhole && clickhouse.query(totalsStatement(whole, knownWhole)),
  ]);
  return spendAnswer(rows, dimensions, totals?.[0]);
}

/**
 * Groups come in the order of time. If those of the first days are enough, no others are made, which may be millions.
 */
async function readGroups(clickhouse: ClickHouse, question: SpendQuestion, known: KnownSums): Promise<readonly Row[]> {
  const { measure } = question;
  const first = firstDays(question);
  if (first) {
    const rows = await clickhouse.query(reportStatement(first, known, measure));
    if (rows.length >= question.limit) return rows;
  }
  return clickhouse.query(reportStatement(question, known, measure));
}
