import type { CallFilter } from "@/lib/calls/filter";
import type { Logger } from "@/lib/log";
import { keptFrom } from "@/lib/store/calls/call-selection";
import type { Database } from "@/lib/store/database";
import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import { figuresFrom } from "@/lib/store/spend/figures-reach";
import { DAY_MS, startOfDay } from "@/lib/time/period";
import type { Analytics } from "./analytics";
import { type Asked, chooseSource, missingDetail } from "./choose-source";
import { createClickHouseReader } from "./clickhouse-reader";
import { ClickHouseError } from "./clickhouse/clickhouse";
import { isByIds, startOf } from "./postgres-reader";
import type { CallListing, KeptDetail, Reach, ReportReader } from "./report-reader";
import { joinNotes } from "./retention-note";

/**
 * Answers reports from ClickHouse, and says how far its calls reach. Where PostgreSQL has more, or ClickHouse cannot be
 * asked, it answers from PostgreSQL, and says what is missing.
 */
export function createAnalyticsReader(
  postgres: ReportReader,
  analytics: Analytics,
  database: Pick<Database, "pool">,
  log: Logger,
): ReportReader {
  const clickhouse = createClickHouseReader(analytics.clickhouse, database);

  async function ask<Answer>(
    asked: Asked,
    question: (reader: ReportReader) => Promise<Answer>,
  ): Promise<Answer & Reach> {
    const [reach, calls, figures] = await Promise.all([
      analytics.reach(),
      keptFrom(database),
      asked.kind === "sums" ? figuresFrom(database) : undefined,
    ]);
    const kept = { calls, figures };
    let source = chooseSource(asked, reach, kept);
    if (source.reader === "clickhouse") {
      const noteAway = analytics.beginQuestion();
      try {
        const answer = await question(clickhouse);
        return { ...answer, asOf: reach?.asOf, ...(source.note !== undefined && { note: source.note }) };
      } catch (error) {
        noteFailure(error);
        noteAway();
        source = chooseSource(asked, undefined, kept);
      }
    }
    const { note } = source;
    return { ...(await question(postgres)), ...(note !== undefined && { note }) };
  }

  function noteFailure(error: unknown): void {
    if (!(error instanceof ClickHouseError)) throw error;
    log.warn("analytics.question_failed", { error: error.message });
  }

  /** Looks for calls by their ids in PostgreSQL, which has the latest, and then in ClickHouse, which has the oldest. */
  async function find(
    filters: readonly CallFilter[],
    question: (reader: ReportReader) => Promise<CallListing>,
  ): Promise<CallListing> {
    const found = await question(postgres);
    if (found.calls.length > 0) return found;
    const [reach, calls] = await Promise.all([analytics.reach(), keptFrom(database)]);
    if (!chooseSource({ kind: "ids" }, reach, { calls, figures: undefined }).thenClickHouse) return found;
    return ask({ kind: "calls", from: startOf(filters) }, question);
  }

  /** ClickHouse has every call of the days that it has whole, and so also their hours. */
  async function kept(days: { readonly from: number; readonly to: number }): Promise<KeptDetail> {
    const [reach, figures] = await Promise.all([analytics.reach(), figuresFrom(database)]);
    const source = chooseSource({ kind: "sums", from: days.from }, reach, { calls: undefined, figures });
    return source.reader === "clickhouse" ? {} : postgres.kept(days);
  }

  /**
   * A report by a time zone relies on hours that `kept` has promised. If ClickHouse has gone since then, PostgreSQL may
   * not have all of them.
   */
  async function sumUp<Answer extends Reach>(
    { from, to, zoned }: DailyFilter,
    question: (reader: ReportReader) => Promise<Answer>,
  ): Promise<Answer & Reach> {
    const [first = from, end = to + DAY_MS] = [zoned?.bounds[0], zoned?.bounds.at(-1)];
    const answer = await ask({ kind: "sums", from: first }, question);
    if (!zoned || answer.asOf !== undefined) return answer;
    const missing = missingDetail(
      zoned.source,
      await postgres.kept({ from: startOfDay(first), to: startOfDay(end - 1) }),
    );
    const note = joinNotes(missing, answer.note);
    return note === undefined ? answer : { ...answer, note };
  }

  return {
    kept,
    report: (question) => sumUp(question.filter, (reader) => reader.report(question)),
    largest: (question) => sumUp(question.filter, (reader) => reader.largest(question)),
    listCalls(filters, page, access) {
      const question = (reader: ReportReader): Promise<CallListing> => reader.listCalls(filters, page, access);
      return isByIds(filters) ? find(filters, question) : ask({ kind: "calls", from: startOf(filters) }, question);
    },
    deployments: (period) => ask({ kind: "calls", from: period.from }, (reader) => reader.deployments(period)),
    series: (question) => ask({ kind: "calls", from: question.bounds[0] }, (reader) => reader.series(question)),
    exportCalls: (question, line) =>
      ask({ kind: "calls", from: startOf(question.filters) }, (reader) => reader.exportCalls(question, line)),
  };
}
