import { GatewayError } from "@/lib/errors";
import { withDeadline } from "@/lib/time/io/deadline";
import { Prisma } from "./generated/client";

/** SQLSTATE classes of faults of the server rather than the statement: connection, resources, shutdown, system. */
const AWAY_CLASSES = new Set(["08", "53", "57", "58"]);
/** Prisma's codes for: unreachable, timed out, connection closed, no pooled connection, no transaction in time. */
const AWAY_PRISMA_CODES = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);

/**
 * Whether an error means that the database could not be reached, rather than that it refused a statement. Errors
 * without an SQLSTATE come from the socket or from our own deadline.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return AWAY_PRISMA_CODES.has(error.code) || AWAY_CLASSES.has(sqlState(error)?.slice(0, 2) ?? "");
  }
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientValidationError) return false;
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  return state === undefined ? isSocketFailure(error) : AWAY_CLASSES.has(state.slice(0, 2));
}

/** Longer than any transaction of ours may take, so work that is still running by then hangs. */
const WORK_DEADLINE_MS = 12_000;

/** Management work on the database. @throws GatewayError directory_unavailable when the database is away or hangs */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await withDeadline(work, WORK_DEADLINE_MS, (message) => new Error(`Database timeout: ${message}`));
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    throw new GatewayError(
      "directory_unavailable",
      "The gateway's database cannot be reached; nothing can be read or changed there until it is back.",
      { cause: error },
    );
  }
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

function sqlState(error: Error): string | undefined {
  const code: unknown = "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !/^P\d{4}$/.test(code) ? code : undefined;
}

function isSocketFailure(error: Error): boolean {
  const code: unknown = "code" in error ? error.code : undefined;
  if (typeof code === "string" && /^(E[A-Z_]+)$/.test(code)) return true;
  return /connection|connect|timeout|timed out|not queryable|DatabaseNotReachable/i.test(
    `${error.name} ${error.message}`,
  );
}
