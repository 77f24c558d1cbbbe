import type { CallFilter } from "@/lib/calls/filter";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import {
  type CallCount,
  callLog,
  type CallPage,
  type ListedCalls,
  MOST_COUNTED,
  type NamedCall,
  placeOf,
  type StoredCall,
} from "@/lib/store/calls/call-list";
import { narrowPage } from "@/lib/store/calls/day-counts";
import type { HangUp } from "@/lib/store/calls/export-calls";
import type { CallPlace } from "@/lib/store/calls/call-order";
import type { Database } from "@/lib/store/database";
import type { DayCounts } from "@/lib/store/spend/count-kept-calls";
import { isTime } from "@/lib/store/spend/group-statement";
import { type NameAccess, readPayerNames } from "@/lib/store/spend/payer-names";
import { startOfDay } from "@/lib/time/period";
import { storedCall } from "./clickhouse/call-cells";
import { countStatement, edgeStatement, type ExportPage, exportStatement } from "./clickhouse/call-statement";
import type { ClickHouse, Row } from "./clickhouse/clickhouse";
import { anyStatement, finalPageStatement, mayChange, offsetOf, pageStatement } from "./clickhouse/page-statement";
import { largestAnswer, largestStatement } from "./clickhouse/largest-statement";
import { fromNearerEnd } from "./clickhouse/near-page";
import { daysOf, isOfPayer, payerCountStatement, payerPageStatement } from "./clickhouse/payer-statement";
import { firstDays, type KnownSums, spanOf, usableSums } from "./clickhouse/plan-report";
import { type SummedDays, summedDays, summedDaysStatement } from "./clickhouse/sums";
import { carryTotals, reportStatement, spendAnswer, totalsStatement } from "./clickhouse/report-statement";
import { HEAD, LINE_FORMAT, LineWriter, type WrittenLines } from "./clickhouse/export-lines";
import type { ExportQuestion, ReportReader, SpendQuestion } from "./report-reader";
import { restGroups, TIMES } from "./rest-groups";

const PAGE_SIZE = 10_000;
/** A page behind so many calls is found by the numbers of calls of each day, or from the nearer end. */
const DEEP = 10_000;
/** The most calls that are passed over to find a page. Beyond it, all calls are merged instead. */
const MOST_PASSED = 1_000_000;
/** The ids of a payer's calls are read at once if there are no more calls than this. */
const FEW = 100_000;
const MOST_DAYS = 1_000_000;
/** Sorts after every id of a call. */
const LAST_ID = "\u{10ffff}";

/**
 * Answers reports from ClickHouse, which has the calls; the names of payers are PostgreSQL's. Reports read sums of
 * whole days as far as there are any, and otherwise the calls. No call is counted twice, however often it was sent.
 * Throws ClickHouseError.
 */
