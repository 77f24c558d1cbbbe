import { expect } from "vitest";
import type { CallFilter } from "@/lib/calls/filter";
import type { ReportReader, SpendAnswer } from "@/lib/reports/report-reader";
import type { CallPage } from "@/lib/store/calls/call-list";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { CALL_SORTS } from "@/lib/wire/spend";
import { DAY_MS } from "@/lib/time/period";
import { exportedText } from "./exported-text";
import { SAMPLE_TIME } from "./spend-samples";
import { CALL_FILTERS, CALL_PAGES, LARGEST_QUESTIONS, PAYER_FILTERS, REPORT_QUESTIONS } from "./spend-questions";

/** A question, and what must be the same in the answers of all readers. */
interface ReaderCase {
  readonly question: unknown;
  readonly ask: (reader: ReportReader) => Promise<unknown>;
}

/** The orders of lists of one payer, from the first page on and from a later one. */
const PAYER_PAGES = CALL_SORTS.flatMap((sort, at) =>
  [1, 12].map((number): CallPage => ({
    sort,
    order: at % 2 === 0 ? "desc" : "asc",
    from: { number },
    size: 7,
    isCounted: number === 1,
  })),
);

/** The days of the varied calls, and one before them. */
const SERIES_BOUNDS = Array.from({ length: 39 }, (_, day) => SAMPLE_TIME + (day - 37) * DAY_MS);

/** What every `ReportReader` answers in the same way, whichever database it reads. */
const READER_CASES = {
  reports: REPORT_QUESTIONS.map((question) => ({
    question,
    ask: async (reader) => comparable(await reader.report(question)),
  })),
  largest: LARGEST_QUESTIONS.map((question) => ({ question, ask: (reader) => reader.largest(question) })),
  lists: CALL_FILTERS.flatMap((filters, at) =>
    (at === 0 ? CALL_PAGES : CALL_PAGES.slice(1, 4)).map((page) => listCase(filters, page)),
  ),
  laterPages: CALL_FILTERS.flatMap((filters) =>
    (["asc", "desc"] as const).map((order) =>
      listCase(filters, { sort: "started_at", order, from: { number: 9 }, size: 11, isCounted: true }),
    ),
  ),
  /** Of some payers, and of the others, each page with the one behind it. */
  payers: PAYER_FILTERS.filter((_, at) => at % 2 === 0).flatMap(payerCases),
  otherPayers: PAYER_FILTERS.filter((_, at) => at % 2 === 1).flatMap(payerCases),
  series: CALL_FILTERS.map((filters) => ({
    question: ["series", filters],
    ask: (reader) => reader.series({ filters, bounds: SERIES_BOUNDS }),
  })),
  exports: CALL_FILTERS.flatMap((filters) =>
    (["csv", "jsonl"] as const).map((format) => ({
      question: [filters, format],
      ask: (reader) => exportedText(reader, { filters, format, access: EVERY_NAME }),
    })),
  ),
} as const satisfies Readonly<Record<string, readonly ReaderCase[]>>;

function listCase(filters: readonly CallFilter[], page: CallPage): ReaderCase {
  return { question: [filters, page], ask: (reader) => reader.listCalls(filters, page, EVERY_NAME) };
}

function payerCases(filters: readonly CallFilter[]): ReaderCase[] {
  return PAYER_PAGES.map((page) => ({
    question: [filters, page],
    async ask(reader) {
      const first = await reader.listCalls(filters, page, EVERY_NAME);
      if (!first.next) return [first];
      return [first, await reader.listCalls(filters, { ...page, from: { after: first.next } }, EVERY_NAME)];
    },
  }));
}

/** A report whose groups of the same time and spend, which may stand in any order, are sorted. */
function comparable({ groups, totals }: SpendAnswer): unknown {
  return {
    totals,
    order: groups.map(({ day, spend }) => [day, spend]),
    groups: groups.map((group) => JSON.stringify(group, Object.keys(group).sort())).sort(),
  };
}

/** One question in so many, from the one at `from` on. */
interface Sample {
  readonly oneIn: number;
  readonly from: number;
}
const EVERY: Sample = { oneIn: 1, from: 0 };

/**
 * Returns a function that expects a reader to answer as another one does, to all questions or to a sample of them. The
 * other is asked once, so its answers must not change meanwhile.
 */
export function conformanceTo(expected: ReportReader) {
  const known = new Map<ReaderCase, Promise<unknown>>();
  const answerTo = (one: ReaderCase): Promise<unknown> => {
    const answer = known.get(one) ?? one.ask(expected);
    known.set(one, answer);
    return answer;
  };
  return async (
    reader: ReportReader,
    of: keyof typeof READER_CASES,
    state: string,
    { oneIn, from }: Sample = EVERY,
  ): Promise<void> => {
    const asked = READER_CASES[of].filter((_, at) => at % oneIn === from % oneIn);
    expect(asked).not.toEqual([]);
    for (const one of asked) {
      const [answer, found] = await Promise.all([answerTo(one), one.ask(reader)]);
      expect([state, of, one.question, found]).toEqual([state, of, one.question, answer]);
    }
  };
}
