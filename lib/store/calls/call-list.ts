import type { PayerNames } from "@/lib/wire/payer-names";
import type { CallLog } from "@/lib/wire/spend";
import { CallConditions, type CallSelection } from "./call-conditions";
import { type CallOrder, type CallCursor, isNarrowed, orderBy, orderColumns } from "./call-order";
import { selectionOf } from "./call-selection";
import { pageStart } from "./day-counts";
import { CALL_FIELDS } from "@/lib/calls/columns";
import { type CallFilter } from "@/lib/calls/filter";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { type NameAccess, readPayerNames } from "@/lib/store/spend/payer-names";
import { entityCalls } from "@/lib/store/spend/spend-totals";
import { countKeptCalls, type DayCounts } from "@/lib/store/spend/count-kept-calls";

/** A call as the database returns it; `spend` is in dollars, as an exact decimal. */
export type StoredCall = Omit<CallLog, "started_at" | "spend" | keyof PayerNames> & {
  readonly started_at: Date;
  readonly spend: string;
};
export type NamedCall = StoredCall & PayerNames;

export interface CallPage extends CallOrder {
  /** The number of the page, from 1 on, or the place after which it begins. */
  readonly from: { readonly number: number } | { readonly after: CallCursor };
  readonly size: number;
  /** Whether the calls on all pages are counted. */
  readonly isCounted: boolean;
}

/** How many calls there are on all pages. */
export interface CallCount {
  readonly calls: number;
  /** False: there are more, which nobody has counted. */
  readonly isExact: boolean;
}

interface CountedCalls extends CallCount {
  /** How many there are on each day; undefined: unknown. */
  readonly days?: DayCounts;
}

export interface ListedCalls {
  readonly calls: CallLog[];
  /** Undefined: the question did not ask for it. */
  readonly total: CallCount | undefined;
  /** The place after which the next page begins; undefined: this was the last. */
  readonly next: CallCursor | undefined;
}

/** Each column is a field of `CALL_ROW_TYPE`, so booking fills every column that is shown. */
const COLUMNS = CALL_FIELDS.join(", ");

/** One page of the booked calls that meet every filter. */
export async function listCalls(
  database: Database,
  filters: readonly CallFilter[],
  page: CallPage,
  access: NameAccess,
): Promise<ListedCalls> {
  const selection = await selectionOf(database, filters);
  const counting = page.isCounted ? countCalls(database, filters, selection) : undefined;
  const isDeep = "number" in page.from && (page.from.number - 1) * page.size >= DEEP;
  // A deep page is read from the end that has fewer calls before it, which only the counts tell.
  const known = isDeep ? await counting : undefined;
  const [rows, counted] = await Promise.all([readPage(database, filters, selection, page, known), counting]);
  const shown = rows.slice(0, page.size);
  const last = rows.length > page.size ? shown.at(-1) : undefined;
  const namesOf = await readPayerNames(database.pool, shown, access);
  return {
    calls: shown.map((row) => callLog({ ...row, ...namesOf(row) })),
    total: counted && { calls: counted.calls, isExact: counted.isExact },
    next: last && cursorOf(last, page),
  };
}

/** A page that begins after this many calls is found by ids alone, and its columns are read afterwards. */
const DEEP = 1_000;
/** A tag or organisation with at most this many calls is rare. */
const RARE_CALLS = 20_000;
/** How far calls are counted that no totals count: without a single index for them, each is read from the table. */
export const MOST_COUNTED = 20_000;

