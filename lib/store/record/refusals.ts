import type { DecisionRecord } from "@/lib/auth/decision-record";
import { decisionRecord, recordView, type RecordedDecision } from "@/lib/wire/explanation";
import type { Database } from "../database";
import { orUnavailable } from "../failures";

const DAY_MS = 86_400_000;
/** The most refusals that are kept; beyond that the oldest are deleted. */
const KEPT = 100_000;

/** The columns by which refusals are listed; null: the record has no such value. */
export interface RefusalColumns {
  readonly code: string;
  readonly kind: string;
  readonly principal: string | null;
  readonly route: string | null;
  readonly model: string | null;
  readonly teamId: string | null;
  readonly isTeamProven: boolean;
  readonly userId: string | null;
  readonly keyId: string | null;
  readonly organizationId: string | null;
  readonly endUserId: string | null;
  readonly issuer: string | null;
  readonly requestId: string | null;
}

/** By their names here: the name and the type of each column in the database. */
const COLUMNS = {
  id: ["id", "text"],
  at: ["at", "timestamptz"],
  record: ["record", "text"],
  code: ["code", "text"],
  kind: ["kind", "text"],
  principal: ["principal", "text"],
  route: ["route", "text"],
  model: ["model", "text"],
  teamId: ["team_id", "text"],
  isTeamProven: ["is_team_proven", "boolean"],
  userId: ["user_id", "text"],
  keyId: ["key_id", "text"],
  organizationId: ["organization_id", "text"],
  endUserId: ["end_user_id", "text"],
  issuer: ["issuer", "text"],
  requestId: ["request_id", "text"],
} as const satisfies Readonly<
  Record<keyof RefusalColumns | "id" | "at" | "record", readonly [column: string, type: string]>
>;
const INSERT = `INSERT INTO refusals (${Object.values(COLUMNS)
  .map(([column]) => column)
  .join(", ")}) SELECT * FROM unnest(${Object.values(COLUMNS)
  .map(([, type], at) => `$${at + 1}::${type}[]`)
  .join(", ")}) ON CONFLICT DO NOTHING`;

/**
 * Stores refusals, so that every process of this database can show them. A record is stored as text, because claims may
 * hold NUL and lone surrogates, which jsonb refuses. @throws pg.DatabaseError, or a connection error
 */
export async function writeRefusals(
  { pool }: Database,
  refusals: readonly { readonly record: DecisionRecord; readonly columns: RefusalColumns }[],
): Promise<void> {
  const rows = refusals.map(({ record, columns }) => ({
    id: record.id,
    at: new Date(record.at),
    record: JSON.stringify(recordView(record)),
    ...columns,
  }));
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  await pool.query(
    INSERT,
    names.map((name) => rows.map((row) => row[name])),
  );
}

/** The record of a refusal, by its id, as the API shows it. @throws GatewayError directory_unavailable */
export async function readRefusal({ pool }: Database, id: string): Promise<RecordedDecision | undefined> {
  const { rows } = await orUnavailable(
    pool.query<{ record: string }>("SELECT record FROM refusals WHERE id = $1", [id]),
  );
  const text = rows[0]?.record;
  // A record that only another version can read counts as missing.
  return text === undefined ? undefined : decisionRecord.safeParse(JSON.parse(text)).data;
}

/** How many of the newest refusals are searched. */
const SEARCHED = 5_000;

/**
 * The newest refusals that name one of these ids in a member of their identity, the newest first: at most `most` of the
 * newest 5,000, from `since` on and up to `until`, in milliseconds since the epoch. @throws GatewayError
 * directory_unavailable
 */
export async function readRefusalsOf(
  { pool }: Database,
  ids: readonly (readonly [member: keyof NonNullable<RecordedDecision["identity"]>, id: string])[],
  { since, until, most }: { readonly since: number; readonly until?: number | undefined; readonly most: number },
): Promise<RecordedDecision[]> {
  // The patterns to search for: each id as JSON writes it, with LIKE's special characters escaped.
  const texts = ids.map(([member, id]) => `%${`"${member}":${JSON.stringify(id)}`.replace(/[\\%_]/g, "\\$&")}%`);
  const { rows } = await orUnavailable(
    pool.query<{ record: string }>(
      `SELECT record FROM (SELECT at, record FROM refusals WHERE at >= $1 AND ($4::timestamptz IS NULL OR at <= $4) ORDER BY at DESC LIMIT ${SEARCHED}) AS newest
       WHERE record LIKE ANY ($2) ORDER BY at DESC LIMIT $3`,
      [new Date(since), texts, most, until === undefined ? null : new Date(until)],
    ),
  );
  return rows.flatMap(({ record }) => decisionRecord.safeParse(JSON.parse(record)).data ?? []);
}

/**
 * Deletes refusals older than `keptDays` (0: all), and the oldest beyond the most that are kept.
 * @throws pg.DatabaseError, or a connection error
 */
export async function pruneRefusals(
  { pool }: Database,
  { now, keptDays, kept = KEPT }: { now: number; keptDays: number; kept?: number },
): Promise<void> {
  await pool.query("DELETE FROM refusals WHERE at <= $1", [new Date(now - keptDays * DAY_MS)]);
  await pool.query("DELETE FROM refusals WHERE at <= (SELECT at FROM refusals ORDER BY at DESC OFFSET $1 LIMIT 1)", [
    kept,
  ]);
}
