import type { QueryConfig } from "pg";
import { type EntityType } from "@/lib/entity-type";
import { lacksPartition } from "../partitions/lacks-partition";
import { makeMissing } from "../partitions/partitions";
import type { Database } from "../database";
import { FIGURE_KINDS } from "./figure-kinds";

type Pool = Pick<Database, "pool">;

const HOUR_MS = 3_600_000;

/** The day that stands for all days that are no longer kept, in days since the epoch: 1900-01-01. */
export const DAY_OF_OLD = Date.UTC(1900, 0) / HOUR_MS / 24;

export type FigureTable = "hourly_figures" | "daily_figures";

/** A partition of a table of figures: the rows of one kind of entity in one month (hours) or year (days). */
export interface FigurePartition {
  readonly name: string;
  readonly kind: number;
  /** The first hour or day since the epoch, and the first one after it. */
  readonly from: number;
  readonly to: number;
}

/** The partitions that the hours since the epoch belong to: one for each kind and UTC month. */
export function hourlyPartitions(hours: readonly number[]): FigurePartition[] {
  const months = new Set(hours.map((hour) => monthOf(hour * HOUR_MS)));
  return [...months].flatMap((month) => {
    const suffix = new Date(Date.UTC(1970, month)).toISOString().slice(0, -17).replace("-", "_");
    const [from, to] = [Date.UTC(1970, month) / HOUR_MS, Date.UTC(1970, month + 1) / HOUR_MS];
    return forEachKind((type, kind) => ({ name: `hourly_figures_${type}_${suffix}`, kind, from, to }));
  });
}

/** The partitions that the days since the epoch belong to: one for each kind and UTC year. */
export function dailyPartitions(days: readonly number[]): FigurePartition[] {
  const years = new Set(days.map((day) => new Date(day * 24 * HOUR_MS).getUTCFullYear()));
  return [...years].flatMap((year) => {
    const [from, to] = [Date.UTC(year, 0) / HOUR_MS / 24, Date.UTC(year + 1, 0) / HOUR_MS / 24];
    return forEachKind((type, kind) => ({ name: `daily_figures_${type}_${year}`, kind, from, to }));
  });
}

/** The first hours of this UTC month and the two after it. `now`: milliseconds since the epoch. */
export function hoursAhead(now: number): number[] {
  return [0, 1, 2].map((ahead) => Date.UTC(1970, monthOf(now) + ahead) / HOUR_MS);
}

function forEachKind<Made>(make: (type: EntityType, kind: number) => Made): Made[] {
  return Object.entries(FIGURE_KINDS).map(([type, kind]) => make(type as EntityType, kind));
}

function monthOf(at: number): number {
  const date = new Date(at);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/**
 * SQL that makes a partition's index by hour, with which a report of a few days skips the other days of their month.
 * Rows are added in the course of time, so the index holds only the first and the last hour of each 32 pages: a few
 * kilobytes, and hardly any work to keep up.
 */
function hourIndexStatement(partition: string): string {
  return `CREATE INDEX ${partition}_hour_idx ON ${partition} USING brin (hour) WITH (pages_per_range = 32, autosummarize = on)`;
}

/** Makes the partitions for these hours that do not exist yet. @throws the database's error */
export function makeHourlyPartitions(database: Pool, hours: readonly number[]): Promise<string[]> {
  return makeWanted(database, "hourly_figures", hourlyPartitions(hours));
}

/** Makes the partitions for these days that do not exist yet. @throws the database's error */
export function makeDailyPartitions(database: Pool, days: readonly number[]): Promise<string[]> {
  return makeWanted(database, "daily_figures", dailyPartitions(days));
}

/**
 * Does work that adds to figures. If a partition is missing, it is made and the work is done again. `hours`: a query
 * for the hours that the work adds to, as `hour`. @throws what the work throws, or the database's error
 */
export async function withHourlyPartitions<Result>(
  database: Pool,
  work: () => Promise<Result>,
  hours: QueryConfig,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!lacksPartition(error, "hourly_figures")) throw error;
    const { rows } = await database.pool.query<{ hour: number }>(hours);
    await makeHourlyPartitions(
      database,
      rows.map(({ hour }) => hour),
    );
    return work();
  }
}

const PRESENT = `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::regclass`;

function makeWanted(database: Pool, table: FigureTable, wanted: readonly FigurePartition[]): Promise<string[]> {
  return makeMissing(database, table, async (queries) => {
    const { rows } = await queries.query<{ name: string }>(PRESENT, [table]);
    const present = new Set(rows.map(({ name }) => name));
    return wanted
      .filter(({ name }) => !present.has(name))
      .map(({ name, kind, from, to }) => ({
        name,
        from: `${kind}, ${from}`,
        until: `${kind}, ${to}`,
        ...(table === "hourly_figures" && { index: hourIndexStatement(name) }),
      }));
  });
}
