import { GatewayError } from "@/lib/errors";
import { withDeadline } from "@/lib/time/io/deadline";
import { Prisma } from "./generated/client";

/** SQLSTATE classes that say the server, not the statement, is at fault: connection, resources, shutdown, system. */
const AWAY_CLASSES = new Set(["08", "53", "57", "58"]);
/** Prisma: cannot reach, timed out, connection closed, no pooled connection, no transaction started in time. */
const AWAY_PRISMA_CODES = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);

/**
 * Whether an error means that the database could not be asked, rather than that it refused what was asked.
 * Errors without an SQLSTATE come from the socket or from our own deadline.
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

/** Longer than any transaction of ours may take: what has not answered by then hangs. */
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

/** Whether an error is a violated unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
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
