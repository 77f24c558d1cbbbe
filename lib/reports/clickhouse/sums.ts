import { ENTITY_KINDS, type EntityType } from "@/lib/entity-type";
import { DAY_MS, formatDay, startOfDay } from "@/lib/time/period";
import { CALL_SUMS, chargedTo, fromCalls } from "./charged";
import { Parameters, type Row, type Statement } from "./clickhouse";
import {
  CALLS_TABLE,
  DAYS_TABLE,
  HOURS_TABLE,
  PAYER_CALL_COLUMNS,
  PAYERS_TABLE,
  SUMMED_TABLE,
  WEEKS_TABLE,
} from "./schema";

/**
 * Sums of whole UTC days, of their hours and of whole weeks, which reports read instead of the calls. A day is summed
 * up once it is over, and again when one of its calls arrives late or with another price. Each time is a `round` of its
 * own. Only the rows of a day's last round count, and a round is noted after its rows. So nothing is counted twice, and
 * a round that breaks off counts for nothing. Hours, days and weeks have rounds of their own.
 */

/**
 * What one row of a table of sums is: the calls of an entity in that time or, for `payers`, one call among others of
 * the same payer.
 */
export type SumsOf = "hours" | "days" | "weeks" | "payers";
type EntitySums = Exclude<SumsOf, "payers">;

interface Sums {
  readonly table: string;
  /** The tables that the sums rest on. If one of them is created again, no sums count any more. */
  readonly rests: readonly string[];
}
export const SUMS: Readonly<Record<SumsOf, Sums>> = {
  hours: { table: HOURS_TABLE, rests: [CALLS_TABLE, HOURS_TABLE] },
  days: { table: DAYS_TABLE, rests: [CALLS_TABLE, DAYS_TABLE] },
  weeks: { table: WEEKS_TABLE, rests: [CALLS_TABLE, DAYS_TABLE, WEEKS_TABLE] },
  payers: { table: PAYERS_TABLE, rests: [CALLS_TABLE, PAYERS_TABLE] },
};

const TYPES: readonly EntityType[] = Object.values(ENTITY_KINDS).map(({ type }) => type);
/**
 * Kinds that also have their sums by model and provider. The others would have nearly as many rows as there are calls.
 */
const BY_MODEL: Readonly<Record<EntitySums, ReadonlySet<EntityType>>> = {
  hours: new Set(["all", "organization", "tag", "model", "issuer", "mcp_server"]),
  days: new Set(["all", "organization", "team", "tag", "model", "issuer", "mcp_server"]),
  weeks: new Set(["all", "organization", "team", "tag", "model", "issuer", "mcp_server"]),
};
const KINDS: Readonly<Record<EntitySums, ReadonlySet<EntityType>>> = {
  hours: new Set(["all", "organization", "team", "tag", "model", "issuer", "mcp_server"]),
  days: new Set(TYPES),
  weeks: new Set(TYPES),
};

/** Whether there are sums of a kind of entity, by model and provider if that is asked for. */
export function hasSums(of: EntitySums, type: EntityType, isByModel: boolean): boolean {
  return (isByModel ? BY_MODEL : KINDS)[of].has(type);
}

/** The day that stands for none: its row in the list of days says how far the calls were looked through. */
const MARK = "1970-01-01";
/** Days stay clear of the mark, and within what a `Date` of ClickHouse can hold: it ends in 2149. */
const FIRST = Date.UTC(1971, 0, 1);
const LAST = Date.UTC(2149, 0, 1);
const WEEK_DAYS = 7;

/** The ids of the tables that sums rest on. */
function idsOf(of: SumsOf): string {
  return `(SELECT arrayStringConcat(arraySort(groupArray(concat(name, ' ', toString(uuid)))), ' ') FROM system.tables
  WHERE database = currentDatabase() AND name IN (${SUMS[of].rests.map((name) => `'${name}'`).join(", ")}))`;
}

/**
 * How far the calls were looked through: their last booking, and when, in milliseconds since the epoch. Empty: never.
 */
export function readMarkStatement(of: SumsOf): Statement {
  return {
    sql: `SELECT through, round FROM ${SUMMED_TABLE} FINAL WHERE table_ids = ${idsOf(of)} AND day = '${MARK}'`,
  };
}

