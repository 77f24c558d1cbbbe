import { listCalls } from "@/lib/store/calls/call-list";
import type { CallFilter } from "@/lib/calls/filter";
import { keptFrom } from "@/lib/store/calls/call-selection";
import { exportCalls } from "@/lib/store/calls/export-calls";
import { figuresFrom } from "@/lib/store/spend/figures-reach";
import type { Database } from "@/lib/store/database";
import { readLargestOverTime } from "@/lib/store/spend/largest-over-time";
import { readReach, reportSpend } from "@/lib/store/spend/spend-reports";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { csvRow } from "./csv";
import type { ExportFormat, Reach, ReportReader } from "./report-reader";
import { restGroups, TIMES } from "./rest-groups";
import { RunningRankings } from "./running-rankings";
import { type KeptSince, retentionNote } from "./retention-note";

/** The lines of an export that are read at once: about two megabytes. */
const PAGE_SIZE = 5_000;

/** Answers reports from PostgreSQL, which has every booked call that is kept. */
export function createPostgresReader(database: Database): ReportReader {
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
    async exportCalls(question, reader) {
      const pages = exportCalls(database, { ...question, pageSize: PAGE_SIZE }, reader);
      const [first, since] = await Promise.all([pages.next(), keptFrom(database)]);
      const lines = exportedLines(question.format, first, pages);
      return { lines, ...noted(startOf(question.filters), { what: "calls", since }) };
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

/** The lines of an export. A reader that stops early stops the pages, too. */
async function* exportedLines(
  format: ExportFormat,
  first: IteratorResult<Buffer, void>,
  pages: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Uint8Array> {
  try {
    if (format === "csv") yield Buffer.from(csvRow(EXPORT_COLUMNS));
    for (let page = first; !page.done; page = await pages.next()) yield page.value;
  } finally {
    await pages.return();
  }
}
