import type { KeyFacts, OrganizationFacts, TeamFacts, UserFacts } from "@/lib/auth/decision";
import type { Directory } from "@/lib/auth/facts";
import type { Database } from "../database";
import { KEY_COLUMNS, ORGANIZATION_COLUMNS, TEAM_COLUMNS, USER_COLUMNS } from "./fact-columns";
import { orUnavailable } from "../failures";

export interface SnapshotQuery {
  readonly teamIds: Iterable<string>;
  /** Aliases whose teams are read too. */
  readonly teamAliases?: Iterable<string>;
  readonly userIds: Iterable<string>;
  readonly organizationIds: Iterable<string>;
  readonly keyIds: Iterable<string>;
}

/** The part of the directory that some ids lead to, as it was at one moment, without end users. */
export interface FactSnapshot extends Directory {
  readonly keys: ReadonlyMap<string, KeyFacts>;
}

/**
 * Reads many rows in a few statements, including the rows that they refer to: owners of keys, teams of users,
 * organisations of teams. It bypasses the caches of the request path, which a question about everybody would flush.
 * @throws GatewayError directory_unavailable
 */
export async function readFactSnapshot(database: Database, query: SnapshotQuery): Promise<FactSnapshot> {
  const rowsOf = <Row extends { readonly id: string }>(
    columns: string,
    table: string,
    ids: Iterable<string | null>,
  ): Promise<Map<string, Row>> =>
    readRows(database, `SELECT ${columns} FROM ${table} WHERE id = ANY($1)`, [
      [...new Set(ids)].filter((id) => id !== null),
    ]);
  const keys = await rowsOf<KeyFacts>(KEY_ROW, "keys", query.keyIds);
  const owned = [...keys.values()];
  const users = await rowsOf<UserFacts>(USER_COLUMNS, "users", [
    ...query.userIds,
    ...owned.map(({ userId }) => userId),
  ]);
  const aliases = await readAliases(database, [...new Set(query.teamAliases ?? [])]);
  const memberOf = [...users.values()].flatMap((user) => user.teams);
  const teams = await rowsOf<TeamFacts>(TEAM_COLUMNS, "teams", [
    ...query.teamIds,
    ...owned.map(({ teamId }) => teamId),
    ...memberOf,
    ...[...aliases.values()].flat(),
  ]);
  const ownersOf = [...owned, ...teams.values()].map(({ organizationId }) => organizationId);
  const organizations = await rowsOf<OrganizationFacts>(ORGANIZATION_COLUMNS, "organizations", [
    ...query.organizationIds,
    ...ownersOf,
  ]);
  return {
    keys,
    team: async (id) => teams.get(id),
    teamsByAlias: async (alias) => aliases.get(alias),
    user: async (id) => users.get(id),
    organization: async (id) => organizations.get(id),
    endUser: async () => undefined,
    keyByHash: async () => undefined,
  };
}

const KEY_ROW = `${KEY_COLUMNS}, name, (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt"`;

/** A part of a list: rows after the id `after` and from `offset` on, or only the row with `id`. */
export interface FactPage {
  readonly offset: number;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly id?: string | undefined;
}

/**
 * A page of teams in the order of their ids, and the number of all teams.
 * @throws GatewayError directory_unavailable
 */
export async function pageOfTeamFacts(
  database: Database,
  page: FactPage,
): Promise<{ rows: TeamFacts[]; total: number }> {
  return pageOf<TeamFacts>(database, TEAM_COLUMNS, "teams", page);
}

/**
 * A page of users in the order of their ids, and the number of all users. @throws GatewayError directory_unavailable
 */
export async function pageOfUserFacts(
  database: Database,
  page: FactPage,
): Promise<{ rows: UserFacts[]; total: number }> {
  return pageOf<UserFacts>(database, USER_COLUMNS, "users", page);
}

/** A page of keys in the order of their ids, and the number of all keys. @throws GatewayError directory_unavailable */
export async function pageOfKeyFacts(database: Database, page: FactPage): Promise<{ rows: KeyFacts[]; total: number }> {
  return pageOf<KeyFacts>(database, KEY_ROW, "keys", page);
}

/** The ids of the teams with each alias: two at most. */
async function readAliases({ pool }: Database, aliases: readonly string[]): Promise<Map<string, readonly string[]>> {
  if (aliases.length === 0) return new Map();
  const { rows } = await orUnavailable(
    pool.query<{ alias: string; ids: string[] }>(
      `SELECT alias, (array_agg(id ORDER BY id COLLATE "C"))[1:2] AS ids FROM teams WHERE alias = ANY($1) GROUP BY alias`,
      [aliases],
    ),
  );
  return new Map(rows.map(({ alias, ids }) => [alias, ids]));
}

async function pageOf<Row extends { readonly id: string }>(
  database: Database,
  columns: string,
  table: string,
  { offset, limit, after, id }: FactPage,
): Promise<{ rows: Row[]; total: number }> {
  if (id !== undefined) {
    const found = await readRows<Row>(database, `SELECT ${columns} FROM ${table} WHERE id = $1`, [id]);
    const behind = [...found.values()].filter((row) => after === undefined || row.id > after);
    return { rows: behind.slice(offset, offset + limit), total: found.size };
  }
  const rows =
    limit === 0
      ? new Map<string, Row>()
      : await readRows<Row>(
          database,
          `SELECT ${columns} FROM ${table} WHERE $3::text IS NULL OR id COLLATE "C" > $3 ORDER BY id COLLATE "C" LIMIT $1 OFFSET $2`,
          [limit, offset, after ?? null],
        );
  const counted = await orUnavailable(
    database.pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${table}`),
  );
  return { rows: [...rows.values()], total: counted.rows[0]?.total ?? 0 };
}

async function readRows<Row extends { readonly id: string }>(
  { pool }: Database,
  statement: string,
  values: unknown[],
): Promise<Map<string, Row>> {
  const { rows } = await orUnavailable(pool.query<Row>(statement, values));
  return new Map(rows.map((row) => [row.id, row]));
}
