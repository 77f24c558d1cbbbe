import type { CallFilter } from "@/lib/calls/filter";
import type { CallPage } from "@/lib/store/calls/call-list";
import { startOfDay } from "@/lib/time/period";
import { CALL_CELLS } from "./call-cells";
import { orderBy } from "./call-conditions";
import { FIRST_TIME, LAST_TIME, Parameters, type Statement } from "./clickhouse";
import { conditionOf, latest, offsetOf } from "./page-statement";
import { gaps, type Span } from "./plan-report";
import { CALLS_TABLE, PAYERS_TABLE, SKIPPING } from "./schema";
import { roundsOf, type SummedDays } from "./sums";

/**
 * Lists of one payer: read from the days whose calls stand in the order of their payers, and from the calls themselves
 * for the other times. Both have each call once, so every page is found in the same way, however far it is from the
 * first.
 */

/** Filters by payer. The calls of a payer stand together. */
const PAYER: readonly (keyof CallFilter)[] = ["teamId", "userId", "keyId", "endUserId"];
/** Filters by ids of calls, which are looked up in the table of calls. */
const ELSEWHERE: readonly (keyof CallFilter)[] = [
  "callId",
  "requestId",
  "upstreamRequestId",
  "traceId",
  "sessionId",
  "anyId",
];

/** Whether a list is one of a payer. */
export function isOfPayer(filters: readonly CallFilter[]): boolean {
  const has = (names: readonly (keyof CallFilter)[]): boolean =>
    filters.some((filter) => names.some((name) => filter[name] !== undefined));
  return has(PAYER) && !has(ELSEWHERE);
}

/** The times that filters select. */
function spanOf(filters: readonly CallFilter[]): Span {
  const from = Math.max(FIRST_TIME, ...filters.flatMap((filter) => filter.from ?? []));
  return [from, Math.max(from, Math.min(LAST_TIME, ...filters.flatMap((filter) => filter.until ?? [])))];
}

/** The days in which calls of these filters may begin, as midnights in milliseconds since the epoch, both included. */
export function daysOf(filters: readonly CallFilter[]): { readonly from: number; readonly to: number } {
  const [from, until] = spanOf(filters);
  return { from: startOfDay(from), to: startOfDay(until - 1) };
}

/**
 * One page in order, with one call more if there is another page. `days`: those of `daysOf` that can be read by payer.
 * `hasFew`: the list has so few calls that all their ids may be read.
 */
export function payerPageStatement(
  filters: readonly CallFilter[],
  page: CallPage,
  days: SummedDays,
  hasFew: boolean,
): Statement {
  const parameters = new Parameters();
  const where = conditionOf(filters, page, parameters);
  const source = (columns: readonly string[], within: string): string =>
    callsOf(columns, filters, days, `${where}${within}`, parameters);
  const offset = offsetOf(page);
  const direction = page.order === "asc" ? "ASC" : "DESC";
  const position = [...new Set([page.sort, "started_at"])];
  const [sign, outermost] = page.order === "asc" ? ["<=", "max"] : [">=", "min"];
  const rest = { parameters: parameters.values, settings: SKIPPING };
  const keysOf = (
    within: string,
  ): string => `SELECT started_at, call_id FROM (${source([...position, "call_id"], within)})
    ${orderBy(page)} LIMIT ${page.size + 1} OFFSET ${offset}`;
  const callsOfKeys = (keys: string): string => `SELECT ${CALL_CELLS} FROM (${latest("*", keys)}) ${orderBy(page)}`;
  if (hasFew) return { sql: callsOfKeys(keysOf("")), ...rest };
  // Ids take more room than all else that is looked at, so only those of the calls up to the page's last one are read.
  const sorted = `SELECT * FROM (${source(position, "")}) ORDER BY ${position.map((name) => `${name} ${direction}`).join(", ")} LIMIT ${offset + page.size + 1}`;
  const within = ` AND edge.2 > 0 AND ${page.sort} ${sign} edge.1.1 AND tuple(${position.join(", ")}) ${sign} edge.1`;
  const edge = `SELECT (${outermost}(tuple(${position.join(", ")})), count()) FROM (${sorted})`;
  return { sql: `WITH (${edge}) AS edge ${callsOfKeys(keysOf(within))}`, ...rest };
}

/** The number of calls on all pages. */
export function payerCountStatement(filters: readonly CallFilter[], page: CallPage, days: SummedDays): Statement {
  const parameters = new Parameters();
  const where = conditionOf(filters, { ...page, from: { number: 1 } }, parameters);
  const sql = `SELECT count() FROM (${callsOf(["started_at"], filters, days, where, parameters)})`;
  return { sql, parameters: parameters.values, settings: SKIPPING };
}

function callsOf(
  columns: readonly string[],
  filters: readonly CallFilter[],
  days: SummedDays,
  where: string,
  parameters: Parameters,
): string {
  const spans = gaps(spanOf(filters), [...days.keys()]).map(
    ([from, until]) => `started_at >= ${parameters.bindTime(from)} AND started_at < ${parameters.bindTime(until)}`,
  );
  return [
    `SELECT ${columns.join(", ")} FROM ${PAYERS_TABLE} WHERE (day, round) IN (${roundsOf(days)}) AND ${where}`,
    ...(spans.length === 0
      ? []
      : [`SELECT ${columns.join(", ")} FROM ${CALLS_TABLE} FINAL WHERE (${spans.join(" OR ")}) AND ${where}`]),
  ].join(" UNION ALL ");
}
