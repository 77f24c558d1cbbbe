"use client";
import { ChartColumn } from "lucide-react";
import { useState } from "react";
import { serverTime } from "@/components/api/server-time";
import { addressOf, viewFrom } from "@/components/shared/address";
import { ExportMenu } from "@/components/shared/export-menu";
import { Freshness } from "@/components/shared/lists/freshness";
import { usePreferredZone } from "@/components/time-range/preferred-zone";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Note } from "@/components/ui/text";
import type { DrillDown } from "./drill-down";
import { ForecastLine } from "./forecast-line";
import { SavedViewsMenu } from "./saved-views-menu";
import { BesideTotals, SpendBody } from "./spend-body";
import { SpendFilters, ViewControls } from "./spend-controls";
import type { TableActions } from "./spend-table";
import { SpendTotals } from "./spend-totals";
import { absoluteAddress, FILTER_FIELDS, type SpendView, spendViewOf, USUAL_SPEND } from "./spend-view";
import { DIMENSIONS } from "@/components/charts/stack-by-day";
import { formatCount } from "@/components/api/format";
import { TooManyDays } from "./too-many-days";
import { UnpricedNotice } from "./unpriced-notice";
import { useSpendReports } from "./use-spend-reports";

export function SpendPage() {
  const [address, changeAddress] = useAddress(USUAL_SPEND);
  const [now] = useState(serverTime);
  // Filters take effect when typing pauses, everything else at once.
  const typed = useDebounced(address);
  const filters = Object.fromEntries(FILTER_FIELDS.map((field) => [field, typed[field]]));
  const preferred = usePreferredZone();
  const view = spendViewOf({ ...address, ...filters }, now, preferred);
  const reports = useSpendReports(view);
  // Another view of the table begins with its first page.
  const setAddress: typeof changeAddress = (to, how) => changeAddress({ page: "", ...to }, how);
  const drillDown = ({ field, value, by }: DrillDown) => {
    const to = { ...address, [field]: value, by };
    // If the next dimension has a filter already, the view chooses the first dimension without one.
    setAddress({ [field]: value, by: spendViewOf(to, now, preferred).dimension });
  };
  return (
    <>
      <PageHeader title="Spend">
        <ViewControls view={view} onChange={setAddress} />
        <SavedViewsMenu
          query={addressOf(absoluteAddress(address, view), USUAL_SPEND)}
          onOpen={(query) => setAddress(viewFrom(new URLSearchParams(query), USUAL_SPEND))}
        />
        <ExportMenu filter={view.filter} groupBy={exportedBy(view)} />
      </PageHeader>
      <Card>
        <SpendFilters
          view={view}
          address={address}
          now={now}
          onChange={setAddress}
          end={view.source !== "nothing" && <Freshness query={reports.query} />}
        />
        <SpendContent
          now={now}
          view={view}
          reports={reports}
          onDrillDown={drillDown}
          onSort={(sort) => setAddress({ sort })}
          onPage={(page) => setAddress({ page: page === 1 ? "" : String(page) })}
        />
      </Card>
      {/* Below rows that are not there yet it would move when they come. */}
      {reports.rows && reports.chartRows && reports.totals && (
        <Note className="mt-3">
          The cost of calls, by day of the chosen time zone. Failed calls are included where the upstream charged for
          them. Budgets and the forecast keep to UTC.
        </Note>
      )}
    </>
  );
}

/** The `group_by` of a file with the page's sums. Weeks and months are exported as days, to be summed by the reader. */
function exportedBy({ dimension, granularity }: SpendView): string {
  if (dimension !== "all") return DIMENSIONS[dimension].groupBy;
  return granularity === "hour" ? "hour" : "day";
}

function SpendContent({
  view,
  reports,
  now,
  ...table
}: {
  view: SpendView;
  /** Milliseconds since the epoch. */
  now: number;
  reports: ReturnType<typeof useSpendReports>;
} & TableActions) {
  const { totals, rows, chartRows, error } = reports;
  const side = (
    <>
      {view.source !== "nothing" && (
        <SpendTotals totals={totals} before={reports.totalsBefore} failed={error !== null} view={view} />
      )}
      <ForecastLine filter={view.filter} now={now} />
    </>
  );
  if (view.source === "nothing")
    return (
      <BesideTotals side={side}>
        <TooManyDays />
      </BesideTotals>
    );
  if (error)
    return (
      <BesideTotals side={side}>
        <ErrorState error={error} retry={() => void reports.query.refetch()} />
      </BesideTotals>
    );
  if (!rows || !chartRows || !totals)
    return (
      <BesideTotals side={side}>
        <div className="p-4">
          <Skeleton className="h-[28rem] w-full" />
        </div>
      </BesideTotals>
    );
  if (totals.calls === 0)
    return (
      <BesideTotals side={side}>
        <EmptyState icon={ChartColumn} title="No calls in this range">
          {reports.note ?? "Spend appears here within a second after a call ends."}
        </EmptyState>
      </BesideTotals>
    );
  return (
    <SpendBody
      rows={rows}
      rowsBefore={reports.rowsBefore}
      chartRows={chartRows}
      chartDimension={reports.chartDimension}
      groups={reports.isTruncated ? undefined : rows.length}
      view={{ ...view, filter: { ...view.filter, time_zone: reports.zone } }}
      side={side}
      notes={<SpendNotes view={view} reports={reports} rows={rows.length} unpriced={totals.unpriced_calls} />}
      {...table}
    />
  );
}

/** What one has to know about the figures, between the chart and the table. */
function SpendNotes({
  view,
  reports,
  rows,
  unpriced,
}: {
  view: SpendView;
  reports: ReturnType<typeof useSpendReports>;
  /** How many lines the table has. */
  rows: number;
  /** How many calls have no price. */
  unpriced: number;
}) {
  return (
    <>
      {unpriced > 0 && <UnpricedNotice calls={unpriced} />}
      {reports.note !== undefined && <p className="border-b px-4 py-2 text-warn">{reports.note}</p>}
      {reports.isTruncated && (
        <p className="border-b px-4 py-2 text-ink-soft">
          The table has the {formatCount(rows)} largest; the chart and the figures beside it count all.
        </p>
      )}
      {reports.chartDimension !== view.dimension && (
        <p className="border-b px-4 py-2 text-ink-soft">
          This range has too many days to show groups in the chart, so the chart shows all calls together. Choose a
          shorter range.
        </p>
      )}
      {view.source === "calls" && (
        <Note className="border-b px-4 py-2">
          Added up from single calls, because totals are kept only by one payer, and by team and user together. Refresh
          to read it again.
        </Note>
      )}
      {view.dimension === "tag" && (
        <Note className="border-b px-4 py-2">
          A call counts under each of its tags. Calls without a tag are left out.
        </Note>
      )}
      {view.dimension === "organization" && (
        <Note className="border-b px-4 py-2">A call that is charged to two organisations counts under both.</Note>
      )}
    </>
  );
}