/**
 * The days that are over and not summed up as they are now: those with calls booked after `after`, and those that were
 * not over when that was looked for. Undefined: all days but those that were summed up before a first look broke off.
 */
export function staleDaysStatement(
  of: SumsOf,
  known: { readonly after: string; readonly lookedAt: number } | undefined,
  now: number,
): Statement {
  const parameters = new Parameters();
  const over = `started_at >= ${parameters.bindTime(FIRST)} AND started_at < ${parameters.bindTime(startOfDay(now))}`;
  if (known) {
    const stale = `(booking > ${parameters.bind(known.after, "Int64")} OR started_at >= ${parameters.bindTime(startOfDay(known.lookedAt))})`;
    return {
      sql: `SELECT DISTINCT toString(toDate(started_at)) FROM ${CALLS_TABLE} WHERE ${stale} AND ${over}`,
      parameters: parameters.values,
    };
  }
  return {
    sql: `SELECT toString(day) FROM (SELECT toDate(started_at) AS day, max(booking) AS last FROM ${CALLS_TABLE} WHERE ${over} GROUP BY day) AS found
      LEFT JOIN (SELECT day, through FROM ${SUMMED_TABLE} FINAL WHERE table_ids = ${idsOf(of)}) AS noted USING (day)
      WHERE through = 0 OR last > through ORDER BY day`,
    parameters: parameters.values,
  };
}

const COLUMNS = ["kind", "entity", "member_team", "member_user", "model", "provider"];
const SUM_NAMES = Object.keys(CALL_SUMS);

/** Sums up the calls of a day, or puts them in the order of their payers. */
export function sumStatement(of: "hours" | "days" | "payers", day: string, round: number): Statement {
  const parameters = new Parameters();
  const from = Date.parse(`${day}T00:00:00Z`);
  const within = `started_at >= ${parameters.bindTime(from)} AND started_at < ${parameters.bindTime(from + DAY_MS)}`;
  if (of === "payers") {
    const columns = PAYER_CALL_COLUMNS.join(", ");
    return {
      sql: `INSERT INTO ${PAYERS_TABLE} (day, round, ${columns}) SELECT toDate('${day}'), ${round}, ${columns} FROM ${CALLS_TABLE} FINAL WHERE ${within}`,
      parameters: parameters.values,
    };
  }
  const kinds = [...KINDS[of]].map((type) => {
    const charged = chargedTo(type, undefined, parameters);
    const groups = [
      ...(of === "hours" ? ["toStartOfHour(started_at) AS began"] : []),
      `toString(${charged.entity}) AS id`,
      ...(type === "member"
        ? ["toString(team_id) AS team", "toString(user_id) AS user"]
        : ["'' AS team", "'' AS user"]),
      ...(BY_MODEL[of].has(type)
        ? ["toString(calls.model) AS named_model", "toString(calls.provider) AS named_provider"]
        : ["'' AS named_model", "'' AS named_provider"]),
    ];
    return `SELECT toDate('${day}'), ${round}, '${type}', ${groups.join(", ")}, ${Object.values(CALL_SUMS).join(", ")}
      ${fromCalls(`${CALLS_TABLE} AS calls FINAL`, charged)} WHERE ${charged.condition} AND ${within}
      GROUP BY ${of === "hours" ? "began, " : ""}id, team, user, named_model, named_provider`;
  });
  const [kind, ...others] = COLUMNS;
  const columns = ["day", "round", kind, ...(of === "hours" ? ["hour"] : []), ...others, ...SUM_NAMES];
  return {
    sql: `INSERT INTO ${SUMS[of].table} (${columns.join(", ")}) ${kinds.join(" UNION ALL ")}`,
    parameters: parameters.values,
  };
}

/** Adds up the days of a week, each with its round. */
export function sumWeekStatement(week: string, round: number, days: SummedDays): Statement {
  const sums = SUM_NAMES.map((name) => `sum(days.${name})`);
  return {
    sql: `INSERT INTO ${WEEKS_TABLE} (${["day", "round", ...COLUMNS, ...SUM_NAMES].join(", ")})
      SELECT toDate('${week}'), ${round}, ${[...COLUMNS, ...sums].join(", ")} FROM ${DAYS_TABLE} AS days
      WHERE (day, round) IN (${roundsOf(days)}) GROUP BY ${COLUMNS.join(", ")}`,
  };
}

