"use client";
import { Inbox, Search } from "lucide-react";
import { useState } from "react";
import { serverTime } from "@/components/api/server-time";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { Freshness } from "@/components/shared/lists/freshness";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { SpanTimeBar, useSpanZone } from "@/components/time-range/span-time-bar";
import { type AskedSpan, askedSpan, USUAL_SPAN } from "@/components/time-range/spans";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { counted } from "@/components/shared/wording";
import { ShapeChoice } from "@/components/charts/shape-choice";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { EmptyState } from "@/components/ui/states";
import { refusalContracts, type RefusalsView } from "@/lib/wire/contracts/refusals";
import { groupAddress, groupIn } from "./group-address";
import { RefusalDrawer } from "./refusal-drawer";
import { askedRefusals, NO_REFUSAL_FILTER, RefusalFilters } from "./refusal-filters";
import { RefusalRows } from "./refusal-rows";
import { RefusalsChart } from "./refusals-chart";

const STATES = [
  { value: "open", label: "Open" },
  { value: "hidden", label: "Hidden" },
  { value: "all", label: "All" },
] as const;
/**
 * How many groups are read to find the one in the address. Other groups match too, because an empty part of a group
 * filters nothing.
 */
const MOST_ALIKE = 200;
/** How long to wait before a group that is not counted yet is read again, and how often it is read. */
const COUNTED_AFTER_MS = 2_000;
const MOST_READS = 5;
const NO_FILTER = { ...NO_REFUSAL_FILTER, ...FIRST_PAGE };
const USUAL = { state: "open", ...USUAL_SPAN, ...NO_FILTER, open: "", chart: "" };

/** What was refused to whom, the most frequent first, with links to the repairs. */
export function RefusalsPage() {
  const [view, setView] = useAddress(USUAL);
  const state = STATES.find(({ value }) => value === view.state)?.value ?? "open";
  const settled = useDebounced(view);
  const [now] = useState(serverTime);
  const span = askedSpan(settled, now, useSpanZone(settled));
  const filter = askedRefusals(settled);
  const page = useListPage(view, setView, JSON.stringify([state, span, filter]));
  const isFiltered = Object.keys(filter).length > 0;
  const found = useRead(
    refusalContracts.list,
    { ...span.asked, state, ...page.asked, size: PAGE_SIZE, ...filter },
    LIVE,
  );
  const opened = useOpenedGroup(view.open, span.asked, found.data?.data);
  return (
    <>
      <PageHeader
        title="Refusals"
        description="What was refused to whom, why, and the smallest change that would allow it. Every refusal is counted."
      >
        <ShapeChoice chart={view.chart} onChange={(chart) => setView({ chart: chart && "refusals" })} />
        {view.chart === "" && (
          <Segmented
            label="Which groups"
            options={STATES}
            value={state}
            onChange={(value) => setView({ state: value, ...FIRST_PAGE })}
          />
        )}
      </PageHeader>
      <Card>
        <RefusalFilters
          filter={{ code: view.code, kind: view.kind, principal: view.principal, model: view.model }}
          rows={found.data?.data ?? []}
          onChange={(to, how) => setView({ ...to, ...FIRST_PAGE }, how)}
          start={<SpanTimeBar value={view} onChange={(to, how) => setView({ ...to, ...FIRST_PAGE }, how)} />}
          end={
            <>
              {found.data && found.data.total > 0 && (
                <span className="text-meta text-ink-soft">
                  {counted(found.data.refusals, "refusal")} in {counted(found.data.total, "group")}
                </span>
              )}
              <Freshness query={found} />
            </>
          }
        />
        {view.chart === "" ? (
          <RefusalRows
            query={found}
            page={page}
            hours={span.hours}
            whenNone={
              <NoRefusals isFiltered={isFiltered} isHidden={state === "hidden"} onClear={() => setView(NO_FILTER)} />
            }
            onOpen={(row) => setView({ open: groupAddress(row) })}
          />
        ) : (
          <RefusalsChart
            filter={filter}
            view={settled}
            now={now}
            onOpen={(from, to) => setView({ chart: "", hours: "between", from, to, ...FIRST_PAGE })}
          />
        )}
      </Card>
      <RefusalDrawer row={opened} onClose={() => setView({ open: "" })} />
    </>
  );
}

/** The group that the address names. `listed`: the groups of the shown page. */
function useOpenedGroup(
  open: string,
  asked: AskedSpan["asked"],
  listed: readonly RefusalsView[] = [],
): RefusalsView | undefined {
  const group = groupIn(open);
  // The open group may have left the list since, or may stand on another page of it.
  const alone = useRead(
    refusalContracts.list,
    { ...group, ...asked, state: "all", page: 1, size: MOST_ALIKE },
    {
      enabled: group !== undefined,
      // A refusal is counted some seconds after it happened. A link to its group may be followed before.
      refetchInterval: ({ state: { data, dataUpdateCount: reads } }) =>
        reads < MOST_READS && !data?.data.some((row) => groupAddress(row) === open) ? COUNTED_AFTER_MS : false,
    },
  );
  return group && [...listed, ...(alone.data?.data ?? [])].find((row) => groupAddress(row) === open);
}

function NoRefusals({
  isFiltered,
  isHidden,
  onClear,
}: {
  isFiltered: boolean;
  /** Whether hidden groups were asked for. */
  isHidden: boolean;
  onClear: () => void;
}) {
  if (isFiltered)
    return (
      <EmptyState
        icon={Search}
        title="No refusal matches these filters"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        Codes, ids and names must match exactly.
      </EmptyState>
    );
  return (
    <EmptyState icon={Inbox} title={isHidden ? "Nothing is hidden" : "Nothing was refused"}>
      {isHidden
        ? "Groups that you dismiss or snooze appear here."
        : "Refused requests appear here within seconds, including those over a limit or for an unknown model."}
    </EmptyState>
  );
}
