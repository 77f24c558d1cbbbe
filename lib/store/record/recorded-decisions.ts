import { z } from "zod";
import { replayIdentity, type ReplayIdentity } from "@/lib/auth/replay-identity";
import { ROUTE_FAMILIES, type RouteFamily } from "@/lib/auth/routes";
import type { CallerDecisions } from "@/lib/auth/pending-decisions";
import { inTransaction, LONG_LIMIT_MS, longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { orUnavailable } from "../failures";

const DAY_MS = 86_400_000;
/**
 * How many different decisions are kept per caller and day, so that a caller who invents models cannot fill the table.
 */
const PER_CALLER_AND_DAY = 500;
/** The most decisions that are kept; beyond that the oldest are deleted. */
const KEPT = 500_000;
const DELETED_AT_ONCE = 5_000;

/**
 * Adds all counts in one statement. Rows are locked in the order of their keys, so that nodes cannot deadlock. A caller
 * whose day is full gets no new rows, but its existing rows keep counting.
 */
const WRITE = `
WITH callers AS (
  INSERT INTO recorded_identities AS known (fingerprint, identity, last_seen)
  SELECT * FROM json_to_recordset($1::json) AS caller (fingerprint text, identity jsonb, last_seen timestamptz(3))
  ORDER BY fingerprint
  ON CONFLICT (fingerprint) DO UPDATE SET last_seen = greatest(known.last_seen, excluded.last_seen)
), incoming AS (
  SELECT *, (last_seen AT TIME ZONE 'UTC')::date AS day FROM json_to_recordset($2::json) AS decision (
    fingerprint text, method text, route text, model text, team text, hosted text, outcome text, family text, count bigint,
    first_seen timestamptz(3), last_seen timestamptz(3))
), full_days AS (
  SELECT day, fingerprint FROM recorded_decisions
  WHERE (day, fingerprint) IN (SELECT day, fingerprint FROM incoming)
  GROUP BY day, fingerprint HAVING count(*) >= ${PER_CALLER_AND_DAY}
)
INSERT INTO recorded_decisions AS known (day, fingerprint, method, route, model, team, hosted_tools, outcome, family, count, first_seen, last_seen)
SELECT day, fingerprint, method, route, model, team, hosted, outcome, family, count, first_seen, last_seen FROM incoming
WHERE NOT EXISTS (SELECT FROM full_days WHERE full_days.day = incoming.day AND full_days.fingerprint = incoming.fingerprint)
   OR EXISTS (SELECT FROM recorded_decisions AS same
     WHERE same.day = incoming.day AND same.fingerprint = incoming.fingerprint AND same.method = incoming.method
       AND same.route = incoming.route AND same.model = incoming.model AND same.team = incoming.team
       AND same.hosted_tools = incoming.hosted AND same.outcome = incoming.outcome)
ORDER BY day, fingerprint, method, route, model, team, hosted, outcome
ON CONFLICT (day, fingerprint, method, route, model, team, hosted_tools, outcome) DO UPDATE SET
  count = known.count + excluded.count,
  first_seen = least(known.first_seen, excluded.first_seen),
  last_seen = greatest(known.last_seen, excluded.last_seen)`;

/**
 * Adds counts of decisions; returns how many kinds of decision were not stored, because their caller's day is full.
 * @throws pg.DatabaseError, or a connection error
 */
export async function writeRecordedDecisions({ pool }: Database, callers: readonly CallerDecisions[]): Promise<number> {
  const decisions = callers.flatMap(({ fingerprint, decisions: own }) =>
    [...own.values()].map((decision) => ({ ...decision, fingerprint })),
  );
  if (decisions.length === 0) return 0;
  const lastSeen = (caller: CallerDecisions): number =>
    Math.max(...[...caller.decisions.values()].map((decision) => decision.lastSeen));
  const callerRows = callers.map((caller) => ({
    fingerprint: caller.fingerprint,
    identity: caller.identity,
    last_seen: new Date(lastSeen(caller)),
  }));
  const rows = decisions.map(({ firstSeen, lastSeen: last, ...decision }) => ({
    ...decision,
    first_seen: new Date(firstSeen),
    last_seen: new Date(last),
  }));
  const { rowCount } = await pool.query(WRITE, [JSON.stringify(callerRows), JSON.stringify(rows)]);
  return rows.length - (rowCount ?? 0);
}

/** One kind of request of a caller, counted over some days. */
export interface RecordedRequest {
  readonly fingerprint: string;
  readonly method: string;
  readonly route: string;
  readonly family: RouteFamily;
  readonly model: string | undefined;
  readonly team: string | undefined;
  /** The tools that a model call brought; undefined: none. */
  readonly hosted: readonly string[] | undefined;
  readonly count: number;
  readonly lastSeen: Date;
  /** The counts by UTC day, as in `2026-06-15`. */
  readonly days: Readonly<Record<string, number>>;
}

export interface RecordedTraffic {
  readonly requests: readonly RecordedRequest[];
  /** By fingerprint, without those that only another version can read. */
  readonly identities: ReadonlyMap<string, ReplayIdentity>;
  /** Whether there are more requests than the limit. */
  readonly truncated: boolean;
}

const READ = `
WITH by_day AS (
  SELECT fingerprint, method, route, family, model, team, hosted_tools, day, sum(count) AS count, max(last_seen) AS last_seen
  FROM recorded_decisions WHERE day > $1::date
  GROUP BY fingerprint, method, route, family, model, team, hosted_tools, day
)
SELECT fingerprint, method, route, family, nullif(model, '') AS model, nullif(team, '') AS team,
  nullif(hosted_tools, '') AS hosted,
  sum(count)::float8 AS count, max(last_seen) AS "lastSeen", json_object_agg(day, count ORDER BY day) AS days
FROM by_day GROUP BY fingerprint, method, route, family, model, team, hosted_tools
ORDER BY sum(count) DESC, max(last_seen) DESC, fingerprint, method, route, model, team, hosted_tools LIMIT $2`;

const recordedRequest = z.object({
  fingerprint: z.string(),
  method: z.string(),
  route: z.string(),
  family: z.enum(ROUTE_FAMILIES),
  model: z
    .string()
    .nullable()
    .transform((model) => model ?? undefined),
  team: z
    .string()
    .nullable()
    .transform((team) => team ?? undefined),
  hosted: z
    .string()
    .nullable()
    .transform((names) => names?.split(" ")),
  count: z.number(),
  lastSeen: z.date(),
  days: z.record(z.string(), z.number()),
});

/**
 * The requests of the last `days` days, today included: at most `limit` kinds, most frequent first.
 * @throws GatewayError directory_unavailable
 */
export async function readRecordedTraffic(
  { pool }: Database,
  query: { now: number; days: number; limit: number },
): Promise<RecordedTraffic> {
  const { rows } = await orUnavailable(pool.query(READ, [utcDay(query.now - query.days * DAY_MS), query.limit + 1]));
  const requests = rows.slice(0, query.limit).flatMap((row) => recordedRequest.safeParse(row).data ?? []);
  const fingerprints = [...new Set(requests.map(({ fingerprint }) => fingerprint))];
  const found = await orUnavailable(
    pool.query<{ fingerprint: string; identity: unknown }>(
      "SELECT fingerprint, identity FROM recorded_identities WHERE fingerprint = ANY($1)",
      [fingerprints],
    ),
  );
  const identities = new Map<string, ReplayIdentity>();
  for (const { fingerprint, identity } of found.rows) {
    const parsed = replayIdentity.safeParse(identity);
    if (parsed.success) identities.set(fingerprint, parsed.data);
  }
  return { requests, identities, truncated: rows.length > query.limit };
}

/**
 * The recorded identity with a fingerprint; undefined: it is not kept, or only another version can read it.
 * @throws GatewayError directory_unavailable
 */
export async function readRecordedIdentity(
  { prisma }: Pick<Database, "prisma">,
  fingerprint: string,
): Promise<ReplayIdentity | undefined> {
  const row = await orUnavailable(prisma.recordedIdentity.findUnique({ where: { fingerprint } }));
  return row ? replayIdentity.safeParse(row.identity).data : undefined;
}

/**
 * Deletes decisions older than `keptDays` (0: all), and the oldest beyond the most that are kept. It deletes a few
 * thousand rows at a time, so that no writer waits long for a lock. @throws pg.DatabaseError, or a connection error
 */
export async function pruneRecordedDecisions(
  { pool }: Database,
  { now, keptDays, kept = KEPT }: { now: number; keptDays: number; kept?: number },
): Promise<void> {
  const until = keptDays === 0 ? now + DAY_MS : now - keptDays * DAY_MS;
  await deleteAll(
    pool,
    "DELETE FROM recorded_decisions WHERE ctid = ANY(ARRAY(SELECT ctid FROM recorded_decisions WHERE day < $1::date LIMIT $2))",
    utcDay(until),
  );
  const { rows } = await pool.query<{ count: number }>("SELECT count(*)::float8 AS count FROM recorded_decisions");
  for (let excess = (rows[0]?.count ?? 0) - kept; excess > 0; excess -= DELETED_AT_ONCE) {
    await pool.query(
      "DELETE FROM recorded_decisions WHERE ctid = ANY(ARRAY(SELECT ctid FROM recorded_decisions ORDER BY day LIMIT $1))",
      [Math.min(excess, DELETED_AT_ONCE)],
    );
  }
  // The date is checked again under the row's lock, so a caller who has just returned keeps the identity.
  const identities =
    "DELETE FROM recorded_identities WHERE last_seen < $1::date AND fingerprint = ANY(ARRAY(SELECT fingerprint FROM recorded_identities WHERE last_seen < $1::date LIMIT $2))";
  await deleteAll(pool, identities, utcDay(until));
  await pruneUses(pool, utcDay(until));
}

/** Deletes the sums of decisions that are gone, and the roles and scopes without a sum, while nobody adds to them. */
function pruneUses(pool: Database["pool"], until: string): Promise<void> {
  return inTransaction(pool, LONG_LIMIT_MS, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('recorded_uses'))"); // the triggers' lock
    await client.query("DELETE FROM recorded_uses WHERE count <= 0 OR day < $1::date", [until]);
    await client.query(
      "DELETE FROM recorded_names WHERE NOT EXISTS (SELECT FROM recorded_uses WHERE recorded_uses.names = recorded_names.names)",
    );
  });
}

async function deleteAll(pool: Database["pool"], statement: string, until: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(longStatement(statement, [until, DELETED_AT_ONCE]));
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return;
  }
}

function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
