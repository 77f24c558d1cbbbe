import type { DecisionRecord } from "@/lib/auth/decision-record";
import { decisionRecord, recordView, type RecordedDecision } from "@/lib/wire/explanation";
import type { Database } from "../database";
import { orUnavailable } from "../failures";

const DAY_MS = 86_400_000;
/** The most denials that are kept; beyond that the oldest are deleted. */
const KEPT = 100_000;

/**
 * Stores denials, so that every process of this database can show them. A record is stored as text, because claims may
 * hold NUL and lone surrogates, which jsonb refuses. @throws pg.DatabaseError, or a connection error
 */
export async function writeDenials({ pool }: Database, records: readonly DecisionRecord[]): Promise<void> {
  const rows = records.map((record) => ({
    id: record.id,
    at: new Date(record.at),
    record: JSON.stringify(recordView(record)),
  }));
  const insert =
    "INSERT INTO denials (id, at, record) SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[]) ON CONFLICT DO NOTHING";
  await pool.query(insert, [rows.map(({ id }) => id), rows.map(({ at }) => at), rows.map(({ record }) => record)]);
}

/** The record of a denial, by its id, as the API shows it. @throws GatewayError directory_unavailable */
export async function readDenial({ pool }: Database, id: string): Promise<RecordedDecision | undefined> {
  const { rows } = await orUnavailable(
    pool.query<{ record: string }>("SELECT record FROM denials WHERE id = $1", [id]),
  );
  const text = rows[0]?.record;
  // A record that only another version can read counts as missing.
  return text === undefined ? undefined : decisionRecord.safeParse(JSON.parse(text)).data;
}

/** How many of the newest denials are searched. */
const SEARCHED = 5_000;

/**
 * The newest denials that name one of these ids in a member of their identity, the newest first: at most `most` of the
 * newest 5,000. `at`: milliseconds since the epoch. @throws GatewayError directory_unavailable
 */
export async function readDenialsOf(
  { pool }: Database,
  ids: readonly (readonly [member: keyof NonNullable<RecordedDecision["identity"]>, id: string])[],
  { since, most }: { readonly since: number; readonly most: number },
): Promise<RecordedDecision[]> {
  // As JSON writes them, and without the meaning that LIKE gives to some characters.
  const texts = ids.map(([member, id]) => `%${`"${member}":${JSON.stringify(id)}`.replace(/[\\%_]/g, "\\$&")}%`);
  const { rows } = await orUnavailable(
    pool.query<{ record: string }>(
      `SELECT record FROM (SELECT at, record FROM denials WHERE at >= $1 ORDER BY at DESC LIMIT ${SEARCHED}) AS newest
       WHERE record LIKE ANY ($2) ORDER BY at DESC LIMIT $3`,
      [new Date(since), texts, most],
    ),
  );
  return rows.flatMap(({ record }) => decisionRecord.safeParse(JSON.parse(record)).data ?? []);
}

/**
 * Deletes denials older than `keptDays` (0: all), and the oldest beyond the most that are kept.
 * @throws pg.DatabaseError, or a connection error
 */
export async function pruneDenials(
  { pool }: Database,
  { now, keptDays, kept = KEPT }: { now: number; keptDays: number; kept?: number },
): Promise<void> {
  await pool.query("DELETE FROM denials WHERE at <= $1", [new Date(now - keptDays * DAY_MS)]);
  await pool.query("DELETE FROM denials WHERE at <= (SELECT at FROM denials ORDER BY at DESC OFFSET $1 LIMIT 1)", [
    kept,
  ]);
}
