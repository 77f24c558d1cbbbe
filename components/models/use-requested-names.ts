"use client";
import { useMemo, useState } from "react";
import { utcDay } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { type Range, requestedSince } from "./requested-since";
import type { RequestedName } from "./wildcards/wildcard-map";

/** How many names count, those with the most spend: each is resolved again whenever a draft changes. */
const MOST_NAMES = 300;
/** How many rows are read of a report by hour: two days with many names in each hour. */
const MOST_HOURS = 5_000;
const NONE: readonly RequestedName[] = [];

/** The names that callers asked for in the last days or hours. Empty until they are known. */
export function useRequestedNames(range: Range = "week"): {
  readonly names: readonly RequestedName[];
  readonly error: Error | null;
  readonly refetch: () => void;
} {
  const [now] = useState(serverTime);
  const end = { end_date: utcDay(now) };
  const { data, error, refetch } = useRead(
    spendContracts.report,
    range === "week"
      ? { group_by: "requested_model", start_date: utcDay(now, 6), ...end, limit: MOST_NAMES }
      : { group_by: "hour,requested_model", start_date: utcDay(now, 1), ...end, limit: MOST_HOURS },
  );
  const names = useMemo(
    () => (data ? requestedSince(data.data, range, now).slice(0, MOST_NAMES) : NONE),
    [data, range, now],
  );
  return { names, error, refetch: () => void refetch() };
}
