"use client";
import { LIVE, PAGE_SIZE, PAGED, useRead } from "@/components/api/use-read";
import type { ReadTimes } from "@/components/shared/lists/freshness";
import type { ListPage } from "@/components/shared/lists/use-list-page";
import { requestContracts, type RefusedRequest, type RequestRow } from "@/lib/wire/contracts/requests";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { CallLog } from "@/lib/wire/spend";
import { type AskedList, liveFilter } from "./filters";

/** How often a live list is read again, in milliseconds. */
const LIVE_MS = 2_000;

/** Which page of a list, and its order. */
export interface AskedPage {
  /** The page of a list of calls. */
  readonly page: ListPage["asked"];
  /** For a list of calls and refusals, the place behind which the page begins; empty: the first page. */
  readonly after: string;
  readonly sort: "started_at" | "spend" | "total_tokens" | "duration_ms";
}

/**
 * How a list is kept up to date: read again as all lists are (`usual`), never (`paused`), or live, with the minutes
 * before `since` (milliseconds since the epoch).
 */
export type Following = "usual" | "paused" | { readonly since: number };

/** The part of the list that has been read. */
export interface RequestList {
  /** The rows of the page; undefined: not known yet. */
  readonly rows: readonly RequestRow[] | undefined;
  /** The calls on all pages; undefined: the list has refusals too, and nobody has counted them. */
  readonly total: number | undefined;
  /** False: there are more calls than the total says. */
  readonly isExact: boolean;
  /** A sentence that says what the list lacks; undefined: nothing. */
  readonly note: string | undefined;
  readonly next: string | null;
  readonly isPlaceholder: boolean;
  readonly error: Error | null;
  /** When the rows were read, and how to read them again. */
  readonly query: ReadTimes;
}

/** Reads a page of a list of calls, or of calls and refusals. */
export function useRequestList(asked: AskedList, at: AskedPage, following: Following): RequestList {
  const liveSince = typeof following === "object" ? following.since : undefined;
  const isLive = liveSince !== undefined;
  const options = {
    ...PAGED,
    refetchInterval: isLive ? LIVE_MS : following === "paused" ? (false as const) : LIVE.refetchInterval,
  };
  const usual = { ...at.page, sort: at.sort };
  const calls = useRead(
    spendContracts.logs,
    {
      size: PAGE_SIZE,
      count: "true",
      ...(isLive ? { page: 1, sort: "started_at" as const } : usual),
      ...(asked.of === "calls" ? (isLive ? liveFilter(asked.filter, liveSince) : asked.filter) : {}),
    },
    { ...options, enabled: asked.of === "calls" },
  );
  const requests = useRead(
    requestContracts.list,
    {
      size: PAGE_SIZE,
      ...(isLive || at.after === "" ? {} : { after: at.after }),
      ...(asked.of === "requests" ? (isLive ? liveFilter(asked.filter, liveSince) : asked.filter) : {}),
    },
    { ...options, enabled: asked.of === "requests" },
  );
  if (asked.of === "requests")
    return {
      rows: requests.data?.data,
      total: undefined,
      isExact: true,
      note: requests.data?.note,
      next: requests.data?.next ?? null,
      isPlaceholder: requests.isPlaceholderData,
      error: requests.error,
      query: requests,
    };
  return {
    rows: calls.data?.data.map((call) => ({ type: "call", call })),
    total: calls.data?.total ?? 0,
    isExact: calls.data?.total_is_exact !== false,
    note: calls.data?.note,
    next: calls.data?.next ?? null,
    isPlaceholder: calls.isPlaceholderData,
    error: calls.error,
    query: calls,
  };
}

/** The call or the refusal with an id, from the rows, or read alone if it is not (or no longer) among them. */
export function useOpenRow(
  id: string,
  rows: readonly RequestRow[] | undefined,
): { readonly call: CallLog | undefined; readonly refused: RefusedRequest | undefined } {
  const isDecision = id.startsWith("dec_");
  const alone = useRead(
    requestContracts.list,
    { size: 1, ...(isDecision ? { decision_id: id } : { call_id: id }) },
    { enabled: id !== "", staleTime: Number.POSITIVE_INFINITY },
  );
  const found = [...(rows ?? []), ...(alone.data?.data ?? [])].find((row) =>
    row.type === "call" ? row.call.call_id === id : row.refused.decision_id === id,
  );
  return {
    call: found?.type === "call" ? found.call : undefined,
    refused: found?.type === "refused" ? found.refused : undefined,
  };
}
