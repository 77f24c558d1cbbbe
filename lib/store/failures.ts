import pg from "pg";
import { GatewayError } from "@/lib/errors";
import { withDeadline } from "@/lib/time/io/deadline";
import { LONG_LIMIT_MS } from "./bounded-pool";
import { Prisma } from "./generated/client";

/** SQLSTATE query_canceled: the statement took longer than its limit. */
const CANCELLED = "57014";
/** SQLSTATE classes of faults of the server rather than the statement: connection, resources, shutdown, system. */
const AWAY_CLASSES = new Set(["08", "53", "57", "58"]);
/** SQLSTATE read_only_sql_transaction: the server is not a primary, as during a failover. */
const READ_ONLY = "25006";
/** What a server that answers lacks, by its SQLSTATE, and what would help. */
const LACKS: Readonly<Record<string, readonly [fault: string, help: string]>> = {
  [READ_ONLY]: [
    "is read-only, as a replica is, and a primary during a failover",
    "Try again; if that does not help, name the primary in DATABASE_URL.",
  ],
  "53100": ["has no room left on its disk", "Free some there, or make the disk larger."],
  "53200": ["has no memory left", "Give its server more, or lower shared_buffers, work_mem or max_connections."],
  "53300": ["has no connection left", "Raise its max_connections, or run fewer nodes, workers or other clients."],
};
/** Prisma's codes for: unreachable, timed out, connection closed, no pooled connection, no transaction in time. */
const AWAY_PRISMA_CODES = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);

/**
 * What the driver of Prisma calls a line to the server that is lost or was never made. Raw queries have one code of
 * Prisma for every failure, and say it here alone.
 */
const AWAY_KINDS: ReadonlySet<unknown> = new Set([
  "ConnectionClosed",
  "DatabaseNotReachable",
  "SocketTimeout",
  "TlsConnectionError",
]);

/**
 * Whether an error means that the database could not be reached or takes no writes, rather than that it refused a
 * statement. Errors without an SQLSTATE come from the socket or from the gateway's own deadlines.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (isDatabaseSlow(error)) return false;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const kind = member(member(error.meta?.driverAdapterError, "cause"), "kind");
    return AWAY_PRISMA_CODES.has(error.code) || AWAY_KINDS.has(kind) || isAwayState(sqlState(error) ?? "");
  }
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientValidationError) return false;
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  return state === undefined ? isSocketFailure(error) : isAwayState(state);
}

function isAwayState(state: string): boolean {
  return state === READ_ONLY || AWAY_CLASSES.has(state.slice(0, 2));
}

/** Whether the database answers, but has cancelled a statement, or work of several, that took longer than its limit. */
export function isDatabaseSlow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A transaction that could not begin in time has the same code, but then the database is away or has no connection
  // left.
  const isLateTransaction =
    member(error, "code") === "P2028" && /expired transaction|timeout for this transaction/.test(error.message);
  return isLateTransaction || sqlState(error) === CANCELLED;
}

/**
 * How long management work may take, in milliseconds. It is longer than every limit that the server keeps for such
 * work, so a database that has not answered by then is away.
 */
const WORK_DEADLINE_MS = 15_000;
/** The same for work whose statements have the limit of 30 s. */
const LONG_WORK_DEADLINE_MS = LONG_LIMIT_MS + WORK_DEADLINE_MS;

/**
 * Management work on the database. @throws GatewayError directory_unavailable when the database is away or hangs,
 * database_too_slow when it has cancelled the work
 */
export function orUnavailable<T>(work: Promise<T>): Promise<T> {
  return within(WORK_DEADLINE_MS, work);
}

/**
 * Reads whose statements may take 30 s each (`longStatement`, `queryGroups`). @throws GatewayError
 * directory_unavailable when the database is away or hangs, database_too_slow when it has cancelled the work
 */
export function longOrUnavailable<T>(work: Promise<T>): Promise<T> {
  return within(LONG_WORK_DEADLINE_MS, work);
}

async function within<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  try {
    return await withDeadline(work, deadlineMs, (message) => new Error(`Database timeout: ${message}`));
  } catch (error) {
    throw databaseFailure(error) ?? error;
  }
}

/**
 * The error that callers of management and reports get for a failure of the database; undefined: it is another failure.
 */
export function databaseFailure(error: unknown): GatewayError | undefined {
  if (isDatabaseSlow(error)) {
    return new GatewayError(
      "database_too_slow",
      "The gateway's database answers, but this took too long and was cancelled; nothing was changed. Ask for less, such as fewer days, or try again when the database is less busy.",
      { cause: error },
    );
  }
  if (!isDatabaseAway(error)) return undefined;
  const lack = lackOf(error);
  const message = lack
    ? `The gateway's database can be reached, but it ${lack[0]}; nothing was changed. ${lack[1]}`
    : "The gateway's database cannot be reached; nothing can be read or changed there until it is back.";
  return new GatewayError("directory_unavailable", message, { cause: error, headers: { "retry-after": "1" } });
}

/** Why calls cannot be served while the database is away or slow: "cannot be reached". */
export function databaseFault(error: unknown): string {
  return isDatabaseSlow(error) ? "answers too slowly" : (lackOf(error)?.[0] ?? "cannot be reached");
}

function lackOf(error: unknown): readonly [fault: string, help: string] | undefined {
  return error instanceof Error ? LACKS[sqlState(error) ?? ""] : undefined;
}

/**
 * Refuses work that violates a unique constraint with this message.
 * @throws GatewayError already_exists, and what the work throws
 */
export async function orAlreadyExists<Result>(work: Promise<Result>, message: string, param: string): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")) throw error;
    throw new GatewayError("already_exists", message, { param });
  }
}

/**
 * PostgreSQL's code for an error, only from an error that its server has sent: codes of sockets, such as `EPIPE`, and
 * of Prisma look alike. Prisma wraps the server's error and keeps its code as `originalCode`.
 */
function sqlState(error: Error): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code;
  const wrapped: unknown =
    error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.driverAdapterError : error;
  const original = member(member(wrapped, "cause"), "originalCode");
  return typeof original === "string" ? original : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function isSocketFailure(error: Error): boolean {
  const code: unknown = "code" in error ? error.code : undefined;
  if (typeof code === "string" && /^E[A-Z0-9_]+$/.test(code)) return true;
  return /connection|connect|timeout|timed out|not queryable|DatabaseNotReachable/i.test(
    `${error.name} ${error.message}`,
  );
}