/** Days with their rounds, for `IN`. */
export function roundsOf(days: SummedDays): string {
  return [...days].map(([day, round]) => `('${formatDay(day)}', ${BigInt(round)})`).join(", ");
}

/** Makes a round the one that counts for its day. It has all calls up to the booking `through`. */
export function summedStatement(of: SumsOf, day: string, round: number, through: string): Statement {
  return {
    sql: `INSERT INTO ${SUMMED_TABLE} (table_ids, day, round, through) SELECT ${idsOf(of)}, '${day}', ${round}, ${BigInt(through)}`,
  };
}

/** Notes how far the calls were looked through. */
export function markStatement(of: SumsOf, through: string, lookedAt: number): Statement {
  return summedStatement(of, MARK, lookedAt, through);
}

/** The round of a day that counts. */
export function roundStatement(of: SumsOf, day: string): Statement {
  return { sql: `SELECT round FROM ${SUMMED_TABLE} FINAL WHERE table_ids = ${idsOf(of)} AND day = '${day}'` };
}

/** Whether a day has rows of rounds before this one. */
export function oldRoundsStatement(of: SumsOf, day: string, round: string): Statement {
  const parameters = new Parameters();
  const sql = `SELECT count() FROM ${SUMS[of].table} WHERE day = '${day}' AND round < ${parameters.bind(round, "Int64")}`;
  return { sql, parameters: parameters.values };
}

/** Removes the rows of rounds before this one. The round itself counted until a moment ago and may still be read. */
export function dropRoundsStatement(of: SumsOf, day: string, round: string): Statement {
  return { sql: `ALTER TABLE ${SUMS[of].table} DELETE WHERE day = '${day}' AND round < ${BigInt(round)}` };
}

/**
 * The days of a range whose sums have every call that has arrived, with their rounds; or the weeks that begin in it,
 * which count only while none of their days has a later round.
 */
export function summedDaysStatement(
  { from, to }: { readonly from: number; readonly to: number },
  of: SumsOf = "days",
): Statement {
  const changed = `SELECT toDate(started_at) FROM ${CALLS_TABLE} WHERE booking > (
    SELECT max(through) FROM ${SUMMED_TABLE} FINAL WHERE table_ids = ${idsOf(of)} AND day = '${MARK}')`;
  return {
    sql: `SELECT toString(day), round FROM ${SUMMED_TABLE} FINAL WHERE table_ids = ${idsOf(of)}
      AND day >= '${dateOf(from)}' AND day <= '${dateOf(to)}'${of === "weeks" ? "" : ` AND day NOT IN (${changed})`}`,
  };
}

/** The nearest day that a `Date` of ClickHouse can hold. */
function dateOf(day: number): string {
  return formatDay(Math.min(Math.max(day, FIRST), LAST));
}

/** Days, as midnights in milliseconds since the epoch, with their rounds. */
export type SummedDays = ReadonlyMap<number, string>;

export function summedDays(rows: readonly Row[]): SummedDays {
  return new Map(rows.map(([day, round]) => [Date.parse(`${String(day)}T00:00:00Z`), String(round)]));
}

/** The days of a week that begins at `week`. */
export function daysOfWeek(week: number): readonly number[] {
  return Array.from({ length: WEEK_DAYS }, (_, day) => week + day * DAY_MS);
}

/** The Mondays of the weeks of which all days are summed up, with the rounds of these days. */
export function wholeWeeks(days: SummedDays): ReadonlyMap<number, SummedDays> {
  const weeks = new Map<number, SummedDays>();
  for (const day of days.keys()) {
    if (new Date(day).getUTCDay() !== 1) continue;
    const rounds = daysOfWeek(day).flatMap((each) => {
      const round = days.get(each);
      return round === undefined ? [] : [[each, round] as const];
    });
    if (rounds.length === WEEK_DAYS) weeks.set(day, new Map(rounds));
  }
  return weeks;
}

/** Whether a week's sums have the days as they are: its round is later than theirs. */
export function isLater(round: string | undefined, days: SummedDays): boolean {
  return round !== undefined && [...days.values()].every((other) => BigInt(round) > BigInt(other));
}
