import pg from "pg";
import { z } from "zod";
import { rowsOf } from "./session";

const VALUE = "(?:MINVALUE|MAXVALUE|'[^']*'|-?\\d+)";
/**
 * One end of a range, of one or more columns. It becomes part of a statement, so the pattern allows nothing that could
 * end one.
 */
const END = `${VALUE}(?:, ${VALUE})*`;

/** A partition of a table by ranges, as the database itself writes its bound. */
export const partitionShape = z.object({
  name: z.string().regex(/^\w{1,63}$/),
  // oxlint-disable-next-line house/linear-regex -- bound to the beginning, and no end of a range holds a comma
  bound: z.string().regex(new RegExp(`^FOR VALUES FROM \\(${END}\\) TO \\(${END}\\)$`)),
});
export type PartitionOf = z.infer<typeof partitionShape>;

/** The partitions of a table, ordered by name; empty: it has none. @throws the database's error */
export async function partitionsOf(client: pg.Client, table: string): Promise<PartitionOf[]> {
  const { rows } = await client.query<PartitionOf>(
    `SELECT child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound
     FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
     WHERE inhparent = to_regclass(quote_ident($1)) ORDER BY 1`,
    [table],
  );
  return rows;
}

/**
 * Gives an empty table exactly these partitions, in place of its own: the rows of a backup may lie in months for which
 * a new schema has no partition. @throws the database's error
 */
export async function replacePartitions(
  client: pg.Client,
  table: string,
  partitions: readonly PartitionOf[],
): Promise<void> {
  const parent = pg.escapeIdentifier(table);
  const kind = await rowsOf<{ relkind: string }>(
    client,
    `SELECT relkind FROM pg_class WHERE oid = to_regclass(${pg.escapeLiteral(parent)})`,
  );
  if (kind[0]?.relkind !== "p") return;
  for (const { name } of await partitionsOf(client, table))
    await client.query(`DROP TABLE ${pg.escapeIdentifier(name)}`);
  for (const { name, bound } of partitions) {
    const child = pg.escapeIdentifier(name);
    await client.query(
      `CREATE TABLE ${child} (LIKE ${parent} INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)`,
    );
    await client.query(`ALTER TABLE ${parent} ATTACH PARTITION ${child} ${bound}`);
  }
}
