"use client";
import { useMemo, useState } from "react";
import { serverTime } from "@/components/api/server-time";
import { PAGED, useRead } from "@/components/api/use-read";
import { useDebounced } from "@/components/shared/use-debounced";
import { type Comparison, comparisonNamed } from "@/components/time-range/spend-range";
import { useSpanZone } from "@/components/time-range/span-time-bar";
import { askedPeriod, periodBefore, type USUAL_SPAN } from "@/components/time-range/spans";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { SpendSummary } from "@/lib/wire/series/spend-summary";
import { type FiguresById, figuresById } from "./entry-figures";

const REFRESH_MS = 60_000;

/** The calls of each entry in the time of a page, and in the time that it is compared with. */
export interface EntryFiguresRead {
  readonly comparison: Comparison;
  /** Undefined: not known yet; null: they could not be read. */
  readonly now: FiguresById | null | undefined;
  /** Undefined: not known, or compared with nothing. */
  readonly before: FiguresById | undefined;
  readonly summary: SpendSummary | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** Reads the figures for the time in an address, and for what that is compared with. */
export function useEntryFigures(view: typeof USUAL_SPAN & { readonly compare: string }): EntryFiguresRead {
  const zone = useSpanZone(view);
  const [now] = useState(serverTime);
  const settled = useDebounced(view);
  const comparison = comparisonNamed(settled.compare);
  const period = askedPeriod(settled, now, zone);
  const earlier = comparison === "none" ? undefined : periodBefore(period, now, comparison);
  const found = useRead(
    spendContracts.summary,
    { by: "deployment", ...period },
    { ...PAGED, refetchInterval: REFRESH_MS },
  );
  const before = useRead(
    spendContracts.summary,
    { by: "deployment", ...earlier },
    { ...PAGED, enabled: earlier !== undefined },
  );
  const known = useMemo(() => found.data && figuresById(found.data), [found.data]);
  const knownBefore = useMemo(() => before.data && figuresById(before.data), [before.data]);
  return {
    comparison: comparisonNamed(view.compare),
    now: found.isLoadingError ? null : known,
    before: earlier === undefined ? undefined : knownBefore,
    summary: found.data,
    error: found.isLoadingError ? found.error : before.isLoadingError ? before.error : null,
    refetch: () => [found, before].forEach(({ error, refetch }) => error && void refetch()),
  };
}
