import { formatDay } from "@/lib/time/period";
import type { AnalyticsReach } from "./analytics";
import type { KeptDetail } from "./report-reader";
import { retentionNote } from "./retention-note";

/** What is asked. Times are milliseconds since the epoch; `from` undefined: from the beginning. */
export type Asked =
  /** Sums of spend, which PostgreSQL keeps of every day unless it has been told to forget some. */
  | { readonly kind: "sums"; readonly from: number }
  /** Single calls, which PostgreSQL keeps for a time. */
  | { readonly kind: "calls"; readonly from: number | undefined }
  /** Calls by their ids, wherever they are. */
  | { readonly kind: "ids" };

export interface Source {
  readonly reader: "postgres" | "clickhouse";
  /** Whether ClickHouse is asked if PostgreSQL finds nothing. */
  readonly thenClickHouse?: boolean;
  /** What the answer lacks. */
  readonly note?: string | undefined;
}

/** Beyond this many seconds ClickHouse is catching up, and PostgreSQL answers what it can. */
export const CATCHING_UP_SECONDS = 600;

/** From when on PostgreSQL has calls and sums of days; undefined: it has them all. */
export interface KeptHere {
  readonly calls: number | undefined;
  readonly figures: number | undefined;
}

/** Who answers a question. `analytics`: how far ClickHouse reaches; undefined: it cannot be asked. */
export function chooseSource(
  asked: Asked,
  analytics: AnalyticsReach | undefined,
  { calls: callsFrom, figures: figuresFrom }: KeptHere,
): Source {
  const isReady = analytics?.asOf !== undefined;
  if (asked.kind === "ids") return { reader: "postgres", thenClickHouse: isReady && callsFrom !== undefined };
  const isCatchingUp = isReady && analytics.lagSeconds > CATCHING_UP_SECONDS;
  if (asked.kind === "sums") {
    if (!isReady || isCatchingUp) return { reader: "postgres" };
    const { completeFrom = -Infinity } = analytics;
    if (asked.from >= completeFrom) return { reader: "clickhouse" };
    // ClickHouse lacks some of the days, so the one that reaches further back answers.
    if (figuresFrom === undefined || figuresFrom <= completeFrom) return { reader: "postgres" };
    return { reader: "clickhouse", note: retentionNote(asked.from, { what: "figures", since: completeFrom }) };
  }
  const lacks = callsFrom !== undefined && (asked.from === undefined || asked.from < callsFrom);
  if (isReady && (lacks || !isCatchingUp)) return { reader: "clickhouse" };
  if (!lacks) return { reader: "postgres" };
  const why = analytics ? "ClickHouse has no calls yet" : "ClickHouse cannot be asked at the moment";
  return { reader: "postgres", note: `${why}, and PostgreSQL has only the calls since ${formatDay(callsFrom)}.` };
}

/** What an answer from PostgreSQL lacks if it adds up hours or calls; undefined: nothing. */
export function missingDetail(source: "hours" | "calls", { hoursSince, callsSince }: KeptDetail): string | undefined {
  const since = source === "hours" ? hoursSince : callsSince;
  if (since === undefined) return undefined;
  return `ClickHouse cannot be asked at the moment, and PostgreSQL has only the ${source} since ${formatDay(since)}: what is missing is not counted.`;
}
