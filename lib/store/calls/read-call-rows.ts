import type { PoolClient } from "pg";
import { CALL_FIELDS } from "@/lib/calls/columns";
import type { CallFilter } from "@/lib/calls/filter";
import { inTransaction, LONG_LIMIT_MS } from "../bounded-pool";
import type { Database } from "../database";
import { CallConditions } from "./call-conditions";
import { selectionOf } from "./call-selection";

/** A value of a call: `spend` is an exact decimal, arrays are those of `tags` and `tried`. */
export type CallValue = string | number | boolean | Date | null | readonly unknown[];
/** The values of a call in the order of `CALL_FIELDS`. An object for each of many calls would take longer to make. */
export type CallRow = readonly CallValue[];

/** The same, and then the names of its payers in the order of `PAYER_NAME_COLUMNS`. */
export type NamedRow = CallRow;

/** A call after which others come in order of time. */
export interface PositionInTime {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly callId: string;
}

const [STARTED_AT, CALL_ID] = [CALL_FIELDS.indexOf("started_at"), CALL_FIELDS.indexOf("call_id")];

/** The position of a call. */
export function positionOf(row: CallRow): PositionInTime {
  return { startedAt: Number(row[STARTED_AT]), callId: String(row[CALL_ID]) };
}

/** Reads the next `size` calls after a position; without one, the first. Cancels the query when the signal aborts. */
export type ReadCallRows = (
  after: PositionInTime | undefined,
  size: number,
  signal: AbortSignal,
) => Promise<readonly CallRow[]>;

const COLUMNS = CALL_FIELDS.join(", ");
/** Compiling the statement would take longer than reading a page. */
const PREPARE = "SELECT pg_backend_pid() AS id, set_config('jit', 'off', true)";

/**
 * Reads the calls that meet every filter, in order of time. The returned function throws the database's error.
 */
export async function callRowsOf(database: Database, filters: readonly CallFilter[]): Promise<ReadCallRows> {
  const selection = await selectionOf(database, filters);
  return (after, size, signal) => {
    const conditions = new CallConditions(selection);
    if (after) conditions.after(after.startedAt, after.callId);
    const text = `SELECT ${COLUMNS} FROM calls WHERE ${conditions.sql} ORDER BY started_at, call_id LIMIT ${conditions.bind(size)}`;
    return cancelledBy(signal, database, async (client) => {
      const { rows } = await client.query<CallValue[]>({ text, values: conditions.values, rowMode: "array" });
      return rows;
    });
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
