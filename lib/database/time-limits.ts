/** The limits that a server, a database or a role may set. Older servers lack some of them. */
const LIMITS =
  "FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')";

/** SQL that lifts all limits until the transaction or the session ends, for what takes long on a large table. */
export function withoutLimits(scope: "transaction" | "session"): string {
  return `SELECT set_config(name, '0', ${scope === "transaction"}) ${LIMITS}`;
}

/** SQL that gives a session its limits back. */
export const WITH_LIMITS = `SELECT set_config(name, reset_val, false) ${LIMITS}`;
