/** A change to restored rows, made before anybody sees them. */
export interface RestoreEffect {
  /** The statement runs if this table has this column. */
  readonly table: string;
  readonly column: string;
  readonly sql: string;
}

/**
 * The changes to a restored database. Whatever was under way when the backup was made is over, and no message from
 * before it is sent again.
 */
export const AFTER_RESTORE: readonly RestoreEffect[] = [
  {
    table: "console_sessions",
    column: "ended_at",
    sql: `UPDATE console_sessions SET ended_at = now(), end_reason = 'restored', refresh_token = NULL, id_token = NULL
          WHERE ended_at IS NULL`,
  },
  {
    table: "budget_notices",
    column: "alerted_at",
    sql: "UPDATE budget_notices SET alerted_at = now() WHERE alerted_at IS NULL",
  },
  {
    table: "alert_deliveries",
    column: "ended_at",
    sql: `UPDATE alert_deliveries SET state = 'given_up', ended_at = now(), last_error = 'the database was restored from a backup'
          WHERE ended_at IS NULL`,
  },
  {
    table: "call_cursors",
    column: "holder",
    sql: "UPDATE call_cursors SET holder = NULL, held_until = NULL",
  },
  {
    table: "tool_connections",
    column: "held_by",
    sql: "UPDATE tool_connections SET held_by = NULL, held_until = NULL",
  },
];