/** The rows of a page in order, and one more if there is another page. */
async function readPage(
  database: Database,
  filters: readonly CallFilter[],
  selection: readonly CallSelection[],
  page: CallPage,
  known: CountedCalls | undefined,
): Promise<StoredCall[]> {
  const columns = orderColumns(page, isNarrowed(filters));
  const offset = "number" in page.from ? (page.from.number - 1) * page.size : 0;
  const wanted = page.size + 1;
  const start = pageStart(
    page.order,
    { offset, most: wanted },
    { calls: known?.isExact ? known.calls : undefined, days: page.sort === "started_at" ? known?.days : undefined },
  );
  if (!start) return [];
  const conditions = new CallConditions(start.bound ? [...selection, start.bound] : selection);
  if ("after" in page.from) conditions.behind(columns, page, page.from.after);
  const forward = orderBy(columns, page.order);
  const source = async (selected: string): Promise<string> =>
    (await isRare(database, filters))
      ? `WITH found AS MATERIALIZED (SELECT ${COLUMNS} FROM calls WHERE ${conditions.sql}) SELECT ${selected} FROM found`
      : `SELECT ${selected} FROM calls WHERE ${conditions.sql}`;
  const limited = (from: number, most: number): string =>
    `LIMIT ${conditions.bind(most)} OFFSET ${conditions.bind(from)}`;
  if (offset < DEEP) return ask(`${await source(COLUMNS)} ${forward} ${limited(offset, wanted)}`);
  const ids = await source("call_id, started_at");
  return ask(`WITH page AS MATERIALIZED (${ids} ${orderBy(columns, start.order)} ${limited(start.offset, start.most)})
    SELECT ${COLUMNS} FROM (
      SELECT call.* FROM page CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM calls WHERE calls.call_id = page.call_id AND calls.started_at = page.started_at) AS call
    ) AS calls ${forward}`);

  async function ask(sql: string): Promise<StoredCall[]> {
    const { rows } = await database.pool.query<StoredCall>(longStatement(sql, conditions.values));
    return rows;
  }
}

/** The place of a call in a list of this order. */
export function cursorOf(row: StoredCall, { sort }: CallOrder): CallCursor {
  const startedAt = row.started_at.getTime();
  return { value: sort === "started_at" ? startedAt : row[sort], startedAt, callId: row.call_id };
}

/**
 * Whether the calls that meet the filters are collected first, by their index. PostgreSQL takes every tag for a common
 * one and walks all calls in order of time until a page is full. For a rare tag it walks all of them: 30 s for 5
 * million. The same holds for organisations, which are in two columns, and for the calls of a request or a trace.
 */
async function isRare(database: Database, filters: readonly CallFilter[]): Promise<boolean> {
  if (
    filters.some(
      ({ requestId, upstreamRequestId, traceId, anyId }) => requestId ?? upstreamRequestId ?? traceId ?? anyId,
    )
  )
    return true;
  const hasFew = async (type: "tag" | "organization", id: string | undefined): Promise<boolean> =>
    id !== undefined && ((await entityCalls(database, type, [id])).get(id) ?? 0) <= RARE_CALLS;
  const found = await Promise.all(
    filters.flatMap(({ tag, organizationId }) => [hasFew("tag", tag), hasFew("organization", organizationId)]),
  );
  return found.includes(true);
}

/**
 * Counts by the figures where they can answer, in milliseconds for any number of calls. Otherwise it counts the calls,
 * up to `MOST_COUNTED`.
 */
async function countCalls(
  database: Database,
  filters: readonly CallFilter[],
  selection: readonly CallSelection[],
): Promise<CountedCalls> {
  const kept = dailyFilterOf(filters);
  if (kept) {
    const days = await countKeptCalls(database, kept);
    return { calls: days.reduce((sum, { calls }) => sum + calls, 0), isExact: true, days };
  }
  const conditions = new CallConditions(selection);
  const { rows } = await database.pool.query<{ total: number }>(
    longStatement(
      `SELECT count(*)::int AS total FROM (SELECT FROM calls WHERE ${conditions.sql} LIMIT ${conditions.bind(MOST_COUNTED + 1)}) AS counted`,
      conditions.values,
    ),
  );
  const calls = rows[0]?.total ?? 0;
  return { calls: Math.min(calls, MOST_COUNTED), isExact: calls <= MOST_COUNTED };
}

/** The wire form of a call. */
export function callLog(row: NamedCall): CallLog {
  return { ...row, started_at: row.started_at.toISOString(), spend: Number(row.spend) };
}
