import { ENTITY_KINDS, type EntityType } from "@/lib/entity-type";
import type { SpendQuestion } from "@/lib/reports/report-reader";
import { DAY_MS, formatDay, startOfDay } from "@/lib/time/period";
import { CALL_SUMS, chargedTo, fromCalls } from "./charged";
import { Parameters, type Row, type Statement } from "./clickhouse";
import { CALLS_TABLE, DAYS_TABLE, SUMMED_TABLE } from "./schema";

/**
 * Sums of whole UTC days, which reports read instead of the calls of these days. A day is summed up once it is over, and again
 * when one of its calls arrives late or with another price. Each time is a `round` of its own: only the rows of a day's last
 * round count, which is written down behind them. So nothing is counted twice, and a round that breaks off counts for nothing.
 */

/** The day that stands for none: its row in the list of days says how far the calls were looked through. */
const MARK = "1970-01-01";
/** ClickHouse's dates end in 2149, and the first days are kept from the mark. */
const FIRST = Date.UTC(1971, 0, 1);

const LAST = Date.UTC(2149, 0, 1);

/** The ids of the tables of calls and of sums. If one of them is made anew, no day is summed up any more. */
const TABLE_IDS = `(SELECT arrayStringConcat(arraySort(groupArray(concat(name, ' ', toString(uuid)))), ' ') FROM system.tables
  WHERE database = currentDatabase() AND name IN ('${CALLS_TABLE}', '${DAYS_TABLE}'))`;

/** Kinds that also have their sums by model and provider. The others would have nearly as many rows as there are calls. */
const BY_MODEL: ReadonlySet<EntityType> = new Set(["all", "organization", "team", "tag", "model", "issuer"]);

/** How far the calls were looked through: their last booking, and when, in milliseconds since the epoch. Empty: never. */
export const MARK_STATEMENT: Statement = {
  sql: `SELECT through, round FROM ${SUMMED_TABLE} FINAL WHERE table_ids = ${TABLE_IDS} AND day = '${MARK}'`,
};

/**
 * The days that are over and not summed up as they are now: those with calls booked after `after`, and those that were not over
 * when that was looked for. Undefined: all days.
 */
export function staleDaysStatement(
  known: { readonly after: string; readonly lookedAt: number } | undefined,
  now: number,
): Statement {
  const parameters = new Parameters();
  const stale = known
    ? `(booking > ${parameters.bind(known.after, "Int64")} OR started_at >= ${parameters.bindTime(startOfDay(known.lookedAt))})`
    : "1";
  return {
    sql: `SELECT DISTINCT toString(toDate(started_at)) FROM ${CALLS_TABLE} WHERE ${stale}
      AND started_at >= ${parameters.bindTime(FIRST)} AND started_at < ${parameters.bindTime(startOfDay(now))}`,
    parameters: parameters.values,
  };
}

/** Sums up the calls of a day. */
export function sumStatement(day: string, round: number): Statement {
  const parameters = new Parameters();
  const from = Date.parse(`${day}T00:00:00Z`);
  const within = `started_at >= ${parameters.bindTime(from)} AND started_at < ${parameters.bindTime(from + DAY_MS)}`;
  const kinds = Object.values(ENTITY_KINDS).map(({ type }) => {
    const charged = chargedTo(type, undefined, parameters);
    const groups = [
      `toString(${charged.entity}) AS id`,
      ...(type === "member"
        ? ["toString(team_id) AS team", "toString(user_id) AS user"]
        : ["'' AS team", "'' AS user"]),
      ...(BY_MODEL.has(type)
        ? ["toString(calls.model) AS named_model", "toString(calls.provider) AS named_provider"]
        : ["'' AS named_model", "'' AS named_provider"]),
    ];
    return `SELECT toDate('${day}'), ${round}, '${type}', ${groups.join(", ")}, ${Object.values(CALL_SUMS).join(", ")}
      ${fromCalls(CALLS_TABLE, charged)} WHERE ${charged.condition} AND ${within}
      GROUP BY id, team, user, named_model, named_provider`;
  });
  return {
    sql: `INSERT INTO ${DAYS_TABLE} (day, round, kind, entity, member_team, member_user, model, provider, ${Object.keys(CALL_SUMS).join(", ")})
      ${kinds.join(" UNION ALL ")}`,
    parameters: parameters.values,
  };
}

