import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { type OpenBooking, readBookingOrder, readOpenBooking } from "./booking-order";

/** How far a cursor has come. */
export interface CursorProgress {
  readonly name: string;
  /** How many calls have arrived. */
  readonly calls: bigint;
  /** The process that sends; undefined: none does at the moment. */
  readonly holder: string | undefined;
  /** For how many seconds the oldest call has been waiting; 0: none waits. */
  readonly lagSeconds: number;
  /** How many calls wait, at most `MOST_COUNTED`. */
  readonly waiting: number;
  readonly failures: number;
  readonly lastError: string | undefined;
  readonly lastErrorAt: Date | undefined;
  readonly lastSentAt: Date | undefined;
  /** When the next attempt is due after a failure. */
  readonly retryAt: Date | undefined;
  /** The session that must end before the oldest waiting call can be sent. */
  readonly heldUpBy: OpenBooking | "a prepared transaction" | undefined;
}

/** Up to how many waiting calls are counted: counting more would cost the database more than the number is worth. */
export const MOST_COUNTED = 100_000;

/** The calls after the cursor: those from before the order, while it is still among them, and those with numbers. */
const BEFORE_ORDER = `calls AS call WHERE cursor.booking = 0 AND cursor.started_at < 'infinity' AND call.booking = 0
  AND (call.started_at, call.call_id) > (cursor.started_at, cursor.call_id)`;
const IN_ORDER = "calls AS call WHERE call.booking > 0 AND call.booking > cursor.booking";
/** A call from before the cursor was made has waited no longer than the cursor exists. */
const LAG =
  "greatest(0, extract(epoch FROM now() - greatest(cursor.created_at, coalesce(oldest.booked_at, cursor.created_at))))";

const PROGRESS = `
SELECT cursor.name, cursor.calls::text, cursor.failures, cursor.last_error, cursor.last_error_at, cursor.last_sent_at,
  CASE WHEN cursor.held_until > now() THEN cursor.holder END AS holder,
  CASE WHEN cursor.retry_at > now() THEN cursor.retry_at END AS retry_at,
  oldest.booking::text AS oldest, CASE WHEN oldest.booking IS NULL THEN 0 ELSE ${LAG} END::float8 AS lag,
  (SELECT count(*) FROM (
    (SELECT FROM ${BEFORE_ORDER} LIMIT $2) UNION ALL (SELECT FROM ${IN_ORDER} LIMIT $2)) AS waiting)::int AS waiting
FROM call_cursors AS cursor LEFT JOIN LATERAL (
  (SELECT 0 AS turn, call.booking, call.booked_at FROM ${BEFORE_ORDER} ORDER BY call.started_at, call.call_id LIMIT 1)
  UNION ALL
  (SELECT 1 AS turn, call.booking, call.booked_at FROM ${IN_ORDER} ORDER BY call.booking LIMIT 1)
  ORDER BY turn LIMIT 1
) AS oldest ON true
WHERE cursor.name = ANY ($1) ORDER BY cursor.name`;

interface Row {
  readonly name: string;
  readonly calls: string;
  readonly failures: number;
  readonly last_error: string | null;
  readonly last_error_at: Date | null;
  readonly last_sent_at: Date | null;
  readonly holder: string | null;
  readonly retry_at: Date | null;
  readonly oldest: string | null;
  readonly lag: number;
  readonly waiting: number;
}

/** How far these cursors have come; cursors that do not exist are left out. */
export async function readCursorProgress(
  database: Pick<Database, "pool">,
  names: readonly string[],
): Promise<CursorProgress[]> {
  if (names.length === 0) return [];
  const order = await readBookingOrder(database);
  const { rows } = await database.pool.query<Row>(longStatement(PROGRESS, [names, MOST_COUNTED]));
  const isHeldUp = ({ oldest }: Row): boolean => oldest !== null && BigInt(oldest) > order.through;
  const session =
    typeof order.heldBy === "number" && rows.some(isHeldUp) ? await readOpenBooking(database, order.heldBy) : undefined;
  const heldUpBy = order.heldBy === null ? ("a prepared transaction" as const) : session;
  return rows.map((row) => ({
    name: row.name,
    calls: BigInt(row.calls),
    holder: row.holder ?? undefined,
    lagSeconds: row.lag,
    waiting: Math.min(row.waiting, MOST_COUNTED),
    failures: row.failures,
    lastError: row.last_error ?? undefined,
    lastErrorAt: row.last_error_at ?? undefined,
    lastSentAt: row.last_sent_at ?? undefined,
    retryAt: row.retry_at ?? undefined,
    heldUpBy: isHeldUp(row) ? heldUpBy : undefined,
  }));
}
