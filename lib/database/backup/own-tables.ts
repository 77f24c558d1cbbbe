import type pg from "pg";
import { EMPTIED, LEFT_OUT, ONLY_IF_ASKED } from "./left-out";
import { type PartitionOf, partitionsOf } from "./partitions";
import { rowsOf } from "./session";
import { orderTables, type Reference } from "./table-order";

/** A table that a backup has. */
export interface OwnTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Undefined: it has none. */
  readonly partitions: readonly PartitionOf[] | undefined;
  /** The server's estimate; -1: it has not counted yet. */
  readonly estimatedRows: number;
}

/** A table that no extension owns. */
const TABLES = `
  SELECT relname AS name, relkind = 'p' AS partitioned, oid,
    CASE relkind WHEN 'p' THEN (
      SELECT coalesce(sum(greatest(reltuples, 0)), 0) FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
      WHERE inhparent = pg_class.oid) ELSE reltuples END::float8 AS rows
  FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND classid = 'pg_class'::regclass AND deptype = 'e')`;
const COLUMNS = `
  SELECT tables.name, tables.rows, tables.partitioned, array_agg(attname::text ORDER BY attnum) AS columns
  FROM (${TABLES}) AS tables JOIN pg_attribute ON attrelid = tables.oid
  WHERE attnum > 0 AND NOT attisdropped AND attgenerated = '' GROUP BY 1, 2, 3 ORDER BY 1`;
const REFERENCES = `
  SELECT child.relname AS table, parent.relname AS parent FROM pg_constraint
  JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
  WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`;

/** The names of all tables in the schema. @throws the database's error */
export async function allTables(client: pg.Client): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(client, `SELECT name FROM (${TABLES}) AS tables ORDER BY name`);
  return rows.map(({ name }) => name);
}

/**
 * The tables that a backup has, in an order in which they can be filled. `withContent`: also those with prompts and
 * answers. @throws the database's error
 */
export async function ownTables(client: pg.Client, withContent = false): Promise<OwnTable[]> {
  const rows = await rowsOf<{ name: string; rows: number; partitioned: boolean; columns: string[] }>(client, COLUMNS);
  const references = await rowsOf<Reference & pg.QueryResultRow>(client, REFERENCES);
  const tables: OwnTable[] = [];
  for (const { name, rows: estimatedRows, partitioned: isPartitioned, columns } of rows) {
    if (LEFT_OUT.has(name) || (ONLY_IF_ASKED.has(name) && !withContent)) continue;
    tables.push({
      name,
      columns,
      estimatedRows,
      partitions: isPartitioned ? await partitionsOf(client, name) : undefined,
    });
  }
  const order = orderTables(
    tables.map(({ name }) => name),
    references,
  );
  return order.flatMap((name) => tables.filter((table) => table.name === name));
}

/** The source of `COPY … TO STDOUT` for a table. */
export function copiedFrom({ name, columns, partitions }: OwnTable, quote: (name: string) => string): string {
  const emptied = EMPTIED[name] ?? [];
  // COPY reads the rows of partitions only through a query.
  if (emptied.length === 0 && !partitions) return `${quote(name)} (${columns.map(quote).join(", ")})`;
  const selected = columns.map((column) => (emptied.includes(column) ? "NULL" : quote(column)));
  return `(SELECT ${selected.join(", ")} FROM ${quote(name)})`;
}
