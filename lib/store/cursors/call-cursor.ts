import type { Database } from "../database";
import type { CallPosition } from "./call-position";

/** Where a new reader of all calls begins: with the next call that is booked, or with the oldest. */
export type CursorStart = "now" | "beginning";

/** A range of calls that is on its way. It stays the same until it has arrived. */
export interface FixedBatch {
  readonly through: CallPosition;
  readonly epoch: string;
}

/** A cursor that this process holds: no other process sends for it meanwhile. */
export interface HeldCursor {
  readonly name: string;
  readonly holder: string;
  /** The last call that has arrived. */
  readonly position: CallPosition;
  /** How many calls have arrived. */
  readonly calls: bigint;
  readonly batch: FixedBatch | undefined;
  /** Attempts in a row that failed. */
  readonly failures: number;
}

type Pool = Pick<Database, "pool">;

/** A cursor counts as unused if no node has had it in its settings for this long. */
const FORGOTTEN_AFTER = "interval '1 day'";

/** SQL for whether a node has recently had `cursor` in its settings. */
export function isInUse(cursor: string): string {
  return `${cursor}.seen_at > now() - ${FORGOTTEN_AFTER}`;
}

/** SQL for whether a cursor in use has not yet passed `row`, of `calls` or of `superseded_prices`. */
export function isAwaited(row: string): string {
  return `EXISTS (SELECT FROM call_cursors AS cursor WHERE ${isInUse("cursor")}
    AND (${row}.booking, ${row}.started_at, ${row}.call_id) > (cursor.booking, cursor.started_at, cursor.call_id))`;
}

/**
 * Makes the cursor unless it exists, and records that it is in use. A new cursor records the first day whose calls are
 * kept, because earlier calls may be missing. That day cannot move on before the cursor exists, and from then on the
 * cursor keeps calls from being deleted.
 */
export async function keepCursor({ pool }: Pool, name: string, start: CursorStart): Promise<void> {
  await pool.query(
    `WITH retention AS (SELECT pruned_before FROM call_retention FOR SHARE)
     INSERT INTO call_cursors (name, booking, started_at, call_id, complete_from)
     SELECT $1, CASE WHEN $2 THEN 0 ELSE last_value - (NOT is_called)::int END,
       CASE WHEN $2 THEN '-infinity'::timestamptz ELSE 'infinity' END, '', (SELECT pruned_before FROM retention)
     FROM calls_booking_seq
     ON CONFLICT (name) DO UPDATE SET seen_at = now() WHERE call_cursors.seen_at < now() - interval '10 minutes'`,
    [name, start === "beginning"],
  );
}

/**
 * Takes the cursor for `leaseMs`, or keeps it for that much longer. Undefined: another process has it, or it rests
 * after a failure. A holder that dies loses it when that time is over. One that was only slow may find that another
 * process has sent the same batch again.
 */
export async function holdCursor(
  { pool }: Pool,
  name: string,
  holder: string,
  leaseMs: number,
): Promise<HeldCursor | undefined> {
  const { rows } = await pool.query<CursorRow>(
    `UPDATE call_cursors SET holder = $2, held_until = clock_timestamp() + $3 * interval '1 ms'
     WHERE name = $1 AND (holder = $2 OR holder IS NULL OR held_until < clock_timestamp())
       AND (retry_at IS NULL OR retry_at <= clock_timestamp())
     RETURNING booking::text, started_at::text, call_id, calls::text, batch_booking::text, batch_started_at::text,
       batch_call_id, batch_epoch, failures`,
    [name, holder, leaseMs],
  );
  const [row] = rows;
  return (
    row && {
      name,
      holder,
      position: { booking: BigInt(row.booking), startedAt: row.started_at, callId: row.call_id },
      calls: BigInt(row.calls),
      batch: batchOf(row),
      failures: row.failures,
    }
  );
}

/** Holds the cursor for `leaseMs` from now, while a batch is on its way. */
export async function renewHold({ pool }: Pool, { name, holder }: HeldCursor, leaseMs: number): Promise<void> {
  await pool.query(
    "UPDATE call_cursors SET held_until = clock_timestamp() + $3 * interval '1 ms' WHERE name = $1 AND holder = $2",
    [name, holder, leaseMs],
  );
}

/** Gives the cursor up, so that another process can take it at once. */
export async function releaseCursor({ pool }: Pool, name: string, holder: string): Promise<void> {
  await pool.query("UPDATE call_cursors SET holder = NULL, held_until = NULL WHERE name = $1 AND holder = $2", [
    name,
    holder,
  ]);
}

