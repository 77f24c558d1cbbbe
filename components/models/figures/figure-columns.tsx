import { columnDollars } from "@/components/api/column-dollars";
import { formatCompact, formatCount, formatDuration, formatPercent } from "@/components/api/format";
import { changeOf } from "@/components/shared/wording";
import type { Column } from "@/components/ui/data-table";
import type { ModelView } from "@/lib/wire/model";
import type { EntryColumn } from "../entry-order";
import { type EntryFigures, errorRateOf } from "./entry-figures";
import type { EntryFiguresRead } from "./use-entry-figures";

type Known = Pick<EntryFiguresRead, "now" | "before">;
/** The share of failed calls from which on it stands out: an entry with more is degraded. */
const MOST_ERRORS = 0.05;
const FIGURE = { from: "lg", align: "right", look: "whitespace-nowrap tabular-nums" } as const;
/** About as wide as what usually comes: fractions of a cent are longer than other figures. */
const WIDTHS = { calls: "min-w-20", spend: "min-w-26", errors: "min-w-20", p95: "min-w-20" } as const;

/** The calls, spend, failures and p95 of each entry, with their change. On narrower screens a line has them. */
export function figureColumns(
  entries: readonly ModelView[],
  { now, before }: Known,
): readonly Column<ModelView, EntryColumn>[] {
  const dollars = columnDollars(entries.map(({ id }) => now?.get(id)?.spend ?? 0));
  const column = (
    head: string,
    sort: keyof typeof WIDTHS,
    value: (figures: EntryFigures) => string | undefined,
    change: (figures: EntryFigures, before: EntryFigures) => string | undefined,
  ): Column<ModelView, EntryColumn> => ({
    ...FIGURE,
    className: WIDTHS[sort],
    head,
    sort,
    cell({ id }) {
      const figures = now?.get(id);
      const shown = figures && value(figures);
      if (figures === undefined || shown === undefined)
        return (
          <>
            <span className="text-ink-faint">{now ? "–" : NOTHING}</span>
            <span className="block text-meta">{NOTHING}</span>
          </>
        );
      const earlier = before && (before.get(id) ?? NO_CALLS);
      const { p50_ms: p50 } = figures;
      const isBad = sort === "errors" && (errorRateOf(figures) ?? 0) > MOST_ERRORS;
      return (
        <>
          <span
            className={isBad ? "text-bad" : undefined}
            title={sort === "p95" && p50 !== null ? `p50: ${formatDuration(p50)}` : undefined}
          >
            {shown}
          </span>
          <span className="block text-meta text-ink-faint">{(earlier && change(figures, earlier)) ?? NOTHING}</span>
        </>
      );
    },
  });
  return [
    column(
      "Calls",
      "calls",
      ({ calls }) => formatCount(calls),
      ({ calls }, earlier) => changeOf(calls, earlier.calls),
    ),
    column(
      "Spend",
      "spend",
      ({ spend }) => dollars.format(spend),
      ({ spend }, earlier) => changeOf(spend, earlier.spend),
    ),
    column("Errors", "errors", rateText, (_, earlier) => {
      const rate = rateText(earlier);
      return rate === undefined ? undefined : `was ${rate}`;
    }),
    column(
      "p95",
      "p95",
      ({ p95_ms: p95 }) => (p95 === null ? undefined : formatDuration(p95)),
      ({ p95_ms: p95 }, { p95_ms: earlier }) => (p95 === null || earlier === null ? undefined : changeOf(p95, earlier)),
    ),
  ];
}

/** Keeps the place of a line, so that no row moves when its figures come. */
const NOTHING = "\u00a0";
const NO_CALLS: EntryFigures = { calls: 0, failed_calls: 0, spend: 0, p50_ms: null, p95_ms: null };

function rateText(figures: EntryFigures): string | undefined {
  const rate = errorRateOf(figures);
  return rate === null ? undefined : formatPercent(rate);
}

/** The figures of an entry in one line, for screens without their columns. The line stays, so that no row moves. */
export function FiguresLine({ figures }: { figures: EntryFigures | undefined }) {
  return (
    <span className="mt-0.5 block h-4 text-meta/4 whitespace-nowrap text-ink-faint tabular-nums lg:hidden">
      {figures &&
        [
          `${formatCompact(figures.calls)} ${figures.calls === 1 ? "call" : "calls"}`,
          ...(figures.failed_calls > 0 ? [`${rateText(figures)} failed`] : []),
          ...(figures.p95_ms === null ? [] : [formatDuration(figures.p95_ms)]),
        ].join(" · ")}
    </span>
  );
}
