import { formatCount } from "@/components/api/format";
import type { SpendSummary, SummaryRow } from "@/lib/wire/series/spend-summary";

/** What the list of models shows of the calls of an entry. */
export type EntryFigures = Pick<SummaryRow, "calls" | "failed_calls" | "spend" | "p50_ms" | "p95_ms">;
export type FiguresById = ReadonlyMap<string, EntryFigures>;

/** The figures of each deployment by its id. */
export function figuresById({ data }: Pick<SpendSummary, "data">): FiguresById {
  return new Map(data.flatMap((row) => (row.deployment === null ? [] : [[row.deployment, row] as const])));
}

/** The share of the calls that failed, from 0 to 1; null: there were none. */
export function errorRateOf({ calls, failed_calls: failed }: EntryFigures): number | null {
  return calls === 0 ? null : failed / calls;
}

/** What is to be known about the figures, as sentences; empty: they count every call. */
export function figuresNote({
  sampled,
  read,
  of,
  note,
}: Pick<SpendSummary, "sampled" | "read" | "of" | "note">): string {
  return [
    ...(sampled
      ? [
          `Figures of entries with many calls are estimates: ${formatCount(read)} of about ${formatCount(of)} were read.`,
        ]
      : []),
    ...(note === undefined ? [] : [note]),
  ].join(" ");
}
