import pg from "pg";
import { UtcClient } from "@/lib/database/utc-client";

/** How long a statement may take by default, in milliseconds. */
const USUAL_LIMIT_MS = 10_000;
/** How long the client waits beyond the server's own limit, after which the connection counts as dead. */
const GRACE_MS = 2_000;

/** The limit for reports, lists and batches, which may read a great deal. */
export const LONG_LIMIT_MS = 30_000;

/** A statement with its own limit in milliseconds, in place of the default of 10 s. */
export interface LimitedStatement extends pg.QueryConfig {
  readonly query_timeout: number;
}

/** A statement that may take 30 s. */
export function longStatement(text: string, values: unknown[]): LimitedStatement {
  return { text, values, query_timeout: LONG_LIMIT_MS };
}

/**
 * A statement that may take 30 s, and that takes the server long to plan. The server keeps its plan under this name for
 * each connection that leads straight to it. `name`: of this text alone.
 */
export function plannedStatement(name: string, text: string, values: unknown[]): LimitedStatement {
  return { ...longStatement(text, values), name };
}

/**
 * A pool that lets the server cancel each statement of `pool.query` at its limit, so that no statement goes on when
 * nobody waits for it any more. The limit is set inside a transaction: set on the connection, it would reach other
 * clients of a pooler in transaction mode. The three statements are sent at once and so cost one round trip. A name
 * of a statement counts only without a pooler, which may run its next use on another connection.
 *
 * A connection on which the server has refused to write is not used again. After a failover it may still lead to the
 * former primary, and would do so for as long as it is used.
 */
export function openBoundedPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    Client: UtcClient,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Ends the wait on a silently dead connection, which would otherwise block the pool for a quarter of an hour.
    query_timeout: LONG_LIMIT_MS + GRACE_MS,
    keepAlive: true,
    pipeline: true,
  });
  pool.on("error", () => {}); // an idle connection that breaks is replaced on next use
  // One that breaks in use fails its statement. Without a listener, the error event would end the process too.
  pool.on("connect", (client) => void client.on("error", () => {}));
  const refusedToWrite = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", ({ code }: pg.DatabaseError) => {
      if (code === READ_ONLY) refusedToWrite.add(client);
    });
  });
  const usualConnect: () => Promise<pg.PoolClient> = pool.connect.bind(pool);

  async function connect(): Promise<pg.PoolClient> {
    const client = await usualConnect();
    const { release } = client;
    return Object.assign(client, {
      release: (fault?: Error | boolean) => release(fault || refusedToWrite.has(client)),
    });
  }

  async function query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const limitMs = limitOf(statement);
    const { name, ...asked }: pg.QueryConfig = typeof statement === "string" ? { text: statement } : statement;
    const client = await connect();
    const keepsPlan = name !== undefined && (await leadsStraight(client));
    const bounded = { ...asked, ...withGrace(limitMs), ...(keepsPlan && { name }) };
    const [began, answer, ended] = await Promise.allSettled([
      client.query(beginWithin(limitMs)),
      client.query(bounded, values),
      // After a failed statement, this rolls back. It waits for the statement, and so as long as that may take.
      client.query({ text: "COMMIT", ...withGrace(limitMs) }),
    ]);
    const isSound = began.status === "fulfilled" && ended.status === "fulfilled";
    client.release(!isSound);
    if (answer.status === "rejected") throw answer.reason;
    if (ended.status === "rejected") throw ended.reason;
    return answer.value;
  }

  return Object.assign(pool, { connect, query });
}

const straight = new WeakMap<pg.PoolClient, Promise<boolean>>();

/** Whether the process at the other end of a connection is the server's own. Poolers give clients other numbers. */
function leadsStraight(client: pg.PoolClient): Promise<boolean> {
  let known = straight.get(client);
  if (!known) {
    known = client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid").then(
      ({ rows: [row] }) => client instanceof UtcClient && row?.pid === client.processID,
      // The connection is broken, as the statement will see for itself.
      () => false,
    );
    straight.set(client, known);
  }
  return known;
}

/**
 * Does work in one transaction in which each statement may take `limitMs` milliseconds. @throws what the work throws,
 * and then nothing is written
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  limitMs: number,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query(beginWithin(limitMs));
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // The connection may be in the middle of a transaction: close it instead of reusing it.
    client.release(true);
    throw error;
  }
}

/** 32 MB, or what the server gives statements if that is more. */
const MORE_MEMORY =
  "SELECT set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')), 33554432) / 1024 || 'kB', true)";

/**
 * The rows of a statement that groups many rows, which may take 30 s. With the usual 4 MB, PostgreSQL sorts them on
 * disk, which takes ten times as long. @throws pg.DatabaseError, or a connection error
 */
export function queryGroups<Row extends object>(pool: pg.Pool, text: string, values: unknown[]): Promise<Row[]> {
  return inTransaction(pool, LONG_LIMIT_MS, async (client) => {
    await client.query(MORE_MEMORY);
    return (await client.query<Row>(longStatement(text, values))).rows;
  });
}

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = "25006";

/**
 * Sets the isolation level, because a server, a database or a role may have another default, under which statements
 * fail that change the same rows at once.
 */
function beginWithin(limitMs: number): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${Math.ceil(limitMs)}`;
}

function withGrace(limitMs: number): { readonly query_timeout: number } {
  return { query_timeout: limitMs + GRACE_MS };
}

function limitOf(statement: string | pg.QueryConfig): number {
  if (typeof statement === "string" || !("query_timeout" in statement)) return USUAL_LIMIT_MS;
  const { query_timeout: limitMs } = statement;
  return typeof limitMs === "number" ? limitMs : USUAL_LIMIT_MS;
}
