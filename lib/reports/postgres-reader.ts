import { listCalls } from "@/lib/store/calls/call-list";
import { readCallSeries } from "@/lib/store/calls/call-series";
import { readDeploymentFigures } from "@/lib/store/calls/deployment-figures";
import type { CallFilter } from "@/lib/calls/filter";
import { keptFrom } from "@/lib/store/calls/call-selection";
import { callTextOf } from "@/lib/store/calls/read-call-text";
import { figuresFrom } from "@/lib/store/spend/figures-reach";
import type { Database } from "@/lib/store/database";
import { readLargestOverTime } from "@/lib/store/spend/largest-over-time";
import { readReach, reportSpend } from "@/lib/store/spend/spend-reports";
import { readEntityNames } from "@/lib/store/spend/payer-names";
import { readCallLines } from "./call-lines";
import { exportCalls, type ExportSource } from "./export-calls";
import { LINE_FORMATS } from "./line-format";
import { findNamesBy } from "./name-cells";
import type { Reach, ReportReader } from "./report-reader";
import { restGroups, TIMES } from "./rest-groups";
import { RunningRankings } from "./running-rankings";
import { samplePartsOf } from "./series-plan";
import { type KeptSince, retentionNote } from "./retention-note";

/** The calls of an export that are read at once: more than a megabyte, which comes in pieces of 64 KiB. */
const PAGE_SIZE = 4_000;
/** The calls that a series reads at most. That many take about a tenth of a second. */
const MOST_OF_SERIES = 40_000;
/** What a series reads of that if several are asked for at once. */
const PART_OF_SEVERAL = 0.4;

/**
 * Answers reports from PostgreSQL, which has every booked call that is kept. `pageSize`: how many calls an export reads
 * at once. `mostOfSeries`: from how many calls on a series is drawn from a sample.
 */
export function createPostgresReader(
  database: Database,
  { pageSize = PAGE_SIZE, mostOfSeries = MOST_OF_SERIES } = {},
): ReportReader {
  const rankings = new RunningRankings();
  return {
    kept: (days) => readReach(database, days),
    async report(question) {
      const report = reportSpend(database, question);
      const ranked = report.then(({ groups, calls }) => (calls === undefined ? undefined : { groups, calls }));
      rankings.note(question, ranked);
      const [{ groups, totals }, since] = await Promise.all([report, figuresFrom(database)]);
      return { groups, totals, ...noted(question.filter.from, { what: "figures", since }) };
    },
    async largest(question) {
      const [{ groups, all, whole }, since] = await Promise.all([
        rankings.find(question).then((known) => readLargestOverTime(database, question, known)),
        figuresFrom(database),
      ]);
      return {
        groups,
        others: restGroups(all.groups, groups, TIMES),
        rest: question.hasRest ? restGroups(whole.groups, all.groups, TIMES) : [],
        totals: question.hasRest ? whole.totals : all.totals,
        ...noted(question.filter.from, { what: "figures", since }),
      };
    },
    async listCalls(filters, page, access) {
      const [answer, since] = await Promise.all([listCalls(database, filters, page, access), keptFrom(database)]);
      return { ...answer, ...noted(startOf(filters), { what: "calls", since }) };
    },
    async series({ filters, bounds, hasTimes, isOneOfSeveral = false }) {
      const most = isOneOfSeveral ? Math.ceil(mostOfSeries * PART_OF_SEVERAL) : mostOfSeries;
      const [series, since] = await Promise.all([
        readCallSeries(database, filters, samplePartsOf(bounds), { most, hasTimes }),
        keptFrom(database),
      ]);
      return { ...series, ...noted(bounds[0], { what: "calls", since }) };
    },
    async deployments(period) {
      const [answer, since] = await Promise.all([
        readDeploymentFigures(database, period, mostOfSeries),
        keptFrom(database),
      ]);
      return { ...answer, ...noted(period.from, { what: "calls", since }) };
    },
    async exportCalls({ filters, format, access }, reader) {
      const lineFormat = LINE_FORMATS[format];
      const findNames = findNamesBy((wanted) => readEntityNames(database.pool, wanted, access), lineFormat);
      const source = { readPage: await exportPages(database, filters, pageSize), findNames };
      const exported = exportCalls(source, lineFormat, reader);
      const [lines, since] = await Promise.all([exported, keptFrom(database)]);
      return { lines, ...noted(startOf(filters), { what: "calls", since }) };
    },
  };
}

function noted(from: number | undefined, kept: KeptSince): Pick<Reach, "note"> {
  const note = retentionNote(from, kept);
  return note === undefined ? {} : { note };
}

/** From when on calls are asked for, in milliseconds since the epoch; undefined: from the beginning. */
export function startOf(filters: readonly CallFilter[]): number | undefined {
  const starts = filters.flatMap(({ from }) => from ?? []);
  return starts.length === 0 ? undefined : Math.max(...starts);
}

/** Whether calls are looked up by their ids. */
export function isByIds(filters: readonly CallFilter[]): boolean {
  return filters.some(
    ({ callId, requestId, upstreamRequestId, traceId, anyId }) =>
      (callId ?? requestId ?? upstreamRequestId ?? traceId ?? anyId) !== undefined,
  );
}

async function exportPages(
  database: Database,
  filters: readonly CallFilter[],
  size: number,
): Promise<ExportSource["readPage"]> {
  const readText = await callTextOf(database, filters);
  return async (after, signal) => {
    const calls = await readCallLines(await readText(after, size, signal));
    return { calls, next: calls.count === size ? calls.last() : undefined };
  };
}
