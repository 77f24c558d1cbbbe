"use client";
import { ShapeChoice } from "@/components/charts/shape-choice";
import { metricNamed } from "@/components/charts/series-metrics";
import { Freshness } from "@/components/shared/lists/freshness";
import { LiveButton } from "@/components/shared/lists/live-button";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { ExportMenu } from "@/components/shared/export-menu";
import { useAddress } from "@/components/shared/use-address";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Options, Select } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { CallDrawer } from "./call-drawer";
import { FilterBar } from "./filter-bar";
import { ColumnMenu } from "./column-menu";
import { chosenColumns } from "./columns";
import { type FilterName, NO_FILTER, USUAL_REQUESTS } from "./filters";
import { NoRequests } from "./no-requests";
import { ReadingLine } from "./reading-line";
import { RefusedDrawer } from "./refused-drawer";
import { RequestRows } from "./request-rows";
import { RequestsChart } from "./requests-chart";
import { useOpenRow } from "./use-request-list";
import { type FoundRequests, SORTS, useRequests } from "./use-requests";

const DESCRIPTION = (
  <>
    Calls and refusals. Bursts of refusals are sampled;{" "}
    <Link href="/console/refusals" prefetch={false} className="font-medium text-accent-text hover:underline">
      Refusals
    </Link>{" "}
    counts every one.
  </>
);

export function RequestsPage() {
  const [view, setView] = useAddress(USUAL_REQUESTS);
  const found = useRequests(view, setView);
  const { asked, files, isFiltered, live, list, retry, rows, today } = found;
  const { isLive, paused } = live;
  const columns = chosenColumns(view.columns);
  const change = (name: FilterName, value: string, how?: "typed") =>
    setView({ [name]: value.trim(), ...FIRST_PAGE }, how);
  const clear = <ClearButton onClear={() => setView({ ...NO_FILTER, ...FIRST_PAGE })} />;

  return (
    <>
      <PageHeader title="Requests" description={DESCRIPTION}>
        <ShapeChoice chart={view.chart} onChange={(chart) => setView({ chart })} />
        {view.chart === "" && <ListControls found={found} view={view} onChange={setView} />}
        {files.of === "calls" && <ExportMenu filter={files.filter} />}
      </PageHeader>
      <Card>
        <FilterBar
          filter={view}
          onChange={change}
          onSet={(to, how) => setView({ ...to, ...FIRST_PAGE }, how)}
          end={
            <>
              {isFiltered && clear}
              {view.chart === "" && (
                <LiveButton isLive={isLive} onToggle={() => (isLive ? live.pause(list.rows) : live.follow())} />
              )}
              {view.chart === "" && (
                // Its room stays while the list is paused, so that the controls keep their lines.
                <div className={paused ? "invisible contents" : "contents"}>
                  <Freshness query={list.query} />
                </div>
              )}
            </>
          }
        />
        {view.chart === "" && (isLive || paused) && (
          <ReadingLine
            isLive={isLive}
            hasStart={asked.filter.start_date !== undefined}
            paused={paused}
            onShowAll={() => {
              live.leave();
              retry();
            }}
          />
        )}
        {list.note !== undefined && <p className="border-b px-4 py-2 text-warn">{list.note}</p>}
        {view.chart === "" ? (
          <RequestRows
            found={found}
            columns={columns}
            none={
              <NoRequests
                decision={found.decision}
                filtered={isFiltered ? (asked.of === "calls" ? "call" : "request") : undefined}
                clear={clear}
              />
            }
            onOpen={(call) => setView({ call })}
            onStep={(after) => setView({ after })}
          />
        ) : (
          <RequestsChart
            files={files}
            metric={metricNamed(view.chart)}
            today={today}
            onMetric={(chart) => setView({ chart })}
            onOpen={(from, to) => setView({ chart: "", time: "between", from, to, ...FIRST_PAGE })}
          />
        )}
      </Card>
      <OpenRow id={view.call} rows={rows} onClose={() => setView({ call: "" })} />
    </>
  );
}

/** The drawer of the row that the address names. */
function OpenRow({ id, rows, onClose }: { id: string; rows: FoundRequests["rows"]; onClose: () => void }) {
  const opened = useOpenRow(id, rows);
  return (
    <>
      <CallDrawer row={opened.call} onClose={onClose} />
      <RefusedDrawer row={opened.refused} onClose={onClose} />
    </>
  );
}

/** What the list offers and a chart does not: columns, and an order. */
function ListControls({
  found: { sort },
  view,
  onChange,
}: {
  found: FoundRequests;
  view: typeof USUAL_REQUESTS;
  onChange: (to: Partial<typeof USUAL_REQUESTS>) => void;
}) {
  return (
    <>
      <ColumnMenu columns={chosenColumns(view.columns)} onChoose={(columns) => onChange({ columns })} />
      <Select
        aria-label="Order"
        className="!w-auto"
        value={sort}
        onChange={(event) => onChange({ sort: event.target.value, ...FIRST_PAGE })}
      >
        <Options of={SORTS} />
      </Select>
    </>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="ghost" onClick={onClear}>
      Clear filters
    </Button>
  );
}
