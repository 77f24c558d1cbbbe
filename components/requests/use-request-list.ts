"use client";
import { PAGE_SIZE, PAGED, useRead } from "@/components/api/use-read";
import { requestContracts, type RefusedRequest, type RequestRow } from "@/lib/wire/contracts/requests";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { CallLog } from "@/lib/wire/spend";
import { type AskedList, liveFilter } from "./filters";

/** How often a live list is read again, in milliseconds. */
const LIVE_MS = 2_000;

/** Which page: of a list of calls its number, of one of calls and refusals the place where it begins. */
export interface AskedPage {
  readonly page: number;
  readonly after: string;
  readonly sort: "started_at" | "spend" | "total_tokens" | "duration_ms";
}

/** What became of reading the list. */
export interface RequestList {
  /** Undefined: not known yet. */
  readonly rows: readonly RequestRow[] | undefined;
  /** The calls on all pages; undefined: the list has refusals too, and nobody has counted them. */
  readonly total: number | undefined;
  /** There are more calls than the total says. */
  readonly hasUncounted: boolean;
  /** What the list lacks; undefined: nothing. */
  readonly note: string | undefined;
  readonly next: string | null;
  readonly isPlaceholder: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Reads calls, or calls and refusals. `liveSince`: the list follows what is new, from the minutes before this time. */
export function useRequestList(asked: AskedList, at: AskedPage, liveSince: number | undefined): RequestList {
  const isLive = liveSince !== undefined;
  const options = { ...PAGED, refetchInterval: isLive ? LIVE_MS : (false as const) };
  const usual = { page: at.page, sort: at.sort };
  const calls = useRead(
    spendContracts.logs,
    {
      size: PAGE_SIZE,
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
      hasUncounted: false,
      note: requests.data?.note,
      next: requests.data?.next ?? null,
      isPlaceholder: requests.isPlaceholderData,
      error: requests.error,
      retry: () => void requests.refetch(),
    };
  return {
    rows: calls.data?.data.map((call) => ({ type: "call", call })),
    total: calls.data?.total ?? 0,
    hasUncounted: calls.data?.total_is_exact === false,
    note: calls.data?.note,
    next: calls.data?.next ?? null,
    isPlaceholder: calls.isPlaceholderData,
    error: calls.error,
    retry: () => void calls.refetch(),
  };
}

/** The call or the refusal with an id, from the rows or, if the list has gone on without it, read alone. */
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
