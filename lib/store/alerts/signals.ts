import type { PoolClient } from "pg";
import type { Database } from "../database";

/** A fact of one process that alerts are made of. */
export interface AlertSignal {
  readonly kind: "issuer" | "journal" | "unpriced";
  readonly subject: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
}

/**
 * Stores the signals of a process. Each replaces the earlier one of its kind and subject. `at`: milliseconds since the
 * epoch. @throws the database's error
 */
export async function writeSignals(
  { pool }: Pick<Database, "pool">,
  process: string,
  signals: readonly AlertSignal[],
  at: number,
): Promise<void> {
  const rows = signals.map(({ kind, subject, facts }) => ({ kind, subject, facts }));
  await pool.query(
    `INSERT INTO alert_signals (kind, subject, process, facts, at)
     SELECT kind, subject, $1, facts, $3 FROM json_to_recordset($2::json) AS told (kind text, subject text, facts jsonb)
     ORDER BY kind, subject
     ON CONFLICT (kind, subject, process) DO UPDATE SET facts = excluded.facts, at = excluded.at`,
    [process, JSON.stringify(rows), new Date(at)],
  );
}

/** Removes the signals of a kind that a process has stored. @throws the database's error */
export async function dropSignals(
  { pool }: Pick<Database, "pool">,
  process: string,
  kind: AlertSignal["kind"],
): Promise<void> {
  await pool.query("DELETE FROM alert_signals WHERE process = $1 AND kind = $2", [process, kind]);
}

/**
 * The signals of a kind that all processes have stored since a time, in milliseconds since the epoch. @throws the
 * database's error
 */
export async function readSignals(
  client: PoolClient,
  kind: AlertSignal["kind"],
  since: number,
): Promise<Pick<AlertSignal, "subject" | "facts">[]> {
  const { rows } = await client.query<Pick<AlertSignal, "subject" | "facts">>(
    "SELECT subject, facts FROM alert_signals WHERE kind = $1 AND at > $2",
    [kind, new Date(since)],
  );
  return rows;
}
