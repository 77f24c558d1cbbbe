"use client";
import { PAGED, useRead } from "@/components/api/use-read";
import { useLastHour } from "@/components/shared/use-last-hour";
import { useReadiness } from "@/components/shared/use-readiness";
import type { PageTime } from "@/components/time-range/page-time";
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
const OFTEN = { refetchInterval: 15_000 } as const;
const SELDOM = { refetchInterval: 30_000 } as const;

/** Starts all reads of the overview at once. `earlier`: what its time is compared with. */
export function useOverviewReads(time: PageTime, earlier: DayRange | undefined) {
  const { words: _, address: _address, ...days } = time;
  const before = { ...days, ...earlier };
  const { query: hour, byId } = useLastHour();
  const refusals = { hours: "24", state: "open", page: 1, size: SHOWN_REFUSALS } as const;
  return {
    hour,
    byId,
    models: useRead(modelContracts.info, {}, OFTEN),
    issuers: useRead(providerKeyContracts.show, {}, OFTEN),
    journal: useRead(journalContract, {}, OFTEN),
    nodes: useRead(healthContracts.nodes, {}, OFTEN),
    readiness: useReadiness(),
    budgets: useRead(healthContracts.budgets, {}, SELDOM),
    timeline: useRead(incidentContracts.timeline, {}, OFTEN),
    tools: useRead(toolServerContracts.health, {}, SELDOM),
    spend: useRead(spendContracts.report, { group_by: "day", ...days }, { ...OFTEN, ...PAGED }),
    before: useRead(spendContracts.report, { group_by: "day", ...before }, { enabled: earlier !== undefined }),
    calls: useRead(spendContracts.logs, { page: 1, size: 40 }, OFTEN),
    refusals: useRead(refusalContracts.list, refusals, SELDOM),
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