export function createClickHouseReader(
  clickhouse: ClickHouse,
  database: Pick<Database, "pool">,
  { deep = DEEP, few = FEW, pageSize = PAGE_SIZE }: Readonly<Partial<Record<"deep" | "few" | "pageSize", number>>> = {},
): ReportReader {
  /** The sums that can answer a question, as far as they are up to date. */
  async function readSums(question: SpendQuestion): Promise<KnownSums> {
    const [from, until] = spanOf(question.filter);
    const range = { from: startOfDay(from), to: startOfDay(until - 1) };
    const found = usableSums(question).map(
      async (of) => [of, summedDays(await clickhouse.query(summedDaysStatement(range, of)))] as const,
    );
    return Object.fromEntries(await Promise.all(found));
  }

  /** How many calls of a list each day has, by the sums of days; undefined: they cannot tell. */
  async function countDays(filters: readonly CallFilter[]): Promise<DayCounts | undefined> {
    const filter = dailyFilterOf(filters);
    if (!filter) return undefined;
    const question: SpendQuestion = { filter, dimensions: ["day"], limit: MOST_DAYS };
    const known = await readSums(question);
    if (!known.days || known.days.size === 0) return undefined;
    const { groups } = spendAnswer(await clickhouse.query(reportStatement(question, known)), question.dimensions);
    return groups.map(({ day, calls }) => ({ day: Date.parse(`${day}T00:00:00Z`), calls }));
  }

  /** The days that can be read by payer; undefined: the list is not one payer's, or there are no such days. */
  async function readPayerDays(filters: readonly CallFilter[]): Promise<SummedDays | undefined> {
    if (!isOfPayer(filters)) return undefined;
    const days = summedDays(await clickhouse.query(summedDaysStatement(daysOf(filters), "payers")));
    return days.size === 0 ? undefined : days;
  }

  async function countCalls(filters: readonly CallFilter[], days: DayCounts | undefined): Promise<CallCount> {
    if (days) return { calls: days.reduce((sum, { calls }) => sum + calls, 0), isExact: true };
    const found = Number((await clickhouse.query(countStatement(filters, MOST_COUNTED + 1)))[0]?.[0] ?? 0);
    return { calls: Math.min(found, MOST_COUNTED), isExact: found <= MOST_COUNTED };
  }

  /**
   * A page far from the first: passes over whole days and then single calls, or counts from the nearer end of the list.
   */
  async function readDeepPage(
    filters: readonly CallFilter[],
    page: CallPage,
    days: DayCounts | undefined,
  ): Promise<readonly StoredCall[]> {
    if (page.sort !== "started_at" || !days) return readFromNearerEnd(filters, page, await countCalls(filters, days));
    const narrowed = narrowPage(days, page.order, offsetOf(page));
    if (!narrowed) return [];
    const { bound, offset } = narrowed;
    const within = [...filters, page.order === "asc" ? { from: bound } : { until: bound }];
    const { rows, isWhole } = await readQuickly(within, page, offset);
    return isWhole ? rows : readFinal(filters, page);
  }

  async function readFromNearerEnd(
    filters: readonly CallFilter[],
    page: CallPage,
    total: CallCount,
  ): Promise<readonly StoredCall[]> {
    const near = total.isExact ? fromNearerEnd(page, total.calls) : { page, offset: offsetOf(page), isReversed: false };
    if (!near) return [];
    if (near.offset > MOST_PASSED) return readFinal(filters, page);
    const { rows, isWhole } = await readQuickly(filters, near.page, near.offset);
    if (!isWhole) return readFinal(filters, page);
    return near.isReversed ? rows.reverse() : rows;
  }

  async function readQuickly(
    filters: readonly CallFilter[],
    page: CallPage,
    offset: number,
  ): Promise<{ readonly rows: StoredCall[]; readonly isWhole: boolean }> {
    const statement = pageStatement(filters, page, offset);
    const rows = await clickhouse.query(statement);
    const isWhole = rows.length > page.size || rowsLooked(rows, Infinity) < statement.looked;
    return { rows: rows.map(storedCall), isWhole };
  }

  async function readFinal(filters: readonly CallFilter[], page: CallPage): Promise<StoredCall[]> {
    return (await clickhouse.query(finalPageStatement(filters, page))).map(storedCall);
  }

  async function readPage(filters: readonly CallFilter[], page: CallPage): Promise<StoredCall[]> {
    const { rows, isWhole } = await readQuickly(filters, page, offsetOf(page));
    if (isWhole) return rows;
    const isFirst = rows.length === 0 && offsetOf(page) === 0;
    if (isFirst && (!mayChange(filters, page) || !(await hasAny(filters, page)))) return rows;
    return readFinal(filters, page);
  }

  async function hasAny(filters: readonly CallFilter[], page: CallPage): Promise<boolean> {
    return Number((await clickhouse.query(anyStatement(filters, page)))[0]?.[0]) > 0;
  }

  /**
   * Groups come in the order of time. If those of the first days are enough, no others are made, which may be millions.
   */
  async function readGroups(question: SpendQuestion, known: KnownSums): Promise<readonly Row[]> {
    const first = firstDays(question);
    if (first) {
      const rows = await clickhouse.query(reportStatement(first, known));
      if (rows.length >= question.limit) return rows;
    }
    return clickhouse.query(reportStatement(question, known));
  }

  async function listOf(filters: readonly CallFilter[], page: CallPage): Promise<ListedRows> {
    const isDeep = offsetOf(page) >= deep;
    const days = isDeep || page.isCounted ? countDays(filters) : undefined;
    const [rows, total] = await Promise.all([
      isDeep ? readDeepPage(filters, page, await days) : readPage(filters, page),
      page.isCounted ? days?.then((counts) => countCalls(filters, counts)) : undefined,
    ]);
    return { rows, total };
  }

  async function listOfPayer(filters: readonly CallFilter[], page: CallPage, days: SummedDays): Promise<ListedRows> {
    const [counted] = await clickhouse.query(payerCountStatement(filters, page, days));
    const calls = Number(counted?.[0] ?? 0);
    const rows = await clickhouse.query(payerPageStatement(filters, page, days, calls <= few));
    return { rows: rows.map(storedCall), total: page.isCounted ? { calls, isExact: true } : undefined };
  }

  async function named(rows: readonly StoredCall[], access: NameAccess): Promise<NamedCall[]> {
    const namesOf = await readPayerNames(database.pool, rows, access);
    return rows.map((row) => ({ ...row, ...namesOf(row) }));
  }

  /** The lines of all pages, of which one is read while the reader takes the one before. */
  async function* pages({ filters, format, access }: ExportQuestion, reader: HangUp): AsyncGenerator<Uint8Array, void> {
    const gone = new AbortController();
    reader.onGone(() => gone.abort());
    const writer = new LineWriter(format, (ids) => readPayerNames(database.pool, ids, access));
    const ask = (after: CallPlace | undefined): AskedPage => {
      const page = { filters, after, size: pageSize };
      const answer = clickhouse.read(exportStatement(page, format), LINE_FORMAT, gone.signal);
      // An export that ends early never awaits this page, and its failure must not go unhandled.
      answer.catch(() => {});
      return { page, answer };
    };
    try {
      for (let next: AskedPage | undefined = ask(undefined); next && !reader.isGone;) {
        const { page, answer }: AskedPage = next;
        const written = await writer.write(await answer);
        const after: CallPlace | undefined = written
          ? placeOfLast(written, pageSize)
          : await placeOfEdge(page, gone.signal);
        next = after && ask(after);
        if (written) yield written.lines;
      }
    } finally {
      gone.abort();
    }
  }

  /**
   * Where an export goes on after a page without calls, all of whose rows are outdated revisions; undefined: there are
   * no more rows.
   */
  async function placeOfEdge(page: ExportPage, signal: AbortSignal): Promise<CallPlace | undefined> {
    const [edge] = await clickhouse.query(edgeStatement(page), signal);
    if (!edge || Number(edge[1]) < page.size) return undefined;
    return { value: Number(edge[0]), startedAt: Number(edge[0]), callId: LAST_ID };
  }

  return {
    kept: async () => ({}),
    async report(question) {
      const { filter, dimensions } = question;
      // Totals need no days or hours, so they are read from the sums of longer times.
      const whole: SpendQuestion = { filter, dimensions: [], limit: 1 };
      const [known, knownWhole] = await Promise.all([
        readSums(question),
        carryTotals(dimensions) ? undefined : readSums(whole),
      ]);
      const [rows, totals] = await Promise.all([
        readGroups(question, known),
        knownWhole && clickhouse.query(totalsStatement(whole, knownWhole)),
      ]);
      return spendAnswer(rows, dimensions, totals?.[0]);
    },
    async largest(question) {
      const { filter, dimensions, count, measure, limit, hasRest, whole } = question;
      const ranked: SpendQuestion = { filter, dimensions: dimensions.filter((name) => !isTime(name)), limit: count };
      const overTime: SpendQuestion = { filter, dimensions, limit };
      const wholeOverTime: SpendQuestion = { filter: whole, dimensions: dimensions.filter(isTime), limit };
      const [known, knownOverTime] = await Promise.all([readSums(ranked), readSums(overTime)]);
      const rows = await clickhouse.query(reportStatement(ranked, known, measure));
      const { groups: largest } = spendAnswer(rows, ranked.dimensions);
      const found = largestAnswer(
        largest.length === 0 ? [] : await clickhouse.query(largestStatement(question, largest, knownOverTime)),
        dimensions,
      );
      if (!hasRest) return { ...found, rest: [] };
      const wholeRows = await clickhouse.query(reportStatement(wholeOverTime, await readSums(wholeOverTime)));
      const { groups, totals } = spendAnswer(wholeRows, wholeOverTime.dimensions);
      return { ...found, rest: restGroups(groups, [...found.groups, ...found.others], TIMES), totals };
    },
    async listCalls(filters, page, access): Promise<ListedCalls> {
      const payerDays = await readPayerDays(filters);
      const { rows, total } = await (payerDays ? listOfPayer(filters, page, payerDays) : listOf(filters, page));
      const shown = rows.slice(0, page.size);
      const last = rows.length > page.size ? shown.at(-1) : undefined;
      return {
        calls: (await named(shown, access)).map(callLog),
        total,
        next: last && placeOf(last, page),
      };
    },
    async exportCalls(question, reader) {
      const lines = pages(question, reader);
      return { lines: withHead(HEAD[question.format], await lines.next(), lines) };
    },
  };
}

/** The calls of a page, with one more if there is another page. */
interface ListedRows {
  readonly rows: readonly StoredCall[];
  readonly total: CallCount | undefined;
}

/** A page of an export that has been asked for. */
interface AskedPage {
  readonly page: ExportPage;
  readonly answer: Promise<Buffer>;
}

/** The place after which the next page of an export begins; undefined: this was the last. */
function placeOfLast({ last, looked }: WrittenLines, size: number): CallPlace | undefined {
  return looked < size ? undefined : { value: last.startedAt, ...last };
}

/** An export whose first page is read. */
async function* withHead(
  head: string,
  first: IteratorResult<Uint8Array, void>,
  others: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array> {
  if (head !== "") yield Buffer.from(head);
  if (first.done) return;
  yield first.value;
  yield* others;
}

/** How many rows were looked at: the last cell of each row. `unknown`: the result if there are no rows. */
function rowsLooked(rows: readonly Row[], unknown: number): number {
  const [first] = rows;
  return first ? Number(first.at(-1)) : unknown;
}
