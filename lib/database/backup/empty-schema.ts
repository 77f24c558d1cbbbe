import pg from "pg";
import { BackupError } from "./backup-error";
import { LEFT_OUT } from "./left-out";
import { allTables } from "./own-tables";
import { rowsOf } from "./session";

/** The SQL condition that an object belongs to no extension. */
const isOwn = (oid: string, catalog: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend WHERE objid = ${oid} AND classid = '${catalog}'::regclass AND deptype = 'e')`;
// Aggregates come first, because they may use the functions.
const FUNCTIONS = `
  SELECT format('DROP ROUTINE %s', oid::regprocedure) AS sql FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace AND ${isOwn("pg_proc.oid", "pg_proc")}
  ORDER BY prokind <> 'a'`;
const SEQUENCES = `
  SELECT format('DROP SEQUENCE %I', relname) AS sql FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' AND ${isOwn("pg_class.oid", "pg_class")}`;
const TYPES = `
  SELECT format('DROP TYPE %I', typname) AS sql FROM pg_type LEFT JOIN pg_class ON pg_class.oid = typrelid
  WHERE typnamespace = current_schema()::regnamespace AND (typtype = 'e' OR relkind = 'c') AND ${isOwn("pg_type.oid", "pg_type")}`;

/** A table that has rows; undefined: there is none. Tables that every gateway fills by itself do not count. */
export async function tableWithRows(client: pg.Client): Promise<string | undefined> {
  for (const table of await allTables(client)) {
    if (LEFT_OUT.has(table)) continue;
    const [found] = await rowsOf<{ exists: boolean }>(
      client,
      `SELECT EXISTS (SELECT FROM ${pg.escapeIdentifier(table)})`,
    );
    if (found?.exists) return table;
  }
  return undefined;
}

/**
 * Removes everything from the gateway's schema, within the caller's transaction.
 * @throws BackupError if something that is not the gateway's depends on one of its tables
 */
export async function emptySchema(client: pg.Client): Promise<void> {
  const tables = await allTables(client);
  try {
    // Dropped together, because foreign keys link them.
    if (tables.length > 0) await client.query(`DROP TABLE ${tables.map(pg.escapeIdentifier).join(", ")}`);
    for (const found of [FUNCTIONS, SEQUENCES, TYPES])
      for (const { sql } of await rowsOf<{ sql: string }>(client, found)) await client.query(sql);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== "2BP01") throw error;
    throw new BackupError(
      `Something in the database depends on the gateway's tables (${error.detail?.split("\n")[0] ?? error.message}): remove it, and restore again`,
      { cause: error },
    );
  }
}
