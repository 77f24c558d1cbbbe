import { z } from "zod";
import { objectPermission } from "@/lib/config/mcp/mcp-schema";
import { ENTITY_KINDS } from "@/lib/entity-type";
import type { Database } from "../database";
import { orUnavailable } from "../failures";

/** The kinds of entity with an `object_permission`, in the order in which they are told. */
const GRANTED_KINDS = ["organization", "team", "user", "end_user", "key"] as const;
type GrantedKind = (typeof GRANTED_KINDS)[number];

/** A tool server as permissions can name it. */
interface NamedServer {
  readonly server: string;
  readonly groups: readonly string[];
}

/** An entity whose `object_permission` names a server or one of its groups. */
export type ToolGrant = z.output<typeof grantRow>;

const NAMES: Readonly<Record<GrantedKind, string>> = {
  organization: "alias",
  team: "alias",
  user: "coalesce(alias, email)",
  end_user: "alias",
  key: "coalesce(alias, name)",
};

const SAYING = GRANTED_KINDS.map(
  (kind) => `SELECT '${kind}' AS type, id, ${NAMES[kind]} AS name, object_permission AS says,
    ${kind === "key" ? "maker IS NULL" : "true"} AS "isGrant"
  FROM ${ENTITY_KINDS[kind].table} WHERE jsonb_typeof(object_permission) = 'object'`,
).join(" UNION ALL ");

const IS_NAMED = `(says->'mcp_servers' ? server OR says->'mcp_tool_permissions' ? server
  OR says->'mcp_access_groups' ?| groups)`;

const ASKED = "jsonb_to_recordset($1::jsonb) AS asked(server text, groups text[])";

const grantRow = z.object({
  type: z.enum(GRANTED_KINDS),
  id: z.string(),
  name: z.string().nullable(),
  says: objectPermission.catch({}),
  /** False: a key that its own user made, which only narrows what others grant. */
  isGrant: z.boolean(),
});

const countRow = z.object({ server: z.string(), type: z.enum(GRANTED_KINDS), count: z.number() });

/** How many entities of each kind name each server. @throws GatewayError directory_unavailable */
export async function countToolGrants(
  { pool }: Pick<Database, "pool">,
  servers: readonly NamedServer[],
): Promise<z.output<typeof countRow>[]> {
  const statement = `SELECT server, type, count(*)::int AS count FROM ${ASKED} JOIN (${SAYING}) AS saying ON ${IS_NAMED}
    GROUP BY server, type`;
  const { rows } = await orUnavailable(pool.query(statement, [JSON.stringify(servers)]));
  return rows.map((row) => countRow.parse(row));
}

/** The entities that name a server, at most `most` of each kind. @throws GatewayError directory_unavailable */
export async function readToolGrants(
  { pool }: Pick<Database, "pool">,
  server: NamedServer,
  most: number,
): Promise<ToolGrant[]> {
  const statement = `SELECT type, id, name, says, "isGrant" FROM (
      SELECT saying.*, row_number() OVER (PARTITION BY type ORDER BY coalesce(name, id), id) AS place
      FROM ${ASKED} JOIN (${SAYING}) AS saying ON ${IS_NAMED}) AS found
    WHERE place <= $2 ORDER BY place`;
  const { rows } = await orUnavailable(pool.query(statement, [JSON.stringify([server]), most]));
  const found = rows.map((row) => grantRow.parse(row));
  return GRANTED_KINDS.flatMap((kind) => found.filter(({ type }) => type === kind));
}
