import { longStatement } from "../bounded-pool";
import type { Database } from "../database";

/** A row with what tells one write of it from another. */
export type Versioned<Row> = Row & { readonly version: string };

/** Where rows of settings are, and which columns of them are read. */
export interface RowSource {
  readonly table: string;
  /** What is selected, by the names of the row. */
  readonly columns: string;
}

/**
 * `xmin` is the transaction that wrote a row. In a database that was put back to an earlier time, a number may stand
 * for another transaction than before, hence the time. The id comes last, since it may have spaces.
 */
const VERSION = "concat_ws(' ', xmin, extract(epoch FROM updated_at), id)";
/** No id has a control character. */
const SEPARATOR = "\x1e";

/**
 * Every row of a table, oldest first. Of those that `before` has in their present version, the same objects: a list of
 * thousands is read to learn of one change, and each of its rows costs more to fetch than its version. Returns `before`
 * itself if nothing has changed. @throws the database's error
 */
export async function readRows<Row extends { readonly id: string }>(
  { pool }: Pick<Database, "pool">,
  { table, columns }: RowSource,
  before: readonly Versioned<Row>[] = [],
): Promise<readonly Versioned<Row>[]> {
  const select = async (condition: string, values: unknown[]): Promise<readonly Versioned<Row>[]> => {
    const statement = `SELECT ${columns}, ${VERSION} AS version FROM ${table} ${condition}`;
    return (await pool.query<Versioned<Row>>(longStatement(statement, values))).rows;
  };
  if (before.length === 0) {
    const rows = await select("ORDER BY created_at, id", []);
    return rows.length === 0 ? before : rows;
  }
  const listed = await pool.query<{ versions: string | null }>(
    longStatement(`SELECT string_agg(${VERSION}, $1 ORDER BY created_at, id) AS versions FROM ${table}`, [SEPARATOR]),
  );
  const versions = listed.rows[0]?.versions?.split(SEPARATOR) ?? [];
  const known = new Map(before.map((row) => [row.version, row]));
  const ids = versions.filter((version) => !known.has(version)).map(idOf);
  if (ids.length === 0 && versions.length === before.length) return before;
  // A row that is changed again or deleted meanwhile is read again after its own notice.
  const changed = new Map(
    (ids.length === 0 ? [] : await select("WHERE id = ANY ($1)", [ids])).map((row) => [row.id, row]),
  );
  return versions.flatMap((version) => known.get(version) ?? changed.get(idOf(version)) ?? []);
}

function idOf(version: string): string {
  return version.slice(version.indexOf(" ", version.indexOf(" ") + 1) + 1);
}
