"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readQuery, useRead } from "@/components/api/use-read";
import { alertingContracts } from "@/lib/wire/contracts/alerting";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { refusalContracts } from "@/lib/wire/contracts/refusals";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import { noticesOf } from "./notices";

/** How soon the end of a key is news. */
export const KEY_DAYS = 14;
const SHOWN = 50;
/** Nobody waits for these, and they are read on every page. */
const NOW_AND_THEN = { refetchInterval: 60_000, staleTime: 30_000, retry: false } as const;

/** Not the reads of pages: an answer could be there before its page has taken over the server's HTML. */
const APART = "notifications";

/** The open groups of refusals, and those with requests for access. */
function useOpenRefusals() {
  return useRead(refusalContracts.waiting, {}, NOW_AND_THEN);
}

/**
 * How many people ask for access, and how many groups of refusals are open, counted up to 1,000; undefined: not known
 * yet.
 */
export function useInboxCounts(): { readonly requests: number; readonly groups: number } | undefined {
  const { data } = useOpenRefusals();
  return (
    data && { requests: data.requested.reduce((sum, { requests }) => sum + requests.length, 0), groups: data.groups }
  );
}

/** How many tools of servers wait for an administrator, as one node knows it; undefined: not known yet. */
export function useHeldTools(): number | undefined {
  const { data } = useQuery({
    ...readQuery(toolServerContracts.health, {}),
    queryKey: [toolServerContracts.health.path, {}, APART],
    ...NOW_AND_THEN,
  });
  return data?.data.reduce((sum, { held }) => sum + held, 0);
}

/** What waits for an administrator: requests for access, alerts that are open, and keys that end soon. */
export function useNotices() {
  const refusals = useOpenRefusals();
  const alerts = useQuery({
    ...readQuery(alertingContracts.status, {}),
    queryKey: [alertingContracts.status.path, {}, APART],
    ...NOW_AND_THEN,
  });
  const keys = useRead(keyContracts.list, { ends_within_days: KEY_DAYS, page: 1, size: SHOWN }, NOW_AND_THEN);
  const notices = useMemo(
    () => noticesOf(refusals.data?.requested ?? [], alerts.data?.open ?? [], keys.data?.data ?? []),
    [refusals.data, alerts.data, keys.data],
  );
  return { notices, error: refusals.error ?? alerts.error ?? keys.error };
}
