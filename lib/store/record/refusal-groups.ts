import { z } from "zod";
import { MOST_EXAMPLES, PRINCIPAL_KINDS, type CountedRefusals, type RefusalGroup } from "@/lib/refusal";
import { longStatement, queryGroups } from "../bounded-pool";
import type { Database } from "../database";
import { cutPage, type ListCursor } from "../list-cursor";
import { offsetOf, type Page } from "../listing";
import { longOrUnavailable } from "../failures";
import type { Transaction } from "../write";

/** The most groups of one hour; further ones are counted as `others` of their code. */
const MOST_PER_HOUR = 1_000;
const DELETED_AT_ONCE = 5_000;

/**
 * Adds all counts in one statement. Rows are locked in the order of their keys, so that nodes cannot deadlock. A group
 * that finds no room in its hour is added to the `others` of its code, so that no refusal is missing from a count.
 */
const WRITE = `
WITH incoming AS (
  SELECT * FROM json_to_recordset($1::json) AS counted (hour timestamptz(3), code text, kind text, principal text,
    route text, model text, count bigint, "firstAt" timestamptz(3), "lastAt" timestamptz(3), examples text[])
), full_hours AS (
  SELECT hour FROM refusal_counts WHERE hour IN (SELECT hour FROM incoming) GROUP BY hour HAVING count(*) >= ${MOST_PER_HOUR}
), placed AS (
  SELECT incoming.*, EXISTS (SELECT FROM full_hours WHERE full_hours.hour = incoming.hour) AND NOT EXISTS (
    SELECT FROM refusal_counts AS same WHERE same.hour = incoming.hour AND same.code = incoming.code AND same.kind = incoming.kind
      AND same.principal = incoming.principal AND same.route = incoming.route AND same.model = incoming.model) AS has_no_room
  FROM incoming
), grouped AS (
  SELECT hour, code, CASE WHEN has_no_room THEN 'others' ELSE kind END AS kind,
    CASE WHEN has_no_room THEN '' ELSE principal END AS principal, CASE WHEN has_no_room THEN '' ELSE route END AS route,
    CASE WHEN has_no_room THEN '' ELSE model END AS model, sum(count) AS count, min("firstAt") AS first_at,
    max("lastAt") AS last_at, (string_to_array(string_agg(array_to_string(examples, ' '), ' ' ORDER BY "lastAt" DESC), ' '))[1:${MOST_EXAMPLES}] AS examples
  FROM placed GROUP BY 1, 2, 3, 4, 5, 6
)
INSERT INTO refusal_counts AS known (hour, code, kind, principal, route, model, count, first_at, last_at, examples)
SELECT * FROM grouped ORDER BY hour, code, kind, principal, route, model
ON CONFLICT (hour, code, kind, principal, route, model) DO UPDATE SET
  count = known.count + excluded.count,
  first_at = least(known.first_at, excluded.first_at),
  last_at = greatest(known.last_at, excluded.last_at),
  examples = (excluded.examples || known.examples)[1:${MOST_EXAMPLES}]`;

/** Adds counts of refusals. @throws pg.DatabaseError, or a connection error */
export async function writeRefusalCounts(
  { pool }: Pick<Database, "pool">,
  counted: readonly CountedRefusals[],
): Promise<void> {
  if (counted.length === 0) return;
  const rows = counted.map((one) => ({
    ...one,
    hour: new Date(one.hour),
    firstAt: new Date(one.firstAt),
    lastAt: new Date(one.lastAt),
  }));
  await pool.query(WRITE, [JSON.stringify(rows)]);
}

export type RefusalState = "open" | "dismissed" | "snoozed";

export interface RefusalQuery extends Partial<RefusalGroup>, Page {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Hours from this one on are not counted; undefined: none. */
  readonly until?: number | undefined;
  readonly now: number;
  readonly state: "open" | "hidden" | "all";
}

/** A group over several hours, with what was done about it. Times are milliseconds since the epoch. */
export interface ListedRefusals extends RefusalGroup {
  /** The name of the team, user or key; null: it has none. */
  readonly name: string | null;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly examples: readonly string[];
  /** How many refusals each hour has, by its beginning. */
  readonly byHour: Readonly<Record<string, number>>;
  readonly state: RefusalState;
  readonly snoozedUntil: number | null;
  readonly markedBy: string | null;
  readonly note: string | null;
  /** The open requests for access, the earliest first. */
  readonly requests: readonly ListedRequest[];
}

