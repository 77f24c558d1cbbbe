import type { CallFilter } from "@/lib/calls/filter";
import { queryGroups } from "../bounded-pool";
import type { Database } from "../database";
import { CallConditions, type CallSelection } from "./call-conditions";
import { selectionOf } from "./call-selection";

/** A part of a step. Instants are milliseconds since the epoch. */
interface Part {
  readonly point: number;
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
  /** Whose calls alone count, if every part names one; absent: those of all deployments. */
  readonly deployment?: string;
}

/** What the calls of one step were like. Times are milliseconds; null: no call had one. */
export interface CallFigures {
  /** The number of the step, from 0 on. */
  readonly point: number;
  readonly calls: number;
  readonly failed_calls: number;
  /** Dollars. */
  readonly spend: number;
  readonly tokens: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly p99_ms: number | null;
  readonly first_token_p50_ms: number | null;
  readonly first_token_p95_ms: number | null;
  readonly first_token_p99_ms: number | null;
  /** Completion tokens a second after the first one: the median. */
  readonly tokens_per_second: number | null;
  /** The calls that were read for it. */
  readonly read: number;
}

/** The calls of each step that has some. `isSampled`: there were too many to read them all. */
export interface CallSeries {
  readonly figures: readonly CallFigures[];
  readonly isSampled: boolean;
}

const FIRST_TOKEN = "percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY first_token_ms)";
const DURATION = "percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration_ms)";
const RATE = `percentile_cont(0.5) WITHIN GROUP (ORDER BY completion_tokens * 1000::float8 /
  greatest(duration_ms - coalesce(first_token_ms, 0), 1)) FILTER (WHERE completion_tokens > 0)`;

/** How far a series looks. */
interface SeriesReach {
  /** How many calls are read at most. */
  readonly most: number;
  /** False: durations, first tokens and rates are not needed, and stay null. */
  readonly hasTimes?: boolean | undefined;
}

/**
 * Durations, rates and sums of the calls that meet every filter, step by step. If there are more than `most`, each part
 * has its first calls read, as many as keep to `most`; its sums are then those of the calls read, as many times as the
 * part is longer than what they span. The first and the last part are those that begin first and end last.
 */
export async function readCallSeries(
  database: Database,
  filters: readonly CallFilter[],
  parts: readonly Part[],
  { most, hasTimes = true }: SeriesReach,
): Promise<CallSeries> {
  const [from, until] = [parts[0]?.from ?? 0, parts.at(-1)?.until ?? 0];
  const selection = [...(await selectionOf(database, filters)), { from, until }];
  const isSampled = await hasMore(database, selection, most);
  const each = isSampled ? Math.max(1, Math.floor(most / parts.length)) : most + 1;
  const read = isSampled ? parts : wholeSteps(parts);
  const conditions = new CallConditions(selection);
  const deployments = read.flatMap(({ deployment }) => deployment ?? []);
  const isOfDeployments = deployments.length > 0;
  const list = (values: readonly unknown[], type: string): string => `${conditions.bind(values)}::${type}[]`;
  const statement = `
    WITH part AS MATERIALIZED (
      SELECT * FROM unnest(${list(
        read.map(({ point }) => point),
        "int",
      )}, ${list(
        read.map((part) => new Date(part.from)),
        "timestamptz",
      )}, ${list(
        read.map((part) => new Date(part.until)),
        "timestamptz",
      )}${isOfDeployments ? `, ${list(deployments, "text")}` : ""}) WITH ORDINALITY
        AS part (point, since, until, ${isOfDeployments ? "deployment, " : ""}place)
    ), read AS MATERIALIZED (
      SELECT part.point, part.place, call.* FROM part CROSS JOIN LATERAL (
        SELECT started_at, status, duration_ms, first_token_ms, prompt_tokens, completion_tokens, spend FROM calls
        WHERE started_at >= part.since AND started_at < part.until AND ${conditions.sql}
          ${isOfDeployments ? "AND calls.deployment = part.deployment" : ""}
        ORDER BY started_at LIMIT ${conditions.bind(each)}
      ) AS call
    ), added AS (
      SELECT place, count(*) AS calls, max(started_at) AS last, sum(spend) AS spend,
        count(*) FILTER (WHERE status IN ('error', 'interrupted')) AS failed, sum(prompt_tokens + completion_tokens) AS tokens
      FROM read GROUP BY place
    ), weighed AS (
      SELECT point, added.*, CASE WHEN calls < ${conditions.bind(each)} THEN 1 ELSE greatest(1,
        -- That many calls span one interval less.
        ${conditions.bind(Math.max(1, each - 1) / each)} * extract(epoch FROM until - since)
          / greatest(extract(epoch FROM last - since), 1)
        ) END::float8 AS weight
      FROM added JOIN part USING (place)
    ), summed AS (
      SELECT point, sum(calls)::int AS read,
        round(sum(calls * weight))::float8 AS calls,
        round(sum(failed * weight))::float8 AS failed_calls,
        sum(spend * weight::numeric)::float8 AS spend,
        round(sum(tokens * weight))::float8 AS tokens
      FROM weighed GROUP BY point
    ), timed AS (
      SELECT point, ${DURATION} AS durations, ${FIRST_TOKEN} AS first_tokens, ${RATE} AS rate
      FROM read WHERE status = 'success' GROUP BY point
    )
    SELECT * FROM summed ${hasTimes ? "LEFT JOIN timed USING (point)" : ""} ORDER BY point`;
  const rows = await queryGroups<RawFigures>(database.pool, statement, conditions.values);
  return { figures: rows.map(figuresOf), isSampled };
}

interface RawFigures extends Pick<CallFigures, "point" | "read" | "calls" | "failed_calls" | "spend" | "tokens"> {
  readonly durations?: readonly number[] | null;
  readonly first_tokens?: readonly number[] | null;
  readonly rate?: number | null;
}

function figuresOf({ durations, first_tokens: firstTokens, rate, ...sums }: RawFigures): CallFigures {
  const [p50, p95, p99] = durations ?? [];
  const [first50, first95, first99] = firstTokens ?? [];
  return {
    ...sums,
    p50_ms: wholeMs(p50),
    p95_ms: wholeMs(p95),
    p99_ms: wholeMs(p99),
    first_token_p50_ms: wholeMs(first50),
    first_token_p95_ms: wholeMs(first95),
    first_token_p99_ms: wholeMs(first99),
    tokens_per_second: perSecond(rate),
  };
}

/** A time in whole milliseconds, as series show it. */
export function wholeMs(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : Math.round(value);
}

/** A rate with one digit, as series show it. */
export function perSecond(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : Math.round(value * 10) / 10;
}

/** Whether more calls than this meet the conditions. */
async function hasMore(database: Database, selection: readonly CallSelection[], most: number): Promise<boolean> {
  const conditions = new CallConditions(selection);
  const [counted] = await queryGroups<{ calls: number }>(
    database.pool,
    `SELECT count(*)::int AS calls FROM (SELECT FROM calls WHERE ${conditions.sql} LIMIT ${conditions.bind(most + 1)}) AS counted`,
    conditions.values,
  );
  return (counted?.calls ?? 0) > most;
}

/** Each step as one part. */
function wholeSteps(parts: readonly Part[]): Part[] {
  const steps = new Map<number, Part>();
  for (const part of parts) steps.set(part.point, { ...part, from: steps.get(part.point)?.from ?? part.from });
  return [...steps.values()];
}
