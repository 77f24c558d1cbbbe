"use client";
import { PAGED, useRead } from "@/components/api/use-read";
import { useLastHour } from "@/components/shared/use-last-hour";
import { useReadiness } from "@/components/shared/use-readiness";
import { type PageTime, periodOf } from "@/components/time-range/page-time";
import type { DayRange } from "@/components/time-range/spend-range";
import { configContracts } from "@/lib/wire/contracts/config";
import { healthContracts } from "@/lib/wire/contracts/health";
import { incidentContracts } from "@/lib/wire/contracts/incidents/timeline";
import { journalContract } from "@/lib/wire/contracts/journal";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { modelContracts } from "@/lib/wire/contracts/models";
import { providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { refusalContracts } from "@/lib/wire/contracts/refusals";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import { useMostSpend } from "./most-spend";
import type { PartRead } from "./read-faults";

/** How many groups of refusals are listed. */
export const SHOWN_REFUSALS = 5;
/** How often the parts of a page that follows what happens are read again, in milliseconds. */
const LIVE_MS = 5_000;
const OFTEN_MS = 15_000;
const SELDOM_MS = 30_000;

/** Starts all reads of the overview at once. `earlier`: what its time is compared with. `isLive`: they come often. */
export function useOverviewReads(time: PageTime, earlier: DayRange | undefined, isLive: boolean) {
  const { words: _, address: _address, ...days } = time;
  const before = { ...days, ...earlier };
  const often = { refetchInterval: isLive ? LIVE_MS : OFTEN_MS };
  const seldom = { refetchInterval: isLive ? LIVE_MS : SELDOM_MS };
  const { query: hour, byId } = useLastHour();
  const refusals = { hours: "24", state: "open", page: 1, size: SHOWN_REFUSALS } as const;
  return {
    hour,
    byId,
    models: useRead(modelContracts.info, {}, often),
    issuers: useRead(providerKeyContracts.show, {}, often),
    journal: useRead(journalContract, {}, often),
    nodes: useRead(healthContracts.nodes, {}, often),
    readiness: useReadiness(),
    budgets: useRead(healthContracts.budgets, {}, seldom),
    timeline: useRead(incidentContracts.timeline, {}, often),
    tools: useRead(toolServerContracts.health, {}, seldom),
    spend: useRead(spendContracts.report, { group_by: "day", ...days }, { ...often, ...PAGED }),
    before: useRead(spendContracts.report, { group_by: "day", ...before }, { enabled: earlier !== undefined }),
    latency: useRead(spendContracts.summary, periodOf(time), { ...seldom, ...PAGED }),
    latencyBefore: useRead(spendContracts.summary, periodOf({ ...time, ...earlier }), {
      enabled: earlier !== undefined,
    }),
    calls: useRead(spendContracts.logs, { page: 1, size: 40 }, often),
    refusals: useRead(refusalContracts.list, refusals, seldom),
    teams: useRead(teamContracts.list, { page: 1, size: 1 }),
    keys: useRead(keyContracts.list, { page: 1, size: 1 }),
    configuration: useRead(configContracts.get, {}),
    most: useMostSpend(days),
  };
}
export type OverviewReads = ReturnType<typeof useOverviewReads>;

/** The parts of the page by the names that its cards have. */
export function partsOf(reads: OverviewReads): (PartRead & { readonly refetch: () => unknown })[] {
  const { most } = reads;
  return Object.entries({
    Traffic: [reads.hour],
    Models: [reads.models],
    "Identity providers": [reads.issuers],
    "Spend journal": [reads.journal],
    Nodes: [reads.nodes, reads.readiness],
    Budgets: [reads.budgets],
    Tools: [reads.tools],
    Timeline: [reads.timeline],
    Spend: [reads.spend, reads.before],
    Latency: [reads.latency, reads.latencyBefore],
    "Most spend": [most.teams, most.models],
    "Latest calls": [reads.calls],
    Refusals: [reads.refusals],
    Teams: [reads.teams],
    Keys: [reads.keys],
    Configuration: [reads.configuration],
  }).flatMap(([name, queries]) =>
    queries.map(({ error, data, refetch }) => ({ name, error, isKnown: data !== undefined, refetch })),
  );
}
