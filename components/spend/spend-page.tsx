"use client";
import { ChartColumn } from "lucide-react";
import { useState } from "react";
import { ExportMenu } from "@/components/shared/export-menu";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { Card, CardHeader } from "@/components/ui/card";
import { Input, Select } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { DrillDown } from "./drill-down";
import { SpendBody } from "./spend-body";
import { SpendTotals } from "./spend-totals";
import {
  MEASURES,
  rangeAddress,
  RANGES,
  type SpendAddress,
  type SpendView,
  spendViewOf,
  USUAL_SPEND,
} from "./spend-view";
import { DIMENSIONS } from "./stack-by-day";
import { useSpendReports } from "./use-spend-reports";

const FILTERS = [
  ["team_id", "Team id"],
  ["model", "Model"],
  ["provider", "Provider"],
] as const;

export function SpendPage() {
  const [address, setAddress] = useAddress(USUAL_SPEND);
  const [now] = useState(() => Date.now());
  // The filters follow when typing pauses; everything else at once.
  const { team_id, model, provider } = useDebounced(address);
  const view = spendViewOf({ ...address, team_id, model, provider }, now);
  const reports = useSpendReports(view);
  // A drill-down by team into a single team would show one line.
  const drillDown = ({ field, value, by }: DrillDown) =>
    setAddress({ [field]: value, by: by === "team" && address.team_id !== "" ? "user" : by });
  return (
    <>
      <PageHeader
        title="Spend"
        description="The cost of calls, by UTC day. Failed calls are included where the upstream charged for them."
      >
        <span className="max-w-full overflow-x-auto">
          <Segmented
            label="Range"
            options={RANGES}
            value={view.range}
            onChange={(range) => setAddress(rangeAddress(range, view.filter, now))}
          />
        </span>
        {view.range === "between" && (
          <span className="flex gap-2">
            <Input
              type="date"
              aria-label="First day (UTC)"
              value={address.from}
              onChange={(event) => setAddress({ from: event.target.value }, "typed")}
            />
            <Input
              type="date"
              aria-label="Last day (UTC)"
              value={address.to}
              onChange={(event) => setAddress({ to: event.target.value }, "typed")}
            />
          </span>
        )}
        <ExportMenu
          filter={view.filter}
          groupBy={view.dimension === "all" ? "day" : DIMENSIONS[view.dimension].groupBy}
        />
      </PageHeader>
      <SpendTotals totals={reports.totals} failed={reports.error !== null} days={view.filter} />
      <Card className="mt-5">
        <SpendControls view={view} address={address} onChange={setAddress} />
        <SpendContent view={view} reports={reports} onDrillDown={drillDown} />
      </Card>
    </>
  );
}

/** The grouping, the measure and the filters of the view. */
function SpendControls({
  view,
  address,
  onChange,
}: {
  view: SpendView;
  address: SpendAddress;
  onChange: (to: Partial<SpendAddress>, how?: "typed") => void;
}) {
  return (
    <>
      <CardHeader title="Over time">
        <Select
          aria-label="Group by"
          className="!w-auto"
          value={view.dimension}
          onChange={(event) => onChange({ by: event.target.value })}
        >
          {view.choices.map((one) => (
            <option key={one} value={one}>
              By {one === "all" ? "day" : DIMENSIONS[one].label.toLowerCase()}
            </option>
          ))}
        </Select>
        <Segmented
          label="Measure"
          options={MEASURES}
          value={view.measure}
          onChange={(measure) => onChange({ measure })}
        />
      </CardHeader>
      <div className="grid grid-cols-2 gap-2 border-b px-4 py-2.5 sm:grid-cols-3 lg:grid-cols-5">
        {FILTERS.map(([name, label]) => (
          <Input
            key={name}
            type="search"
            aria-label={label}
            placeholder={`Any ${label.toLowerCase()}`}
            value={address[name]}
            onChange={(event) => onChange({ [name]: event.target.value.trim() }, "typed")}
          />
        ))}
      </div>
    </>
  );
}

function SpendContent({
  view,
  reports: { totals, rows, truncated, error, retry },
  onDrillDown,
}: {
  view: SpendView;
  reports: ReturnType<typeof useSpendReports>;
  onDrillDown: (step: DrillDown) => void;
}) {
  if (error) return <ErrorState error={error} retry={retry} />;
  if (!rows || !totals) {
    return (
      <div className="p-4">
        <Skeleton className="h-80 w-full" />
      </div>
    );
  }
  if (totals.calls === 0) {
    return (
      <EmptyState icon={ChartColumn} title="No calls in this range">
        Spend appears here within a second after a call ends.
      </EmptyState>
    );
  }
  return (
    <>
      {truncated && (
        <p className="border-b px-4 py-2 text-ink-soft">
          There are more rows than can be shown. The totals above include all of them. Choose a shorter range.
        </p>
      )}
      {view.dimension === "tag" && (
        <p className="border-b px-4 py-2 text-[12.5px] text-ink-faint">
          A call counts under each of its tags. Calls without a tag are left out.
        </p>
      )}
      <SpendBody
        rows={rows}
        dimension={view.dimension}
        measure={view.measure}
        filter={view.filter}
        onDrillDown={onDrillDown}
      />
    </>
  );
}
