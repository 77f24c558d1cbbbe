import { z } from "zod";
import { ENTITY_KINDS, STORED_KINDS, type StoredEntityType } from "@/lib/entity-type";
import type { Database } from "../database";
import { orUnavailable } from "../failures";

/** An entity that a string was found in. */
export interface FoundEntity {
  readonly type: StoredEntityType;
  readonly id: string;
  /** The alias; for a user without one, the e-mail address. */
  readonly name: string | null;
  /** The abbreviated secret of a key. */
  readonly keyName: string | null;
}

/** The order of the kinds in an answer. */
const ORDER: readonly StoredEntityType[] = ["team", "user", "organization", "key", "end_user"];

/** For each kind: the columns that are searched besides the id, and SQL for the name and the abbreviated secret. */
const COLUMNS: Readonly<
  Record<StoredEntityType, { readonly searched: readonly string[]; readonly name: string; readonly keyName: string }>
> = {
  team: { searched: ["alias"], name: "alias", keyName: "NULL" },
  user: { searched: ["alias", "email"], name: "coalesce(alias, email)", keyName: "NULL" },
  organization: { searched: ["alias"], name: "alias", keyName: "NULL" },
  key: { searched: ["alias"], name: "alias", keyName: "name" },
  end_user: { searched: ["alias"], name: "alias", keyName: "NULL" },
};

/**
 * SQL for the best matches of one kind: those equal to the text, then those that begin with it, then those that contain
 * it. `$1`: the text in lower case, `$2`: how many.
 */
function bestOf(type: StoredEntityType): string {
  const { searched, name, keyName } = COLUMNS[type];
  const all = ["id", ...searched];
  const any = (condition: (column: string) => string): string =>
    all.map((column) => condition(`lower_${column}`)).join(" OR ");
  // OFFSET keeps PostgreSQL from computing the lower-case texts again for each condition, which would double the time.
  return `(SELECT '${type}' AS type, ${ORDER.indexOf(type)} AS place, id, name, "keyName",
    CASE WHEN ${any((column) => `${column} = $1`)} THEN 0 WHEN ${any((column) => `starts_with(${column}, $1)`)} THEN 1 ELSE 2 END AS distance
  FROM (SELECT id, ${name} AS name, ${keyName} AS "keyName", ${all.map((column) => `lower(${column}) AS lower_${column}`).join(", ")}
    FROM ${ENTITY_KINDS[type].table} OFFSET 0) AS row
  WHERE ${any((column) => `strpos(${column}, $1) > 0`)} ORDER BY distance, coalesce(name, id), id LIMIT $2)`;
}

const READ = `SELECT type, id, name, "keyName" FROM (${STORED_KINDS.map(({ type }) => bestOf(type)).join(" UNION ALL ")}) AS found
ORDER BY place, distance, coalesce(name, id), id`;

const foundRow = z.object({
  type: z.enum(STORED_KINDS.map(({ type }) => type)),
  id: z.string(),
  name: z.string().nullable(),
  keyName: z.string().nullable(),
});

/**
 * The entities that have a string in the id, the alias or the e-mail address, in upper or lower case: at most `most` of
 * each kind, the best first. @throws GatewayError directory_unavailable
 */
export async function findEntities(
  { pool }: Pick<Database, "pool">,
  { text, most }: { readonly text: string; readonly most: number },
): Promise<FoundEntity[]> {
  const { rows } = await orUnavailable(pool.query(READ, [text.toLowerCase(), most]));
  return rows.map((row) => foundRow.parse(row));
}