const msOf = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::float8`;
export const KEY = "code, kind, principal, route, model";

/** SQL for the beginning of the hour of a moment in milliseconds since the epoch. */
export const hourOf = (value: string): string =>
  `date_trunc('hour', to_timestamp(${value}::float8 / 1000) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
const IN_RANGE = `hour >= ${hourOf("$1")} AND ($15::float8 IS NULL OR hour < ${hourOf("$15")})`;
const WANTED = `($3::text IS NULL OR code = $3) AND ($4::text IS NULL OR kind = $4) AND ($5::text IS NULL OR principal = $5)
    AND ($6::text IS NULL OR route = $6) AND ($7::text IS NULL OR model = $7)`;
/**
 * The order of groups. Groups that are equal in it are ordered by id, which is made only for groups that may be on the
 * page.
 */
const PLACE = "requested_at IS NULL, count DESC, last_at DESC";
const VALUES = `(requested_at IS NULL, -count, -${msOf("last_at")})`;
/** The same values of the group after which the page begins; its id is `$11`. */
const AFTER = "$12::boolean, -$13::float8, -$14::float8";
/**
 * SQL for the groups with their states at `$2`, in milliseconds since the epoch. A dismissal ends with the first
 * refusal after the revision that follows it; a snooze ends by itself. Either ends when somebody asks for access.
 * Groups for which somebody asks for access are listed whatever the time. `inRange`: a condition on the hour.
 */
export const statedGroups = (inRange: string, wanted = "true"): string => `
WITH groups AS (
  SELECT ${KEY}, sum(count)::float8 AS count, min(first_at) AS first_at, max(last_at) AS last_at
  FROM refusal_counts WHERE ${inRange} AND ${wanted} GROUP BY ${KEY}
), requested AS (
  SELECT ${KEY}, min(at) AS first_at, max(at) AS last_at, (array_agg(decision_id ORDER BY at DESC) FILTER (WHERE decision_id IS NOT NULL))[1:${MOST_EXAMPLES}] AS examples,
    json_agg(json_build_object('actor', actor, 'person', person, 'note', note, 'amount', amount, 'decisionId', decision_id,
      'at', ${msOf("at")}) ORDER BY at, person) AS requests
  FROM access_requests WHERE decision IS NULL AND ${wanted} GROUP BY ${KEY}
), found AS (
  SELECT ${KEY}, coalesce(groups.count, 0) AS count, coalesce(groups.first_at, requested.first_at) AS first_at,
    coalesce(groups.last_at, requested.last_at) AS last_at, requested.examples, requests, requested.last_at AS requested_at
  FROM groups FULL JOIN requested USING (${KEY})
), stated AS (
  SELECT found.*, mark.snoozed_until, mark.actor, mark.note, CASE
    WHEN mark.at IS NULL OR found.requested_at > mark.at THEN 'open'
    WHEN mark.snoozed_until IS NOT NULL THEN CASE WHEN mark.snoozed_until > to_timestamp($2::float8 / 1000) THEN 'snoozed' ELSE 'open' END
    WHEN found.last_at > (SELECT min(created_at) FROM config_revisions WHERE id > mark.revision) THEN 'open'
    ELSE 'dismissed' END AS state
  FROM found LEFT JOIN refusal_marks AS mark USING (${KEY})
)`;

/** Groups for which somebody asks for access come first. */
const READ = `${statedGroups(IN_RANGE, WANTED)}, shown AS MATERIALIZED (
  SELECT * FROM stated WHERE $8 = 'all' OR ($8 = 'open') = (state = 'open')
), near AS (
  SELECT *, md5(json_build_array(${KEY})::text) AS id FROM (
    (SELECT * FROM shown WHERE $11::text IS NULL OR ${VALUES} > (${AFTER})
     ORDER BY ${PLACE} FETCH FIRST ($9::int + $10::int) ROWS WITH TIES)
    UNION ALL (SELECT * FROM shown WHERE $11::text IS NOT NULL AND ${VALUES} = (${AFTER}))
  ) AS nearest
), page AS MATERIALIZED (
  SELECT * FROM near
  WHERE $11::text IS NULL OR ${VALUES} > (${AFTER}) OR id > $11
  ORDER BY ${PLACE}, id LIMIT $9 OFFSET $10
), hours AS (
  SELECT ${KEY}, (string_to_array(string_agg(array_to_string(refusal_counts.examples, ' '), ' ' ORDER BY hour DESC), ' '))[1:${MOST_EXAMPLES}] AS examples,
    json_object_agg(${msOf("hour")}, refusal_counts.count ORDER BY hour) AS by_hour
  FROM refusal_counts JOIN page USING (${KEY}) WHERE ${IN_RANGE} GROUP BY ${KEY}
)
SELECT totals.groups, totals.refusals, listed.* FROM (
  SELECT count(*)::int AS groups, coalesce(sum(count), 0)::float8 AS refusals FROM shown
) AS totals LEFT JOIN LATERAL (
  SELECT ${KEY}, count, ${msOf("first_at")} AS "firstAt", ${msOf("last_at")} AS "lastAt", coalesce(hours.examples, page.examples, '{}') AS examples,
    coalesce(by_hour, '{}') AS "byHour", state, ${msOf("snoozed_until")} AS "snoozedUntil", actor AS "markedBy", note,
    coalesce(requests, '[]') AS requests, id, requested_at IS NOT NULL AS "isRequested",
    CASE kind WHEN 'team' THEN (SELECT alias FROM teams WHERE teams.id = principal)
      WHEN 'user' THEN (SELECT coalesce(alias, email) FROM users WHERE users.id = principal)
      WHEN 'key' THEN (SELECT coalesce(alias, name) FROM keys WHERE keys.id = principal) END AS name
  FROM page LEFT JOIN hours USING (${KEY})
) AS listed ON true
ORDER BY "isRequested" DESC, count DESC, "lastAt" DESC, id`;

/**
 * The value that groups are sorted by, as a cursor has it: whether somebody asks for access (1), the number of
 * refusals, and the time of the last one.
 */
export const REFUSAL_GROUPS_VALUE = /^[01] \d{1,16} \d{1,16}$/;

/** The place of a group in the list. Its id is a digest, because its parts may be long. */
function cursorOf({ isRequested, count, lastAt, id }: z.output<typeof listedRow>): ListCursor {
  return { value: `${isRequested ? 1 : 0} ${count} ${lastAt}`, id };
}

/** The values `$11` to `$14` of `READ` for a place. */
function behind({ value, id }: ListCursor): unknown[] {
  const [isRequested, count, lastAt] = String(value).split(" ");
  return [id, isRequested === "0", count, lastAt];
}

export const listedRequest = z.object({
  actor: z.string(),
  person: z.string(),
  note: z.string().nullable(),
  /** Dollars. */
  amount: z.number().nullable(),
  decisionId: z.string().nullable(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type ListedRequest = z.output<typeof listedRequest>;

const listedRow = z.object({
  code: z.string(),
  kind: z.enum(PRINCIPAL_KINDS),
  principal: z.string(),
  route: z.string(),
  model: z.string(),
  name: z.string().nullable(),
  count: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  examples: z.array(z.string()),
  byHour: z.record(z.string(), z.number()),
  state: z.enum(["open", "dismissed", "snoozed"]),
  snoozedUntil: z.number().nullable(),
  markedBy: z.string().nullable(),
  note: z.string().nullable(),
  requests: z.array(listedRequest),
  id: z.string(),
  isRequested: z.boolean(),
});
const totals = z.object({ groups: z.number(), refusals: z.number() });

/** A page of groups, and how many groups and refusals there are on all pages. */
export interface RefusalPage {
  readonly rows: readonly ListedRefusals[];
  readonly groups: number;
  readonly refusals: number;
  /** The place after which the next page begins; undefined: this was the last. */
  readonly next: ListCursor | undefined;
}

/**
 * One page of groups: first those for which somebody asks for access, then those with the most refusals.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function listRefusalGroups(
  { pool }: Pick<Database, "pool">,
  { since, until, now, state, page, size, after, ...wanted }: RefusalQuery,
): Promise<RefusalPage> {
  const { code = null, kind = null, principal = null, route = null, model = null } = wanted;
  const place = after ? behind(after) : [null, null, null, null];
  const values = [since, now, code, kind, principal, route, model, state, size + 1, offsetOf({ page, size, after })];
  const rows = await longOrUnavailable(
    queryGroups<{ id: string | null }>(pool, READ, [...values, ...place, until ?? null]),
  );
  const { groups, refusals } = totals.parse(rows[0]);
  // A page without groups is one row of totals alone.
  const found = rows.filter(({ id }) => id !== null).map((row) => listedRow.parse(row));
  const { rows: shown, next } = cutPage(found, size, cursorOf);
  return { rows: shown.map(({ id: _id, isRequested: _is, ...row }) => row), groups, refusals, next };
}

/** Hides a group until `snoozedUntil`; null: until it is refused again after the next revision. */
export async function markRefusals(
  transaction: Transaction,
  { code, kind, principal, route, model }: RefusalGroup,
  mark: { readonly snoozedUntil: Date | null; readonly actor: string; readonly note: string | null; readonly at: Date },
): Promise<void> {
  const key = { code, kind, principal, route, model };
  const newest = await transaction.configRevision.aggregate({ _max: { id: true } });
  const data = { ...mark, revision: newest._max.id ?? 0 };
  await transaction.refusalMark.upsert({
    where: { code_kind_principal_route_model: key },
    create: { ...key, ...data },
    update: data,
  });
}

/** Shows a group again. */
export async function unmarkRefusals(
  transaction: Transaction,
  { code, kind, principal, route, model }: RefusalGroup,
): Promise<void> {
  await transaction.refusalMark.deleteMany({ where: { code, kind, principal, route, model } });
}

/** Deletes counts older than `keptDays` (0: all). @throws pg.DatabaseError, or a connection error */
export async function pruneRefusalCounts(
  { pool }: Pick<Database, "pool">,
  { now, keptDays }: { readonly now: number; readonly keptDays: number },
): Promise<void> {
  const before = new Date(now - keptDays * 86_400_000);
  const statement =
    "DELETE FROM refusal_counts WHERE ctid = ANY(ARRAY(SELECT ctid FROM refusal_counts WHERE hour < $1 LIMIT $2))";
  for (;;) {
    const { rowCount } = await pool.query(longStatement(statement, [before, DELETED_AT_ONCE]));
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return;
  }
}
