import { claimSightings, type ClaimSightings, type NamedByText } from "@/lib/auth/claims/claim-sightings";
import type { Database } from "../database";
import { orUnavailable } from "../failures";

/** What one process saw of one issuer's tokens in one hour. */
export interface SightingsOfHour {
  /** Undefined: every issuer without an entry in `issuers`. */
  readonly issuer: string | undefined;
  /** Milliseconds since the epoch. */
  readonly hour: number;
  readonly sightings: ClaimSightings;
}

/** The most rows that one answer is made of; the newest count. */
const MOST_ROWS = 2_000;

/**
 * Writes what a process has seen. A row replaces the earlier one of its hour, so writing twice counts nothing twice.
 * @throws pg.DatabaseError, or a connection error
 */
export async function writeSightings(
  { pool }: Database,
  process: string,
  hours: readonly SightingsOfHour[],
): Promise<void> {
  await pool.query(
    `INSERT INTO claim_sightings (issuer, hour, process, sightings)
     SELECT issuer, to_timestamp(hour / 1000), $1, sightings
     FROM unnest($2::text[], $3::float8[], $4::text[]) AS seen (issuer, hour, sightings)
     ON CONFLICT (hour, issuer, process) DO UPDATE SET sightings = excluded.sightings`,
    [
      process,
      hours.map(({ issuer }) => issuer ?? ""),
      hours.map(({ hour }) => hour),
      hours.map(({ sightings }) => JSON.stringify(sightings)),
    ],
  );
}

/**
 * What all processes have seen since a moment, newest first. `since`: milliseconds since the epoch. @throws
 * GatewayError directory_unavailable
 */
export async function readSightings({ pool }: Database, since: number): Promise<SightingsOfHour[]> {
  const { rows } = await orUnavailable(
    pool.query<{ issuer: string; hour: number; sightings: string }>(
      `SELECT issuer, (extract(epoch FROM hour) * 1000)::float8 AS hour, sightings FROM claim_sightings
       WHERE hour > to_timestamp($1::float8 / 1000) ORDER BY hour DESC, issuer, process LIMIT ${MOST_ROWS}`,
      [since],
    ),
  );
  return rows.flatMap(({ issuer, hour, sightings }) => {
    // What only another version can read counts as missing.
    const read = claimSightings.safeParse(JSON.parse(sightings));
    return read.success ? [{ issuer: issuer === "" ? undefined : issuer, hour, sightings: read.data }] : [];
  });
}

/**
 * Deletes what was seen before a moment, in milliseconds since the epoch. @throws pg.DatabaseError, or a connection
 * error
 */
export async function pruneSightings({ pool }: Database, before: number): Promise<void> {
  await pool.query("DELETE FROM claim_sightings WHERE hour < to_timestamp($1::float8 / 1000)", [before]);
}

const EXISTING = (["team", "user", "organization", "end_user"] as const)
  .map((kind) => `SELECT '${kind}' AS kind, id FROM ${kind}s WHERE id = ANY($1)`)
  .join(" UNION ALL ");

/**
 * The rows with one of these ids: teams, users, organisations and end users. @throws pg.DatabaseError, or a connection
 * error
 */
export async function existingIds({ pool }: Database, ids: readonly string[]): Promise<NamedByText[]> {
  if (ids.length === 0) return [];
  return (await pool.query<NamedByText>(EXISTING, [ids])).rows;
}
