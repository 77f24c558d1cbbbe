import type { CallFilter } from "@/lib/calls/filter";
import { type CallFigures, type CallSeries, perSecond, wholeMs } from "@/lib/store/calls/call-series";
import type { DeploymentsAnswer } from "../report-reader";
import { callCondition } from "./call-conditions";
import { type Cell, type ClickHouse, Parameters, type Statement } from "./clickhouse";
import { CALLS_TABLE, SKIPPING } from "./schema";

const IS_SUCCESS = "status = 'success'";
const RATE = "completion_tokens * 1000 / greatest(duration_ms - coalesce(first_token_ms, 0), 1)";

/**
 * The figures of every step with calls. ClickHouse reads all of them. `bounds`: the instants at which the steps begin,
 * and the one at which the last ends, in milliseconds since the epoch. Throws ClickHouseError.
 */
export async function readSeries(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  bounds: readonly number[],
): Promise<CallSeries> {
  const period = { from: bounds[0] ?? 0, until: bounds.at(-1) ?? 0 };
  // Instants are numbers of ours. The number of the last bound that is not after a call is its step.
  const step = `arrayLastIndex(bound -> bound <= toUnixTimestamp64Milli(started_at), [${bounds.map(Math.floor).join(", ")}]) - 1`;
  const rows = await clickhouse.query(figuresStatement(`${step} AS point`, [...filters, period]));
  return {
    isSampled: false,
    figures: rows.map(([point, ...figures]) => ({ point: Number(point), ...figuresOf(figures) })),
  };
}

/** The figures of each deployment with calls in a period. ClickHouse reads all of them. Throws ClickHouseError. */
export async function readDeployments(
  clickhouse: ClickHouse,
  period: { readonly from: number; readonly until: number },
): Promise<DeploymentsAnswer> {
  const rows = await clickhouse.query(figuresStatement("deployment AS point", [period]));
  return {
    isSampled: false,
    rows: rows.flatMap(([deployment, ...figures]) =>
      deployment === "" ? [] : [{ deployment: String(deployment), ...figuresOf(figures) }],
    ),
  };
}

/** Sums up the calls that meet every filter. `point`: what they are grouped by. */
function figuresStatement(point: string, filters: readonly CallFilter[]): Statement {
  const parameters = new Parameters();
  const where = callCondition(filters, parameters);
  return {
    sql: `SELECT ${point}, count(), countIf(status IN ('error', 'interrupted')), toString(sum(spend)),
      sum(toInt64(prompt_tokens) + toInt64(completion_tokens)),
      quantilesExactInclusiveIf(0.5, 0.95, 0.99)(toFloat64(duration_ms), ${IS_SUCCESS}),
      quantilesExactInclusiveIf(0.5, 0.95, 0.99)(toFloat64(assumeNotNull(first_token_ms)), ${IS_SUCCESS} AND first_token_ms IS NOT NULL),
      quantileExactInclusiveIf(0.5)(toFloat64(${RATE}), ${IS_SUCCESS} AND completion_tokens > 0),
      countIf(${IS_SUCCESS}), countIf(${IS_SUCCESS} AND first_token_ms IS NOT NULL), countIf(${IS_SUCCESS} AND completion_tokens > 0)
    FROM ${CALLS_TABLE} FINAL WHERE ${where} GROUP BY point ORDER BY point`,
    parameters: parameters.values,
    settings: SKIPPING,
  };
}

function figuresOf(row: readonly Cell[]): Omit<CallFigures, "point"> {
  const [calls, failed, spend, tokens, durations, firstTokens, rate, timed, streamed, rated] = row;
  // Without values a quantile is NaN, which JSON has as null or 0.
  const [p50, p95, p99] = numbersOf(durations, timed);
  const [first50, first95, first99] = numbersOf(firstTokens, streamed);
  const [perSecond50] = numbersOf([rate ?? null], rated);
  return {
    calls: Number(calls),
    failed_calls: Number(failed),
    spend: Number(spend),
    tokens: Number(tokens),
    p50_ms: wholeMs(p50),
    p95_ms: wholeMs(p95),
    p99_ms: wholeMs(p99),
    first_token_p50_ms: wholeMs(first50),
    first_token_p95_ms: wholeMs(first95),
    first_token_p99_ms: wholeMs(first99),
    tokens_per_second: perSecond(perSecond50),
    read: Number(calls),
  };
}

/** The values of a cell; none if they are those of no calls. */
function numbersOf(cell: Cell | undefined, calls: Cell | undefined): readonly number[] {
  return Number(calls) === 0 || !Array.isArray(cell) ? [] : cell.map(Number);
}
