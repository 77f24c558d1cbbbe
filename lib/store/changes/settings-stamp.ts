import type { LimitedStatement } from "../bounded-pool";
import type { Database } from "../database";

/** `xmin` is the transaction that wrote a row's present version, so the stamp does not depend on the nodes' clocks. */
const versionsOf = (table: string): string =>
  `(SELECT md5(coalesce(string_agg(id || ' ' || xmin, ',' ORDER BY id), '')) FROM ${table})`;

const STAMP: LimitedStatement = {
  text: `SELECT concat_ws(' ', (SELECT max(id) FROM config_revisions), ${["models", "credentials", "mcp_servers", "prices"].map(versionsOf).join(", ")}) AS stamp`,
  query_timeout: 1_000,
};

/**
 * A string that changes with every revision, model entry, credential, tool server and price of the database.
 * Reading it is far cheaper than reading those. @throws the database's error
 */
export async function readSettingsStamp({ pool }: Pick<Database, "pool">): Promise<string> {
  const { rows } = await pool.query<{ stamp: string }>(STAMP);
  return rows[0]?.stamp ?? "";
}
