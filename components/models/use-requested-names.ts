"use client";
import { useMemo, useState } from "react";
import { utcDay } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { RequestedName } from "./wildcard-map";

/** The names with the most spend that are looked at: each is resolved anew whenever a draft changes. */
const MOST_NAMES = 300;
const NONE: readonly RequestedName[] = [];

/** The names that callers asked for in the last seven days. Empty until they are known. */
export function useRequestedNames(): readonly RequestedName[] {
  const [now] = useState(() => Date.now());
  const { data } = useRead(spendContracts.report, {
    group_by: "requested_model",
    start_date: utcDay(now, 6),
    end_date: utcDay(now),
    limit: MOST_NAMES,
  });
  return useMemo(() => data?.data.map(({ requested_model: name = "", calls }) => ({ name, calls })) ?? NONE, [data]);
}
