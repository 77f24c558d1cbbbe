import pg from "pg";
import { databaseClient } from "../database-client";
import { explainDatabaseError } from "../explain-database-error";
import { withoutLimits } from "../time-limits";
import { BackupError } from "./backup-error";

const CONNECT_LIMIT_MS = 5_000;
const LOCK_LIMIT_MS = 60_000;

/** Where a database is, without a pooler in between. */
export interface BackupDatabase {
  /** Holds the password, so it must never be logged. */
  readonly url: string;
  /** The variable that the address comes from, for messages. */
  readonly variable: string;
}

/**
 * Forms of values that do not depend on the server's settings, so that what one server writes another reads; and no
 * limit of time, because a large table takes hours.
 */
const SETTINGS = `
  SET LOCAL client_encoding = 'UTF8';
  SET LOCAL datestyle = 'ISO, MDY';
  SET LOCAL intervalstyle = 'postgres';
  SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1;
  SET LOCAL bytea_output = 'hex';
  SET LOCAL lock_timeout = ${LOCK_LIMIT_MS};
  ${withoutLimits("transaction")}`;

/**
 * Does work in one transaction on a connection of its own. @throws BackupError, what the work throws, or
 * DatabaseSetupError with one line for the operator if the database fails
 */
export async function inBackupSession<Result>(
  { url, variable }: BackupDatabase,
  begin: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = databaseClient(url, variable, {
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    application_name: "model-gateway backup",
  });
  try {
    await client.connect();
    await client.query(`${begin}; ${SETTINGS}`);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    throw isOfDatabase(error) ? explainDatabaseError(error, client, variable) : error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Files fail in calls such as `write`, and connections in `connect` and `read`, or without a call's name. */
function isOfDatabase(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return true;
  if (!(error instanceof Error) || error.name !== "Error" || error instanceof BackupError) return false;
  const call: unknown = Reflect.get(error, "syscall");
  return call === undefined
    ? /connection|timeout/i.test(error.message)
    : ["connect", "getaddrinfo"].includes(String(call)) || Reflect.get(error, "code") === "ECONNRESET";
}

/** The rows of a query, as the caller says they are. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(sql, [...values])).rows;
}
