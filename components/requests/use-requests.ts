"use client";
import { useState } from "react";
import { serverTime } from "@/components/api/server-time";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useListZone } from "@/components/time-range/list-time-bar";
import type { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { askedList, CALLS_ALONE, decisionIn, type USUAL_REQUESTS } from "./filters";
import { useLive } from "./use-live";
import { useRequestList } from "./use-request-list";

/** The orders of the list. */
export const SORTS = [
  { value: "started_at", label: "Newest first" },
  { value: "spend", label: "Most expensive first" },
  { value: "total_tokens", label: "Most tokens first" },
  { value: "duration_ms", label: "Slowest first" },
] as const;

export type FoundRequests = ReturnType<typeof useRequests>;

/** The list that the address asks for: page by page, live or paused. */
export function useRequests(
  view: typeof USUAL_REQUESTS,
  setView: ReturnType<typeof useAddress<typeof USUAL_REQUESTS>>[1],
) {
  const sort = SORTS.find(({ value }) => value === view.sort)?.value ?? "started_at";
  const [today] = useState(serverTime);
  const { sort: _, page: __, after: ___, columns: ____, call: _____, chart: ______, ...filter } = useDebounced(view);
  const zone = useListZone(filter);
  const asked = askedList(filter, sort, today, zone);
  const page = useListPage(view, setView, JSON.stringify([asked, sort]));
  const at = { page: page.asked, after: view.after, sort };
  const live = useLive(JSON.stringify([asked, at]));
  const { since, paused } = live;
  const list = useRequestList(asked, at, since !== undefined ? { since } : paused ? "paused" : "usual");
  const { total, next, isExact, isPlaceholder } = list;
  const rows = paused?.rows ?? list.rows;
  return {
    asked,
    today,
    // Files hold calls, and no refusals.
    files: askedList({ ...filter, status: filter.status || CALLS_ALONE }, sort, today, zone),
    sort,
    decision: decisionIn(filter),
    isFiltered: filter.status !== "" || Object.keys(asked.filter).length > 0,
    page,
    isFirst: asked.of === "calls" ? page.number === 1 : view.after === "",
    live: { ...live, isLive: since !== undefined },
    list,
    retry: () => void list.query.refetch(),
    rows,
    /** The page of a list whose rows are counted. */
    counted: rows &&
      total !== undefined && {
        data: { data: rows, total, next, total_is_exact: isExact },
        isPlaceholderData: isPlaceholder,
      },
  };
}