/** Fixes the range that is sent next. False: this process no longer holds the cursor. */
export async function fixBatch({ pool }: Pool, held: HeldCursor, { through, epoch }: FixedBatch): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE call_cursors SET batch_booking = $3, batch_started_at = $4::timestamptz, batch_call_id = $5, batch_epoch = $6
     WHERE name = $1 AND holder = $2 AND held_until > clock_timestamp() AND batch_booking IS NULL AND booking = $7
       AND started_at = $8::timestamptz AND call_id = $9`,
    [
      held.name,
      held.holder,
      String(through.booking),
      through.startedAt,
      through.callId,
      epoch,
      String(held.position.booking),
      held.position.startedAt,
      held.position.callId,
    ],
  );
  return rowCount === 1;
}

/**
 * Keeps all cursors with a prefix in use. It is for receivers that are away and so cannot say which cursor is theirs.
 */
export async function keepCursors({ pool }: Pool, prefix: string): Promise<void> {
  await pool.query("UPDATE call_cursors SET seen_at = now() WHERE starts_with(name, $1)", [prefix]);
}

/**
 * Records that a batch of `calls` calls has arrived. Any process may report it, even one that has lost its hold; a
 * second report changes nothing.
 */
export async function confirmBatch(
  { pool }: Pool,
  { name }: Pick<HeldCursor, "name">,
  { through, epoch }: FixedBatch,
  { calls, bookedAt }: { readonly calls: number; readonly bookedAt: Date | undefined },
): Promise<void> {
  await pool.query(
    `UPDATE call_cursors SET sent_booked_at = greatest(sent_booked_at, $7::timestamptz), booking = batch_booking, started_at = batch_started_at, call_id = batch_call_id,
       calls = calls + $6, batch_booking = NULL, batch_started_at = NULL, batch_call_id = NULL, batch_epoch = NULL,
       failures = 0, retry_at = NULL, last_error = NULL, last_error_at = NULL, last_sent_at = now()
     WHERE name = $1 AND batch_booking = $2 AND batch_started_at = $3::timestamptz AND batch_call_id = $4
       AND batch_epoch = $5`,
    [name, String(through.booking), through.startedAt, through.callId, epoch, calls, bookedAt],
  );
}

/** Moves the cursor over a range without calls. */
export async function skipTo({ pool }: Pool, held: HeldCursor, position: CallPosition): Promise<void> {
  await pool.query(
    `UPDATE call_cursors SET booking = $3, started_at = $4::timestamptz, call_id = $5
     WHERE name = $1 AND holder = $2 AND batch_booking IS NULL`,
    [held.name, held.holder, String(position.booking), position.startedAt, position.callId],
  );
}

/** Records a failed attempt and gives the cursor up. It rests for `pauseMs`; afterwards any process may try. */
export async function noteFailure(
  { pool }: Pool,
  { name, holder }: HeldCursor,
  { error, pauseMs, cutAgain }: { readonly error: string; readonly pauseMs: number; readonly cutAgain: boolean },
): Promise<void> {
  const cut = ", batch_booking = NULL, batch_started_at = NULL, batch_call_id = NULL, batch_epoch = NULL";
  await pool.query(
    `UPDATE call_cursors SET failures = failures + 1, last_error = $3, last_error_at = now(),
       retry_at = clock_timestamp() + $4 * interval '1 ms', holder = NULL, held_until = NULL${cutAgain ? cut : ""}
     WHERE name = $1 AND holder = $2`,
    [name, holder, error, pauseMs],
  );
}

interface CursorRow {
  readonly booking: string;
  readonly started_at: string;
  readonly call_id: string;
  readonly calls: string;
  readonly batch_booking: string | null;
  readonly batch_started_at: string | null;
  readonly batch_call_id: string | null;
  readonly batch_epoch: string | null;
  readonly failures: number;
}

function batchOf({ batch_booking, batch_started_at, batch_call_id, batch_epoch }: CursorRow): FixedBatch | undefined {
  if (batch_booking === null || batch_started_at === null || batch_call_id === null || batch_epoch === null)
    return undefined;
  const through = { booking: BigInt(batch_booking), startedAt: batch_started_at, callId: batch_call_id };
  return { through, epoch: batch_epoch };
}

/** What the receiver behind a cursor has. */
export interface CursorReach {
  /**
   * The first UTC day all of whose calls it has had, in milliseconds since the epoch; undefined: it has had every call.
   */
  readonly completeFrom: number | undefined;
  /** When the latest call that has arrived was booked, in milliseconds since the epoch; undefined: none has arrived. */
  readonly sentBookedAt: number | undefined;
  /** All calls up to this booking have arrived; 0: perhaps none has. */
  readonly booking: bigint;
}

/** What the receiver behind a cursor has; undefined: there is no such cursor. */
export async function readCursorReach({ pool }: Pool, name: string): Promise<CursorReach | undefined> {
  const { rows } = await pool.query<{ from: string | null; booked: Date | null; booking: string }>(
    `SELECT (extract(epoch FROM complete_from) * 1000)::text AS from, sent_booked_at AS booked, booking::text
     FROM call_cursors WHERE name = $1`,
    [name],
  );
  const [row] = rows;
  return (
    row && {
      completeFrom: row.from === null ? undefined : Number(row.from),
      sentBookedAt: row.booked?.getTime(),
      booking: BigInt(row.booking),
    }
  );
}
