"use client";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { Pause, Radio } from "lucide-react";
import { useState } from "react";
import { serverTime } from "@/components/api/server-time";
import { ExportMenu } from "@/components/shared/export-menu";
import { ListError, PageGone, CursorPager } from "@/components/shared/lists/cursor-pager";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Options, Select } from "@/components/ui/field";
import { KeepsFocus } from "@/components/ui/keeps-focus";
import { Link } from "@/components/ui/link";
import { TableSkeleton } from "@/components/ui/skeleton";
import { CallDrawer } from "./call-drawer";
import { FilterBar } from "./filter-bar";
import { ColumnMenu } from "./column-menu";
import { chosenColumns } from "./columns";
import { askedList, CALLS_ALONE, decisionIn, type FilterName, USUAL_REQUESTS, NO_FILTER } from "./filters";
import { NoRequests } from "./no-requests";
import { ReadingLine } from "./reading-line";
import { RefusedDrawer } from "./refused-drawer";
import { RequestsTable } from "./requests-table";
import { StepPager } from "./step-pager";
import { useLive } from "./use-live";
import { useOpenRow, useRequestList } from "./use-request-list";

const SORTS = [
  { value: "started_at", label: "Newest first" },
  { value: "spend", label: "Most expensive first" },
  { value: "total_tokens", label: "Most tokens first" },
  { value: "duration_ms", label: "Slowest first" },
] as const;

const DESCRIPTION = (
  <>
    All calls and refusals. During bursts, refusals are sampled;{" "}
    <Link href="/console/refusals" prefetch={false} className="font-medium text-accent-text hover:underline">
      Refusals
    </Link>{" "}
    counts every one.
  </>
);

export function RequestsPage() {
  const [view, setView] = useAddress(USUAL_REQUESTS);
  const { asked, files, sort, decision, isFiltered, page, isFirst, live, list, retry, rows, counted } = useRequests(
    view,
    setView,
  );
  const { isLive, paused } = live;
  const columns = chosenColumns(view.columns);
  const opened = useOpenRow(view.call, rows);
  const change = (name: FilterName, value: string, how?: "typed") =>
    setView({ [name]: value.trim(), ...FIRST_PAGE }, how);
  const clear = <ClearButton onClear={() => setView({ ...NO_FILTER, ...FIRST_PAGE })} />;

  return (
    <>
      <PageHeader title="Requests" description={DESCRIPTION}>
        <LiveButton isLive={isLive} onToggle={() => (isLive ? live.pause(list.rows) : live.follow())} />
        <ColumnMenu columns={columns} onChoose={(chosen) => setView({ columns: chosen })} />
        <Select
          aria-label="Order"
          className="!w-auto"
          value={sort}
          onChange={(event) => setView({ sort: event.target.value, ...FIRST_PAGE })}
        >
          <Options of={SORTS} />
        </Select>
        {files.of === "calls" && <ExportMenu filter={files.filter} />}
      </PageHeader>
      <Card>
        <FilterBar
          filter={view}
          onChange={change}
          onSet={(to) => setView({ ...to, ...FIRST_PAGE })}
          end={isFiltered && clear}
        />
        <ReadingLine
          isLive={isLive}
          hasStart={asked.filter.start_date !== undefined}
          paused={paused}
          query={list.query}
          onShowAll={() => {
            live.leave();
            retry();
          }}
        />
        {list.note !== undefined && <p className="border-b px-4 py-2 text-warn">{list.note}</p>}
        {list.error && rows === undefined ? (
          <ListError page={page} query={{ error: list.error, refetch: retry }} />
        ) : rows === undefined ? (
          <TableSkeleton rows={12} />
        ) : rows.length > 0 ? (
          <>
            <KeepsFocus label="Rows">
              <RequestsTable
                rows={rows}
                dim={list.isPlaceholder && !isLive && !paused}
                columns={columns}
                onOpen={(call) => setView({ call })}
              />
            </KeepsFocus>
            {isLive || paused ? null : counted ? (
              <CursorPager page={page} query={counted} />
            ) : (
              <StepPager rows={rows.length} isFirst={isFirst} next={list.next} onStep={(after) => setView({ after })} />
            )}
          </>
        ) : !isFirst && !isLive ? (
          <PageGone page={page} many={asked.of} />
        ) : (
          <NoRequests
            decision={decision}
            filtered={isFiltered ? (asked.of === "calls" ? "call" : "request") : undefined}
            clear={clear}
          />
        )}
      </Card>
      <CallDrawer row={opened.call} onClose={() => setView({ call: "" })} />
      <RefusedDrawer row={opened.refused} onClose={() => setView({ call: "" })} />
    </>
  );
}

/** The list that the address asks for: page by page, live or paused. */
function useRequests(view: typeof USUAL_REQUESTS, setView: ReturnType<typeof useAddress<typeof USUAL_REQUESTS>>[1]) {
  const sort = SORTS.find(({ value }) => value === view.sort)?.value ?? "started_at";
  const [today] = useState(serverTime);
  const { sort: _, page: __, after: ___, columns: ____, call: _____, ...filter } = useDebounced(view);
  const asked = askedList(filter, sort, today);
  const page = useListPage(view, setView, JSON.stringify([asked, sort]));
  const at = { page: page.asked, after: view.after, sort };
  const live = useLive(JSON.stringify([asked, at]));
  const { since, paused } = live;
  const list = useRequestList(asked, at, since !== undefined ? { since } : paused ? "paused" : "usual");
  const { total, next, isExact, isPlaceholder } = list;
  const rows = paused?.rows ?? list.rows;
  return {
    asked,
    // Files hold calls, and no refusals.
    files: askedList({ ...filter, status: filter.status || CALLS_ALONE }, sort, today),
    sort,
    decision: decisionIn(filter),
    isFiltered: filter.status !== "" || Object.keys(asked.filter).length > 0,
    page,
    isFirst: asked.of === "calls" ? page.number === 1 : view.after === "",
    live: { ...live, isLive: since !== undefined },
    list,
    retry: () => void list.query.refetch(),
    rows,
    /** The page of a list whose rows are counted. */
    counted: rows &&
      total !== undefined && {
        data: { data: rows, total, next, total_is_exact: isExact },
        isPlaceholderData: isPlaceholder,
      },
  };
}

function LiveButton({ isLive, onToggle }: { isLive: boolean; onToggle: () => void }) {
  const Icon = isLive ? Pause : Radio;
  return (
    <Button aria-pressed={isLive} onClick={onToggle}>
      <Icon className="size-3.5" aria-hidden /> {isLive ? "Pause" : "Live"}
    </Button>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="ghost" onClick={onClear}>
      Clear filters
    </Button>
  );
}
