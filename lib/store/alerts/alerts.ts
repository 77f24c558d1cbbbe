import type { PoolClient } from "pg";
import { z } from "zod";
import {
  ALERT_TYPES,
  type AlertMessage,
  type AlertOpening,
  type AlertResolution,
  type AlertType,
  type StoredAlert,
} from "@/lib/alert";
import type { Database } from "../database";

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const openAlert = z.object({
  id: z.string(),
  type: z.enum(Object.keys(ALERT_TYPES) as [AlertType, ...AlertType[]]),
  subject: z.string(),
  level: z.number(),
  message: z.string(),
  facts,
  memo: facts,
  openedAt: z.date().transform((date) => date.getTime()),
  isTold: z.boolean(),
  silenceId: z.string().nullable(),
});

/** How long alerts and messages that are over are kept, in days. */
const KEPT_DAYS = 30;

/** The open alerts. An alert that only another version can read is left out. @throws the database's error */
export async function readOpenAlerts(client: PoolClient): Promise<StoredAlert[]> {
  const { rows } = await client.query(
    `SELECT id, type, subject, level, message, facts, memo, opened_at AS "openedAt", told_at IS NOT NULL AS "isTold",
       silence_id AS "silenceId" FROM alerts WHERE open_key IS NOT NULL`,
  );
  return rows.flatMap((row: unknown) => openAlert.safeParse(row).data ?? []);
}

/**
 * Opens an alert under an id, and returns it. Nobody is told of it yet. An open alert of the same type and subject is
 * superseded. @throws the database's error
 */
export async function openAlertRow(
  client: PoolClient,
  opening: AlertOpening,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<StoredAlert> {
  const { type, subject, level, message, facts: shown, memo = {} } = opening;
  const key = JSON.stringify([type, subject]);
  await client.query("UPDATE alerts SET state = 'superseded', open_key = NULL, resolved_at = $2 WHERE open_key = $1", [
    key,
    new Date(at),
  ]);
  await client.query(
    `INSERT INTO alerts (id, type, subject, level, state, open_key, opened_at, message, facts, memo)
     VALUES ($1, $2, $3, $4, 'open', $5, $6, $7, $8, $9)`,
    [id, type, subject, level, key, new Date(at), message, JSON.stringify(shown), JSON.stringify(memo)],
  );
  return { ...opening, id, openedAt: at, isTold: false, silenceId: null };
}

/** Records that the messages about an alert are queued. @throws the database's error */
export async function markTold(client: PoolClient, id: string, at: number): Promise<void> {
  await client.query("UPDATE alerts SET told_at = $2 WHERE id = $1", [id, new Date(at)]);
}

/** Records that a silence withholds the messages about an alert. @throws the database's error */
export async function markSilenced(client: PoolClient, id: string, silenceId: string): Promise<void> {
  await client.query("UPDATE alerts SET silence_id = $2 WHERE id = $1", [id, silenceId]);
}

/** Ends an alert, and returns the message about it. @throws the database's error */
export async function resolveAlertRow(
  client: PoolClient,
  { alert: { id, type, subject, facts: shown }, message }: AlertResolution,
  at: number,
): Promise<AlertMessage> {
  await client.query(
    "UPDATE alerts SET state = 'resolved', open_key = NULL, resolved_at = $2, resolution = $3 WHERE id = $1",
    [id, new Date(at), message],
  );
  return { kind: "alert", state: "resolved", alertId: id, type, subject, message, facts: shown, at };
}

/** Ends open alerts of all types but these, without a message. @throws the database's error */
export async function dropAlertsExcept(client: PoolClient, types: ReadonlySet<AlertType>, at: number): Promise<void> {
  await client.query(
    "UPDATE alerts SET state = 'superseded', open_key = NULL, resolved_at = $2 WHERE open_key IS NOT NULL AND type <> ALL($1)",
    [[...types], new Date(at)],
  );
}

/** Deletes alerts, messages, silences and signals that are long over. `now`: milliseconds since the epoch. */
export async function pruneAlerts({ pool }: Pick<Database, "pool">, now: number): Promise<void> {
  const before = new Date(now - KEPT_DAYS * 86_400_000);
  await pool.query("DELETE FROM alerts WHERE resolved_at < $1", [before]);
  await pool.query("DELETE FROM alert_deliveries WHERE ended_at < $1", [before]);
  await pool.query("DELETE FROM alert_silences WHERE until < $1", [before]);
  await pool.query("DELETE FROM alert_signals WHERE at < $1", [new Date(now - 2 * 86_400_000)]);
}
