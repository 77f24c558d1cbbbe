import type pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { databaseClient } from "./database-client";
import { explainDatabaseError } from "./explain-database-error";

/** What a replica says of itself, beside its primary. */
export interface InspectedReplica {
  /** `writable`: the same database, on a server that is not a replica, or no longer. `another`: another database. */
  readonly role: "replica" | "writable" | "another";
  /** Milliseconds since the commit up to which it has everything; 0 if it has all that the primary has. */
  readonly behindMs: number;
}

export interface ReplicaAddresses {
  readonly primary: string;
  readonly replica: string;
  readonly limitMs: number;
}

interface Position {
  /** The same for a database and its physical replicas. */
  readonly identity: string;
  readonly is_replica: boolean;
  /** Bytes of the write-ahead log, up to which changes are written or replayed. */
  readonly reached: string;
  /** Of the last commit that was replayed, on the clock of the replica. Null: none since its start. */
  readonly behind_ms: number | null;
}

/** A replica that works may be behind for as long as a change takes to arrive: it is asked again before that counts. */
const QUESTIONS = 4;
const PAUSE_MS = 250;

/**
 * Compares a replica with its primary and changes nothing.
 * @throws DatabaseSetupError with one line for the operator if either cannot be asked
 */
export async function inspectReplica({ primary, replica, limitMs }: ReplicaAddresses): Promise<InspectedReplica> {
  return connected(primary, "DATABASE_URL", limitMs, (original) =>
    connected(replica, "DATABASE_READ_URL", limitMs, (copy) => compare(original, copy)),
  );
}

async function compare(original: pg.Client, copy: pg.Client): Promise<InspectedReplica> {
  const first = await positionOf(original);
  let position = await positionOf(copy);
  if (position.identity !== first.identity) return { role: "another", behindMs: 0 };
  if (!position.is_replica) return { role: "writable", behindMs: 0 };
  for (let asked = 1; isBehind(position, first); asked++) {
    if (asked === QUESTIONS) return { role: "replica", behindMs: position.behind_ms ?? Infinity };
    await pause(PAUSE_MS);
    position = await positionOf(copy);
  }
  return { role: "replica", behindMs: 0 };
}

const isBehind = (copy: Position, original: Position): boolean => BigInt(copy.reached) < BigInt(original.reached);

async function positionOf(client: pg.Client): Promise<Position> {
  const { rows } = await client.query<Position>(
    `SELECT pg_is_in_recovery() AS is_replica,
       concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
         (SELECT oid FROM pg_database WHERE datname = current_database())) AS identity,
       pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END,
         '0/0')::text AS reached,
       (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 AS behind_ms`,
  );
  const [position] = rows;
  if (!position) throw new Error("PostgreSQL answered nothing");
  return position;
}

async function connected<Answer>(
  url: string,
  variable: string,
  limitMs: number,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = databaseClient(url, variable, {
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    application_name: "model-gateway doctor",
  });
  try {
    await client.connect();
    return await ask(client);
  } catch (error) {
    throw explainDatabaseError(error, client, variable);
  } finally {
    client.end().catch(() => {});
  }
}
