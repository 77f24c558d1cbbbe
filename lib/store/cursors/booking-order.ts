import type { Database } from "../database";

/**
 * How far the order of booking is settled. Bookings draw their numbers in order, but their transactions commit in any
 * order, so the highest number that can be seen says nothing about the numbers below it.
 *
 * The trigger `announce_bookings` (migration 0021) lets each statement, before it draws its first number, take an
 * advisory lock whose key contains the last number that was drawn by then. The lock ends with the transaction, after
 * its rows have become visible to others. The reader takes these steps, each in a statement of its own:
 *
 * 1. It reads the last number H that was drawn.
 * 2. It reads the locks, and with them the lowest number L that one of them has. `through` is the lower of H and L.
 * 3. It reads the rows up to `through`.
 *
 * Suppose that a call with the number b ≤ `through` commits after step 2. Its number was drawn before step 1, as b ≤ H,
 * and its lock was taken before that. The lock is held during step 2, as the call has not committed yet. It contains a
 * number below b, because b was drawn after it was read. So L < b, which contradicts b ≤ L. PostgreSQL keeps advisory
 * locks in its shared table and copies that as a whole, so none is overlooked.
 *
 * Only transactions that book calls in this database take these locks. A long transaction elsewhere in the server, a
 * backup or a forgotten session that writes to other tables holds nothing up, as it would with `pg_snapshot_xmin`, and
 * no number has to survive a restore into another server, as transaction ids would.
 */
export interface BookingOrder {
  /** Every call up to this number that will ever be seen can be seen now. */
  readonly through: bigint;
  /** The last number that was drawn. */
  readonly drawn: bigint;
  /**
   * The process id of the session that may still book a call behind `through`; null: a prepared transaction may;
   * undefined: nothing is held up.
   */
  readonly heldBy: number | null | undefined;
}

/** A database session whose open transaction may still book calls, for a person who wants to end it. */
export interface OpenBooking {
  readonly pid: number;
  readonly application: string;
  readonly user: string;
  /** Null: it is connected by a socket of the same machine. */
  readonly address: string | null;
  readonly state: string | null;
  readonly since: Date | null;
}

const LOCKS = `
SELECT pid, ((classid::bigint & 65535) << 32) | objid::bigint AS drawn FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 1 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid::bigint >> 16 = (16384 | ('calls'::regclass::oid::bigint & 16383))
ORDER BY drawn LIMIT 1`;

/** The last number that was drawn. */
export async function readDrawnBooking({ pool }: Pick<Database, "pool">): Promise<bigint> {
  const { rows } = await pool.query<{ drawn: string }>(
    "SELECT last_value - (NOT is_called)::int AS drawn FROM calls_booking_seq",
  );
  return BigInt(rows[0]?.drawn ?? 0);
}

/** How far the order is settled. Rows must be read afterwards, in a statement of their own. */
export async function readBookingOrder(database: Pick<Database, "pool">): Promise<BookingOrder> {
  const drawn = await readDrawnBooking(database);
  const { rows } = await database.pool.query<{ pid: number | null; drawn: string }>(LOCKS);
  const [lowest] = rows;
  const announced = lowest && BigInt(lowest.drawn);
  if (!lowest || announced === undefined || announced >= drawn) return { through: drawn, drawn, heldBy: undefined };
  return { through: announced, drawn, heldBy: lowest.pid };
}

/** What is known of a session; undefined: it is gone. */
export async function readOpenBooking({ pool }: Pick<Database, "pool">, pid: number): Promise<OpenBooking | undefined> {
  const { rows } = await pool.query<OpenBooking>(
    `SELECT pid, coalesce(application_name, '') AS application, coalesce(usename, '') AS user,
       host(client_addr) AS address, state, xact_start AS since
     FROM pg_stat_activity WHERE pid = $1`,
    [pid],
  );
  return rows[0];
}
