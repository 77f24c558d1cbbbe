import type { Database } from "./database";
import { SEALED_COLUMNS } from "./sealed-columns";
import type { SecretBox } from "./secret-box";

/** What a node reports about itself, for the other nodes to compare. */
export interface NodeRow {
  readonly name: string;
  readonly version: string;
  /** The ids of its encryption keys, the one that it writes with first. */
  readonly keyIds: readonly string[];
  /** Its digests, sealed by `sealDescription`. */
  readonly sealed: string;
  /** How far its clock is ahead of the database's, in milliseconds. */
  readonly clockAheadMs: number;
}

/** A node that has not reported for this long is gone, in seconds. */
const FRESH_SECONDS = 60;

/**
 * Reads the nodes that serve now, and the database's clock in milliseconds since the epoch. @throws the database's
 * error
 */
export async function readNodes({ pool }: Pick<Database, "pool">): Promise<{ nodes: NodeRow[]; now: number }> {
  const { rows } = await pool.query<{ nodes: NodeRow[]; now: number }>(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
       (SELECT coalesce(json_agg(json_build_object('name', name, 'version', version, 'keyIds', key_ids, 'sealed', sealed,
          'clockAheadMs', clock_ahead_ms) ORDER BY name), '[]')
        FROM nodes WHERE seen_at > now() - make_interval(secs => $1)) AS nodes`,
    [FRESH_SECONDS],
  );
  return rows[0] ?? { nodes: [], now: Date.now() };
}

/** A node as people see it. */
export interface ListedNode extends Pick<NodeRow, "name" | "version" | "clockAheadMs"> {
  readonly startedAt: Date;
  readonly seenAt: Date;
}

/** How long a node that has died is listed as missing, in seconds. */
const TOLD_SECONDS = 3_600;

/**
 * The nodes that serve now, and those that fell silent within the hour without having ended, by name.
 * @throws the database's error
 */
export async function listNodes({ pool }: Pick<Database, "pool">): Promise<{
  readonly serving: readonly ListedNode[];
  readonly silent: readonly ListedNode[];
}> {
  const { rows } = await pool.query<ListedNode & { readonly serves: boolean }>(
    `SELECT name, version, clock_ahead_ms AS "clockAheadMs", started_at AS "startedAt", seen_at AS "seenAt",
       seen_at > now() - make_interval(secs => $1) AS serves
     FROM nodes WHERE seen_at > now() - make_interval(secs => $2) ORDER BY name`,
    [FRESH_SECONDS, TOLD_SECONDS],
  );
  return { serving: rows.filter(({ serves }) => serves), silent: rows.filter(({ serves }) => !serves) };
}

/** The most that the column holds: 25 days in either direction. A clock that was never set is decades off. */
const MOST_AHEAD_MS = 2 ** 31 - 1;

/**
 * Writes what this node reports about itself, and removes the rows of nodes that have been silent for a day.
 * @throws the database's error
 */
export async function writeNode({ pool }: Pick<Database, "pool">, node: NodeRow): Promise<void> {
  const clockAheadMs = Math.min(MOST_AHEAD_MS, Math.max(-MOST_AHEAD_MS, node.clockAheadMs));
  await pool.query(
    `WITH gone AS (DELETE FROM nodes WHERE seen_at < now() - interval '1 day' AND name <> $1)
     INSERT INTO nodes (name, version, key_ids, sealed, clock_ahead_ms) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO UPDATE SET version = $2, key_ids = $3, sealed = $4, clock_ahead_ms = $5, seen_at = now()`,
    [node.name, node.version, [...node.keyIds], node.sealed, clockAheadMs],
  );
}

/** Removes the row of a node that shuts down. @throws the database's error */
export async function removeNode({ pool }: Pick<Database, "pool">, name: string): Promise<void> {
  await pool.query("DELETE FROM nodes WHERE name = $1", [name]);
}

export function sealDescription(secrets: SecretBox, name: string, description: object): string {
  return secrets.seal(JSON.stringify(description), SEALED_COLUMNS.nodes.context(name));
}

/** The description that another node has sealed; undefined: this node has no key for it. */
export function openDescription(secrets: SecretBox, { name, sealed }: NodeRow): unknown {
  const opened = secrets.open(sealed, SEALED_COLUMNS.nodes.context(name));
  return "text" in opened ? JSON.parse(opened.text) : undefined;
}
