import pg from "pg";
import { databaseClient } from "../database-client";
import { explainDatabaseError } from "../explain-database-error";
import { withoutLimits } from "../time-limits";
import { BackupError } from "./backup-error";

const CONNECT_LIMIT_MS = 5_000;
const LOCK_LIMIT_MS = 60_000;

/** The address of a database, without a pooler in between. */
export interface BackupDatabase {
  /** Holds the password, so it must never be logged. */
  readonly url: string;
  /** The variable that the address comes from, for messages. */
  readonly variable: string;
}

/**
 * Settings that make one server write values as another one reads them, and that lift time limits, because a large
 * table takes hours.
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
 * Does work in one transaction on a connection of its own.
 * @throws BackupError, what the work throws, or DatabaseSetupError with one line for the operator if the database fails
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

/**
 * Whether an error is the database's. Files fail in calls such as `write`, and connections fail in `connect` and `read`
 * or without the name of a call.
 */
function isOfDatabase(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return true;
  if (!(error instanceof Error) || error.name !== "Error" || error instanceof BackupError) return false;
  const call: unknown = Reflect.get(error, "syscall");
  return call === undefined
    ? /connection|timeout/i.test(error.message)
    : ["connect", "getaddrinfo"].includes(String(call)) || Reflect.get(error, "code") === "ECONNRESET";
}

/** The rows of a query, typed as the caller says. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(sql, [...values])).rows;
}
