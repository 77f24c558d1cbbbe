import { formatDay } from "@/lib/time/period";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { lacksPartition } from "../partitions/lacks-partition";
import { dropPartition, makeMissing } from "../partitions/partitions";

type Pool = Pick<Database, "pool">;

/** A row of `call_contents`. */
export interface ContentRow {
  readonly id: string;
  /** The midnight of the UTC day on which it is dropped, in milliseconds since the epoch, and when it was kept. */
  readonly expiresOn: number;
  readonly keptAt: number;
  readonly keyId: string | null;
  readonly teamId: string | null;
  readonly userId: string | null;
  readonly endUserId: string | null;
  readonly sealed: string;
}

const DAY_MS = 86_400_000;

/** What belongs to a team or key that has been deleted meanwhile is left out. Neither can be deleted until the end. */
const WRITE = `
WITH told AS (
  SELECT * FROM unnest($1::text[], $2::date[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    AS row (call_id, expires_on, kept_at, key_id, team_id, user_id, end_user_id, sealed)
), held_keys AS MATERIALIZED (
  SELECT id FROM keys WHERE id IN (SELECT key_id FROM told) ORDER BY id FOR KEY SHARE
), held_teams AS MATERIALIZED (
  SELECT id FROM teams WHERE id IN (SELECT team_id FROM told) ORDER BY id FOR KEY SHARE
)
INSERT INTO call_contents (call_id, expires_on, kept_at, key_id, team_id, user_id, end_user_id, sealed)
SELECT * FROM told
WHERE (key_id IS NULL OR key_id IN (SELECT id FROM held_keys))
  AND (team_id IS NULL OR team_id IN (SELECT id FROM held_teams))
ON CONFLICT (call_id, expires_on) DO NOTHING`;

/**
 * Stores contents, and makes the partitions that they miss. Returns how many were stored. @throws the database's error
 */
export async function writeContents(database: Pool, rows: readonly ContentRow[]): Promise<number> {
  const values = [
    rows.map(({ id }) => id),
    rows.map(({ expiresOn }) => formatDay(expiresOn)),
    rows.map(({ keptAt }) => new Date(keptAt).toISOString()),
    rows.map(({ keyId }) => keyId),
    rows.map(({ teamId }) => teamId),
    rows.map(({ userId }) => userId),
    rows.map(({ endUserId }) => endUserId),
    rows.map(({ sealed }) => sealed),
  ];
  const insert = async (): Promise<number> => (await database.pool.query(longStatement(WRITE, values))).rowCount ?? 0;
  try {
    return await insert();
  } catch (error) {
    if (!lacksPartition(error, "call_contents")) throw error;
    await makeDays(
      database,
      rows.map(({ expiresOn }) => expiresOn),
    );
    return insert();
  }
}

const PRESENT = `
SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
WHERE inhparent = 'call_contents'::regclass ORDER BY relname`;
const NAME = "call_contents_";

function makeDays(database: Pool, days: readonly number[]): Promise<string[]> {
  return makeMissing(database, "call_contents", async (queries) => {
    const { rows } = await queries.query<{ name: string }>(PRESENT);
    const present = new Set(rows.map(({ name }) => name));
    return [...new Set(days)]
      .map((day) => ({ day, name: NAME + formatDay(day).replaceAll("-", "_") }))
      .filter(({ name }) => !present.has(name))
      .map(({ day, name }) => ({ name, from: `'${formatDay(day)}'`, until: `'${formatDay(day + DAY_MS)}'` }));
  });
}

/** What was found of one content. Sealed as its row is. */
export type FoundContent = Omit<ContentRow, "expiresOn" | "keptAt"> & {
  readonly expiresOn: string;
  readonly keptAt: Date;
};

/** The content of a call or refusal, unless its time is over by the database's clock. @throws the database's error */
export async function readContent({ pool }: Pool, id: string): Promise<FoundContent | undefined> {
  const { rows } = await pool.query<FoundContent>(
    `SELECT call_id AS id, expires_on::text AS "expiresOn", kept_at AS "keptAt", key_id AS "keyId", team_id AS "teamId",
       user_id AS "userId", end_user_id AS "endUserId", sealed
     FROM call_contents
     WHERE call_id = $1 AND expires_on > (clock_timestamp() AT TIME ZONE 'UTC')::date ORDER BY expires_on LIMIT 1`,
    [id],
  );
  return rows[0];
}

/** What contents can be deleted by. */
const CONTENT_OWNERS = {
  call_id: "call_id",
  key_id: "key_id",
  team_id: "team_id",
  user_id: "user_id",
  end_user_id: "end_user_id",
} as const;

/** Names SQL that deletes what belongs to `$1`. */
export function deleteContentsOf(owner: keyof typeof CONTENT_OWNERS): string {
  return `DELETE FROM call_contents WHERE ${CONTENT_OWNERS[owner]} = $1`;
}

/**
 * Drops the days that are over by the database's clock, and deletes what is older than `mostDays`, which may have been
 * more when it was kept. @throws the database's error
 */
export async function pruneContents(
  database: Pool,
  mostDays: number,
): Promise<{ readonly dropped: readonly string[]; readonly deleted: number }> {
  const { rows: clock } = await database.pool.query<{ today: string }>(
    "SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date::text AS today",
  );
  const today = NAME + (clock[0]?.today ?? "").replaceAll("-", "_");
  const { rows } = await database.pool.query<{ name: string }>(PRESENT);
  const dropped: string[] = [];
  for (const { name } of rows)
    if (name <= today && (await dropPartition(database, "call_contents", { name }, "false"))) dropped.push(name);
  const { rowCount } = await database.pool.query(
    longStatement(
      "DELETE FROM call_contents WHERE kept_at < (date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') - make_interval(days => $1)) AT TIME ZONE 'UTC'",
      [mostDays],
    ),
  );
  return { dropped, deleted: rowCount ?? 0 };
}
