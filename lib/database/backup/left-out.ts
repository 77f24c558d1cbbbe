/** Tables that a backup leaves out, because they describe the processes that run, or this one life of the database. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  "_prisma_migrations", // the header has it
  "schema_marks", // the migrations bring it
  "nodes", // the gateways that run
  "known_values", // the first node that decrypts the restored secrets writes it again
  "installation", // a restored database begins another life
  "budget_shares", // what running processes have set aside
  "change_requests", // what running nodes still have to hear
  "traffic_minutes", // what nodes have measured in these minutes
  "deployment_cooldowns", // likewise
  "span_figures", // a node sums them up again
  "summed_spans",
  "tool_sign_ins", // a restore ends the sessions that they belong to
  "spent_codes", // a code lives for a minute
  "login_trials", // what somebody tries in a browser at the moment
  "alert_signals", // what processes cannot reach at the moment
]);

/** Tables that a backup has only if it is asked for by name. */
export const ONLY_IF_ASKED: ReadonlySet<string> = new Set([
  "call_contents", // prompts and answers
]);

/** Columns that are empty in a backup: a restore ends all sessions, so nobody's tokens are needed. */
export const EMPTIED: Readonly<Record<string, readonly string[]>> = {
  console_sessions: ["refresh_token", "id_token"],
};
