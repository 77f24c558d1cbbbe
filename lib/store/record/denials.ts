import type { DecisionRecord } from "@/lib/auth/decision-record";
import { decisionRecord, recordView, type RecordedDecision } from "@/lib/wire/explanation";
import type { Database } from "../database";
import { orUnavailable } from "../failures";

const DAY_MS = 86_400_000;
/** How many denials are kept in all; beyond that the oldest go first. */
const KEPT = 100_000;

/**
 * Keeps what every process of this database may be asked about. The record is text, because jsonb takes neither NUL
 * nor half a surrogate pair, and claims may hold both. @throws pg.DatabaseError, or a connection error
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
  // One that another version wrote and this one cannot read is none.
  return text === undefined ? undefined : decisionRecord.safeParse(JSON.parse(text)).data;
}

/** Removes what is older than `keptDays` (0: everything) and the oldest of what is too much. @throws pg.DatabaseError, or a connection error */
export async function pruneDenials(
  { pool }: Database,
  { now, keptDays, kept = KEPT }: { now: number; keptDays: number; kept?: number },
): Promise<void> {
  await pool.query("DELETE FROM denials WHERE at <= $1", [new Date(now - keptDays * DAY_MS)]);
  await pool.query("DELETE FROM denials WHERE at <= (SELECT at FROM denials ORDER BY at DESC OFFSET $1 LIMIT 1)", [
    kept,
  ]);
}
