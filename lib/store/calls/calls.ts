import { DatabaseError } from "pg";
import { CALL_FIELDS, CALL_ROW_SEPARATOR, CALL_ROW_TYPE, STORED_COLUMNS } from "@/lib/calls/columns";
import type { SharedModelNames } from "@/lib/calls/shared-model-names";
import { addFigures, hourOf } from "@/lib/store/spend/add-figures";
import { withHourlyPartitions } from "@/lib/store/spend/figure-partitions";
import { plannedStatement } from "../bounded-pool";
import type { Database } from "../database";
import { lacksPartition, PARTITIONED } from "../partitions/lacks-partition";
import { makePartitions } from "../partitions/partitions";
import {
  ADMITTED_END_USER,
  ADMITTED_TAGS,
  admittedModel,
  neededNames,
  NEW_NAMES,
  sharedNamesParameters,
} from "./new-names";
import { MOST_NEW_NAMES } from "@/lib/config/spend-settings";

/** SQL for a field of an incoming row as it is stored; a field that was left out has its usual value. */
function storedField({ name, usual }: (typeof STORED_COLUMNS)[number]): string {
  if (name === "tags") return ADMITTED_TAGS;
  if (name === "end_user_id") return ADMITTED_END_USER;
  if (name === "requested_model" || name === "provider" || name === "model") return admittedModel(name);
  if (usual === undefined || usual === "null") return name;
  return `coalesce(${name}, ${usual === "[]" ? "'[]'" : usual})`;
}

/**
 * One statement, and so one transaction: it inserts the new rows and adds exactly those to the totals and figures of
 * the entities that they are charged to. Most calls of a batch are charged to the same entities, so they are summed
 * first, which halves the work. The counts of new names and then the totals are locked in the order of their keys, so
 * that two nodes cannot deadlock. `unnest` takes each row apart once; `(row).*` would do so again for each field.
 */
const BOOK_CALLS = `
WITH incoming AS (
  SELECT * FROM unnest(string_to_array($1, E'\\x1e')::${CALL_ROW_TYPE}[])
), late AS (
  SELECT call_id, started_at FROM incoming
  WHERE (started_at AT TIME ZONE 'UTC')::date < (SELECT max(pruned_before) FROM call_retention)
    AND NOT EXISTS (SELECT FROM calls WHERE calls.call_id = incoming.call_id AND calls.started_at = incoming.started_at)
), ${NEW_NAMES}, booked AS (
  INSERT INTO calls (${CALL_FIELDS.join(", ")})
  SELECT ${STORED_COLUMNS.map(storedField).join(", ")}
  FROM incoming WHERE NOT EXISTS (SELECT FROM late WHERE late.call_id = incoming.call_id)
  ON CONFLICT (call_id, started_at) DO NOTHING
  RETURNING started_at, status, requested_model, model, provider, prompt_tokens, completion_tokens, spend, price_state,
    key_id, user_id, team_id, organization_id, team_organization_id, end_user_id, issuer, mcp_server, tags
), alike AS (
  SELECT ${hourOf("started_at")} AS hour, requested_model, model, provider,
    key_id, user_id, team_id, organization_id, team_organization_id, end_user_id, issuer, mcp_server, tags,
    sum(spend) AS spend, count(*) AS calls, count(*) FILTER (WHERE status IN ('error', 'interrupted')) AS failed_calls,
    sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens,
    count(*) FILTER (WHERE price_state = 'unpriced') AS unpriced_calls
  FROM booked GROUP BY hour, requested_model, model, provider, key_id, user_id, team_id, organization_id,
    team_organization_id, end_user_id, issuer, mcp_server, tags
), ${addFigures("alike", "$7::smallint")}
SELECT (SELECT count(*) FROM booked)::int AS booked, (SELECT count(*) FROM late)::int AS late`;

const HOURS = `
SELECT DISTINCT ${hourOf(`(line::${CALL_ROW_TYPE}).started_at`)} AS hour FROM string_to_table($1, E'\\x1e') AS line`;

/** Thrown for rows that no later attempt can book. */
class CallsRefused extends Error {
  override readonly name = "CallsRefused";
}

/**
 * Books finished calls, in the form that `callLiteral` gives, and their totals; returns how many were new. A call that
 * is already booked changes nothing, so a batch can be sent again when its fate is unknown. Tags and end users beyond
 * `mostNewNames` of their payer and day are booked as `other`. `shard`: the shard under which this process books the
 * totals that most calls share (`shardOf`).
 * @throws pg.DatabaseError, or a connection error; CallsRefused, after booking the other rows, when some are from days
 * whose calls have been deleted (`call_retention_days`)
 */
export async function bookCalls(
  database: Database,
  literals: readonly string[],
  mostNewNames = MOST_NEW_NAMES,
  sharedNames: readonly SharedModelNames[] = [],
  shard = 0,
): Promise<number> {
  const rows = literals.join(CALL_ROW_SEPARATOR);
  const values = [rows, mostNewNames, ...sharedNamesParameters(neededNames(literals, sharedNames)), shard];
  const book = () =>
    withHourlyPartitions(
      database,
      () => database.pool.query<{ booked: number; late: number }>(plannedStatement("book_calls", BOOK_CALLS, values)),
      { text: HOURS, values: [rows] },
    );
  const result = await book().catch(async (error: unknown) => {
    if (!lacksPartition(error, "calls")) throw error;
    await makePartitions(database, "calls", await readStarts(database, rows));
    return book();
  });
  const { booked = 0, late = 0 } = result.rows[0] ?? {};
  if (late > 0)
    // Nothing shows any more whether they were booked before.
    throw new CallsRefused(
      "The call is from a day whose calls are no longer kept, so it is unknown whether it was booked before.",
    );
  return booked;
}

/** The months in which the calls of a batch started, in milliseconds since the epoch. @throws CallsRefused */
async function readStarts({ pool }: Database, rows: string): Promise<number[]> {
  const result = await pool.query<{ started_at: Date | null }>(
    `SELECT DISTINCT date_trunc('month', ((line::${CALL_ROW_TYPE}).started_at AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC' AS started_at
     FROM string_to_table($1, E'\\x1e') AS line`,
    [rows],
  );
  return result.rows.map(({ started_at: startedAt }) => {
    if (!startedAt) throw new CallsRefused("A call does not say when it started.");
    return startedAt.getTime();
  });
}

/**
 * Whether the rows themselves were refused, by PostgreSQL (22: data exception, 23: integrity constraint, 21:
 * cardinality) or by us, so that no later attempt can succeed. Other errors (connection, resources, locks, a missing
 * table) can pass.
 */
export function refusesRows(error: unknown): boolean {
  if (lacksPartition(error, ...PARTITIONED)) return false;
  return error instanceof CallsRefused || (error instanceof DatabaseError && /^2[123]/.test(error.code ?? ""));
}
