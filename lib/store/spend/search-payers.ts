import { type EntityType, STORED_KINDS } from "@/lib/entity-type";
import type { Database } from "../database";
import { longStatement } from "../bounded-pool";
import { longOrUnavailable } from "../failures";
import { sumOfEach } from "./all-totals";

/**
 * The ids of the entities of a kind that have calls, and whose id, alias or e-mail address has this part, in upper or
 * lower case: at most `most`, those with the most calls of all time first.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function searchPayers(
  { pool }: Pick<Database, "pool">,
  type: EntityType,
  { part, most }: { readonly part: string; readonly most: number },
): Promise<string[]> {
  const table = STORED_KINDS.find((kind) => kind.type === type)?.table;
  const names = table === undefined ? "" : `, row.alias${type === "user" ? ", row.email" : ""}`;
  const rows = table === undefined ? "" : `LEFT JOIN ${table} AS row ON row.id = total.entity_id`;
  const text = `SELECT entity_id AS id FROM ${sumOfEach(type, "calls")} AS total ${rows}
    WHERE strpos(lower(concat_ws(chr(10), entity_id${names})), lower($1)) > 0
    ORDER BY calls DESC, entity_id COLLATE "C" LIMIT $2`;
  const found = await longOrUnavailable(pool.query<{ id: string }>(longStatement(text, [part, most])));
  return found.rows.map(({ id }) => id);
}
