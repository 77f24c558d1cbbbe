import type { QueryConfig } from "pg";
import type { Database } from "../database";

/** The beginning of the application name of every node's dedicated connection. */
export const ROSTER_PREFIX = "gateway-node ";

/**
 * A node acknowledges a change by a shared advisory lock on its listening connection, which the node that made the
 * change looks for. A notice instead would wake every listener of the database, so that one write would cost the square
 * of the number of nodes. PostgreSQL drops the lock with the connection. Its number is negative, unlike all others here
 * (`advisory-locks.ts`).
 */
const lockOf = (id: string): string => `hashtextextended(${id}, 0) | (-9223372036854775807 - 1)`;

// They have names, so that the server plans each once for a connection: planning takes longer than what they do.
const KEEP = { name: "keep_acknowledgement", text: `SELECT pg_try_advisory_lock_shared(${lockOf("$1")})` };
const RELEASE = {
  name: "release_acknowledgements",
  text: `SELECT pg_advisory_unlock_shared(${lockOf("id")}) FROM unnest($1::text[]) AS id`,
};
// The locks are read once, as a list. In a join, the server goes through all locks of the database for each node.
const READ = `
SELECT substr(application_name, $1) AS name, bool_or(pid = ANY (ARRAY(
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint << 32 | objid::bigint = (SELECT ${lockOf("$4")})
))) AS acknowledged
FROM pg_stat_activity
WHERE datname = current_database() AND starts_with(application_name, $2) AND application_name <> $3
GROUP BY name ORDER BY name`;

/** For at least how long a node that made a change finds its acknowledgement, in milliseconds. */
const KEPT_MS = 3_000;
/** PostgreSQL has room for 64 locks for each of its connections (`max_locks_per_transaction`). */
const MOST_KEPT = 32;

/** Sends a statement over the listening connection, which leads straight to the server. */
type Ask = (statement: QueryConfig) => Promise<unknown>;

/** Acknowledges changes over one listening connection. A broken connection is left to its heartbeat. */
export class Acknowledger {
  readonly #ask: Ask;
  readonly #kept: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  acknowledge(changeId: string): void {
    this.#kept.push(changeId);
    this.#send(KEEP, changeId);
    if (this.#kept.length >= MOST_KEPT) this.#release(MOST_KEPT / 2);
    this.#releaseLater();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #releaseLater(): void {
    if (this.#timer !== undefined || this.#kept.length === 0) return;
    const last = this.#kept.at(-1);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#release(last === undefined ? 0 : this.#kept.indexOf(last) + 1);
      this.#releaseLater();
    }, KEPT_MS).unref();
  }

  #release(count: number): void {
    const released = this.#kept.splice(0, count);
    if (released.length > 0) this.#send(RELEASE, released);
  }

  #send(statement: QueryConfig, value: unknown): void {
    this.#ask({ ...statement, values: [value] }).catch(() => {}); // the heartbeat notices a broken connection
  }
}

/** A live node of the database, and whether it has acknowledged the change. */
export interface NodeAnswer {
  readonly name: string;
  readonly acknowledged: boolean;
}

/** The live nodes without this one, in the order of their names. @throws the database's error */
export async function readAcknowledgements(
  { pool }: Pick<Database, "pool">,
  node: string,
  changeId: string,
): Promise<NodeAnswer[]> {
  const values = [ROSTER_PREFIX.length + 1, ROSTER_PREFIX, ROSTER_PREFIX + node, changeId];
  return (await pool.query<NodeAnswer>({ name: "read_acknowledgements", text: READ, values })).rows;
}