/** Makes a round that of its day, from now on. */
export function summedStatement(day: string, round: number): Statement {
  return noteStatement(day, round, "0");
}

/** Notes how far the calls were looked through. */
export function markStatement(through: string, lookedAt: number): Statement {
  return noteStatement(MARK, lookedAt, through);
}

function noteStatement(day: string, round: number, through: string): Statement {
  return {
    sql: `INSERT INTO ${SUMMED_TABLE} (table_ids, day, round, through) SELECT ${TABLE_IDS}, '${day}', ${round}, ${through}`,
  };
}

/** The round of a day that counts. */
export function roundStatement(day: string): Statement {
  return { sql: `SELECT round FROM ${SUMMED_TABLE} FINAL WHERE table_ids = ${TABLE_IDS} AND day = '${day}'` };
}

/** Whether a day has rows of rounds before this one. */
export function oldRoundsStatement(day: string, round: string): Statement {
  const parameters = new Parameters();
  const sql = `SELECT count() FROM ${DAYS_TABLE} WHERE day = '${day}' AND round < ${parameters.bind(round, "Int64")}`;
  return { sql, parameters: parameters.values };
}

/** Removes the rows of rounds before this one, which counted until a moment ago and may still be read. */
export function dropRoundsStatement(day: string, round: string): Statement {
  return { sql: `ALTER TABLE ${DAYS_TABLE} DELETE WHERE day = '${day}' AND round < ${BigInt(round)}` };
}

/** The days of a range whose sums have every call that has arrived, with their rounds. */
export function summedDaysStatement({ from, to }: { readonly from: number; readonly to: number }): Statement {
  return {
    sql: `SELECT toString(day), round FROM ${SUMMED_TABLE} FINAL WHERE table_ids = ${TABLE_IDS}
      AND day >= '${dateOf(from)}' AND day <= '${dateOf(to)}' AND day NOT IN (
        SELECT toDate(started_at) FROM ${CALLS_TABLE} WHERE booking > (
          SELECT max(through) FROM ${SUMMED_TABLE} FINAL WHERE table_ids = ${TABLE_IDS} AND day = '${MARK}'))`,
  };
}

/** A day that ClickHouse has a date for. */
function dateOf(day: number): string {
  return formatDay(Math.min(Math.max(day, FIRST), LAST));
}

/** Days, as midnights in milliseconds since the epoch, with their rounds. */
export type SummedDays = ReadonlyMap<number, string>;

export function summedDays(rows: readonly Row[]): SummedDays {
  return new Map(rows.map(([day, round]) => [Date.parse(`${String(day)}T00:00:00Z`), String(round)]));
}

/** Whether sums of days can answer a question. */
export function canSumDays({ filter, dimensions }: SpendQuestion): boolean {
  const { entityType, model, provider, zoned } = filter;
  if (zoned !== undefined || dimensions.includes("hour")) return false;
  if (BY_MODEL.has(entityType)) return true;
  return (
    model === undefined && provider === undefined && !dimensions.includes("model") && !dimensions.includes("provider")
  );
}

/** The spans of a range of days, both included, that are not summed up: `[from, until)` in milliseconds. */
export function spansBetween(
  { from, to }: { readonly from: number; readonly to: number },
  days: SummedDays,
): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  let start = from;
  for (const day of [...days.keys()].sort((one, other) => one - other)) {
    if (day > start) spans.push([start, day]);
    start = day + DAY_MS;
  }
  if (start <= to) spans.push([start, to + DAY_MS]);
  return spans;
}
