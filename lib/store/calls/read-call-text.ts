import type { PoolClient } from "pg";
import { STORED_COLUMNS } from "@/lib/calls/columns";
import type { CallFilter } from "@/lib/calls/filter";
import { inTransaction, LONG_LIMIT_MS } from "../bounded-pool";
import { copiedText } from "../copied-text";
import type { Database } from "../database";
import { withValues } from "../with-values";
import { CallConditions } from "./call-conditions";
import { selectionOf } from "./call-selection";

/** A call after which others come in order of time. */
export interface PositionInTime {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly callId: string;
}

/**
 * Reads the next `size` calls after a position; without one, the first. Each is a line of cells, one for each of
 * `CALL_FIELDS`, as `COPY` writes them: times are milliseconds since the epoch, lists are JSON. Cancels the query when
 * the signal aborts.
 */
export type ReadCallText = (after: PositionInTime | undefined, size: number, signal: AbortSignal) => Promise<Buffer>;

const CELLS = STORED_COLUMNS.map(({ name, type }) => {
  if (type === "time") return `(extract(epoch FROM ${name}) * 1000)::bigint`;
  return type === "names" ? `array_to_json(${name})` : name;
}).join(", ");
/** Compiling the statement would take longer than reading a page. */
const PREPARE = "SELECT pg_backend_pid() AS id, set_config('jit', 'off', true)";

/**
 * Reads the calls that meet every filter, in order of time. The returned function throws the database's error.
 */
export async function callTextOf(database: Database, filters: readonly CallFilter[]): Promise<ReadCallText> {
  const selection = await selectionOf(database, filters);
  return (after, size, signal) => {
    const conditions = new CallConditions(selection);
    if (after) conditions.after(after.startedAt, after.callId);
    const text = `SELECT ${CELLS} FROM calls WHERE ${conditions.sql} ORDER BY started_at, call_id LIMIT ${conditions.bind(size)}`;
    return cancelledBy(signal, database, (client) => copiedText(client, withValues(text, conditions.values)));
  };
}

/**
 * Does work whose running statement is cancelled when the signal aborts. It is one transaction, because behind a pooler
 * a second one could run in another server process, which the cancellation would miss.
 */
function cancelledBy<Answer>(
  signal: AbortSignal,
  { pool }: Database,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(pool, LONG_LIMIT_MS, async (client) => {
    const { rows } = await client.query<{ id: number }>(PREPARE);
    signal.throwIfAborted();
    const cancel = (): void => void pool.query("SELECT pg_cancel_backend($1)", [rows[0]?.id]).catch(() => {});
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const answer = await work(client);
      // A cancellation may take effect late and would then hit the connection's next statement. The error makes the
      // pool close the connection.
      signal.throwIfAborted();
      return answer;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  });
}
