import { CALL_FIELDS, type CallField } from "@/lib/calls/columns";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { isBeforeOrder, type CallPosition } from "./call-position";

/** A booked call as it was at its place in the order of booking. */
export interface BookedCall {
  /** 0: the call was booked before there was an order. */
  readonly booking: bigint;
  /** When it was booked; for a call from before the order, when it ended. */
  readonly bookedAt: Date;
  /**
   * The call as a JSON object on one line: the columns of `GET /spend/logs` without the names of payers, which may
   * change, then `booked_at` and `revision` (1, and one more each time the call was re-priced). `spend` is an exact
   * decimal.
   */
  readonly line: string;
}

export interface PlacedCalls {
  readonly calls: readonly BookedCall[];
  /** The place of the last call. */
  readonly through: CallPosition | undefined;
}

export interface BatchLimits {
  readonly calls: number;
  /** The bytes of all lines together. */
  readonly bytes: number;
}

const BOOKED_AT = "coalesce(%.booked_at, call.started_at + call.duration_ms * interval '1 ms')";
const isoTime = (time: string): string => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type Placed = "call" | "old";

/** SQL for a column of the line. `placed` is the row that has the place of the call and its price at that place. */
function column(name: CallField, placed: Placed): string {
  if (name === "started_at") return `${isoTime("call.started_at")} AS started_at`;
  if (name === "spend") return `trim_scale(${placed}.spend) AS spend`;
  return `${name === "price_state" || name === "price_version" ? placed : "call"}.${name}`;
}

function selection(placed: Placed): string {
  const bookedAt = BOOKED_AT.replace("%", placed);
  const fields = [
    ...CALL_FIELDS.map((name) => column(name, placed)),
    `${isoTime(bookedAt)} AS booked_at`,
    `${placed}.revision`,
  ];
  return `${placed}.booking, ${placed}.started_at, ${placed}.call_id, ${bookedAt} AS booked_at,
    (SELECT row_to_json(line)::text FROM (SELECT ${fields.join(", ")}) AS line) AS line`;
}

/**
 * SQL for the calls in a range, each as it was at its place: a call that was re-priced since then is found with its old
 * price. `range` is a condition on the row that has the place, and `end` follows it.
 */
function rowsIn(range: (placed: Placed) => string, end: (placed: Placed) => string = () => ""): string {
  return `(SELECT ${selection("call")} FROM calls AS call WHERE ${range("call")} ${end("call")})
    UNION ALL
    (SELECT ${selection("old")} FROM superseded_prices AS old JOIN calls AS call ON call.call_id = old.call_id AND call.started_at = old.started_at
    WHERE ${range("old")} ${end("old")})`;
}

const ORDER = "booking, started_at, call_id";
const inOrder = (row: Placed): string => `${row}.booking > 0 AND ${row}.booking > $1 AND ${row}.booking <= $2`;
const beforeOrder = (row: Placed): string =>
  `${row}.booking = 0 AND (${row}.started_at, ${row}.call_id) > ($1::timestamptz, $2)
    AND (${row}.started_at, ${row}.call_id) <= ($3::timestamptz, $4)`;

/**
 * SQL for the first rows within both limits, and at least one. Each of the two tables is read along its index and stops
 * at the limit, because millions of rows may follow.
 */
function firstRows(
  range: (placed: Placed) => string,
  order: readonly string[],
  { calls, bytes }: { readonly calls: string; readonly bytes: string },
): string {
  const end = (row: Placed): string =>
    `ORDER BY ${order.map((column) => `${row}.${column}`).join(", ")} LIMIT ${calls}`;
  return `SELECT * FROM (
    SELECT *, row_number() OVER sent AS place, sum(octet_length(line)) OVER sent AS bytes
    FROM (SELECT * FROM (${rowsIn(range, end)}) AS ranged ORDER BY ${ORDER} LIMIT ${calls}) AS first
    WINDOW sent AS (ORDER BY ${ORDER} ROWS UNBOUNDED PRECEDING)
  ) AS counted WHERE bytes <= ${bytes} OR place = 1`;
}

const FIRST_IN_ORDER = firstRows(inOrder, ["booking"], { calls: "$3", bytes: "$4" });
const FIRST_BEFORE_ORDER = firstRows(beforeOrder, ["started_at", "call_id"], { calls: "$5", bytes: "$6" });
const ALL_IN_ORDER = rowsIn(inOrder);
const ALL_BEFORE_ORDER = rowsIn(beforeOrder);

/**
 * The first calls after `after`, in the order of booking, up to the number `through`. Calls from before the order come
 * in batches of their own. The answer is empty once there are no more of them; those with numbers follow for
 * `behindBooking(0n)`.
 */
export function readNextCalls(
  database: Pick<Database, "pool">,
  after: CallPosition,
  through: bigint,
  { calls, bytes }: BatchLimits,
): Promise<PlacedCalls> {
  if (isBeforeOrder(after)) {
    const values = [after.startedAt, after.callId, "infinity", "", calls, bytes];
    return readCalls(database, FIRST_BEFORE_ORDER, values);
  }
  const values = [String(after.booking), String(through), calls, bytes];
  return readCalls(database, FIRST_IN_ORDER, values);
}

/**
 * The calls after `after` up to `through`, each as it was at that place: the answer is the same whenever it is read.
 */
export function readCallRange(
  database: Pick<Database, "pool">,
  after: CallPosition,
  through: CallPosition,
): Promise<PlacedCalls> {
  if (isBeforeOrder(after)) {
    const values = [after.startedAt, after.callId, through.startedAt, through.callId];
    return readCalls(database, ALL_BEFORE_ORDER, values);
  }
  return readCalls(database, ALL_IN_ORDER, [String(after.booking), String(through.booking)]);
}

interface Row {
  readonly booking: string;
  readonly position: string;
  readonly call_id: string;
  readonly booked_at: Date;
  readonly line: string;
}

async function readCalls({ pool }: Pick<Database, "pool">, sql: string, values: unknown[]): Promise<PlacedCalls> {
  const { rows } = await pool.query<Row>(
    longStatement(
      `SELECT booking, started_at::text AS position, call_id, booked_at, line FROM (${sql}) AS calls ORDER BY ${ORDER}`,
      values,
    ),
  );
  const last = rows.at(-1);
  return {
    calls: rows.map((row) => ({ booking: BigInt(row.booking), bookedAt: row.booked_at, line: row.line })),
    through: last && { booking: BigInt(last.booking), startedAt: last.position, callId: last.call_id },
  };
}
