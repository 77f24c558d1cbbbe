"use client";
import { Pause, Radio } from "lucide-react";
import { useState } from "react";
import { serverTime } from "@/components/api/server-time";
import { ExportMenu } from "@/components/shared/export-menu";
import { ListLine } from "@/components/shared/lists/list-line";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { ListError, PageGone, CursorPager } from "@/components/shared/lists/cursor-pager";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/field";
import { KeepsFocus } from "@/components/ui/keeps-focus";
import { Link } from "@/components/ui/link";
import { TableSkeleton } from "@/components/ui/skeleton";
import { CallDrawer } from "./call-drawer";
import { FilterBar } from "./filter-bar";
import { ColumnMenu } from "./column-menu";
import { chosenColumns } from "./columns";
import { askedList, CALLS_ALONE, decisionIn, type FilterName, NO_FILTER, USUAL_REQUESTS } from "./filters";
import { NoRequests } from "./no-requests";
import { ReadingNote } from "./reading-note";
import { RefusedDrawer } from "./refused-drawer";
import { RequestsTable } from "./requests-table";
import { StepPager } from "./step-pager";
import { useLive } from "./use-live";
import { useOpenRow, useRequestList } from "./use-request-list";

const SORTS = [
  ["started_at", "Newest first"],
  ["spend", "Most expensive first"],
  ["total_tokens", "Most tokens first"],
  ["duration_ms", "Slowest first"],
] as const;

export function RequestsPage() {
  const [view, setView] = useAddress(USUAL_REQUESTS);
  const sort = SORTS.find(([value]) => value === view.sort)?.[0] ?? "started_at";
  const [today] = useState(serverTime);
  const { sort: _, page: __, after: ___, columns: ____, call: _____, ...filter } = useDebounced(view);
  const asked = askedList(filter, sort, today);
  const decision = decisionIn(filter);
  const columns = chosenColumns(view.columns);
  const page = useListPage(view, setView, JSON.stringify([asked, sort]));
  const at = { page: page.asked, after: view.after, sort };
  const live = useLive(JSON.stringify([asked, at]));
  const { since, paused } = live;
  const isLive = since !== undefined;
  const list = useRequestList(asked, at, isLive ? { since } : paused ? "paused" : "usual");
  const rows = paused?.rows ?? list.rows;
  const isFirst = asked.of === "calls" ? page.number === 1 : view.after === "";
  const retry = () => void list.query.refetch();
  const opened = useOpenRow(view.call, rows);
  const showAll = () => {
    live.leave();
    retry();
  };
  // Files hold calls, and no refusals.
  const files = askedList({ ...filter, status: filter.status || CALLS_ALONE }, sort, today);
  const filtered = filter.status !== "" || Object.keys(asked.filter).length > 0;
  const change = (name: FilterName, value: string, how?: "typed") =>
    setView({ [name]: value.trim(), ...FIRST_PAGE }, how);
  const clear = <Button onClick={() => setView({ ...NO_FILTER, ...FIRST_PAGE })}>Clear filters</Button>;

  return (
    <>
      <PageHeader
        title="Requests"
        description={
          <>
            Every call that reached a model, and what was refused before: who asked, where it went and what it cost. Of
            many refusals at once some are recorded; all are counted under{" "}
            <Link href="/console/refusals" prefetch={false} className="font-medium text-accent-text hover:underline">
              Refusals
            </Link>
            .
          </>
        }
      >
        {filtered && clear}
        <Button aria-pressed={isLive} onClick={() => (isLive ? live.pause(list.rows) : live.follow())}>
          {isLive ? (
            <>
              <Pause className="size-3.5" aria-hidden /> Pause
            </>
          ) : (
            <>
              <Radio className="size-3.5" aria-hidden /> Live
            </>
          )}
        </Button>
        <ColumnMenu columns={columns} onChoose={(chosen) => setView({ columns: chosen })} />
        <Select
          aria-label="Order"
          className="!w-auto"
          value={sort}
          onChange={(event) => setView({ sort: event.target.value, ...FIRST_PAGE })}
        >
          {SORTS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {files.of === "calls" && <ExportMenu filter={files.filter} />}
      </PageHeader>
      <Card>
        <FilterBar filter={view} onChange={change} />
        <ListLine query={paused ? undefined : list.query}>
          <p role="status" className="flex items-center gap-2">
            <ReadingNote
              isLive={isLive}
              hasStart={asked.filter.start_date !== undefined}
              paused={paused}
              onShowAll={showAll}
            />
          </p>
        </ListLine>
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
            {isLive || paused ? null : list.total === undefined ? (
              <StepPager rows={rows.length} isFirst={isFirst} next={list.next} onStep={(after) => setView({ after })} />
            ) : (
              <CursorPager
                page={page}
                query={{
                  data: { data: rows, total: list.total, next: list.next, total_is_exact: list.isExact },
                  isPlaceholderData: list.isPlaceholder,
                }}
              />
            )}
          </>
        ) : !isFirst && !isLive ? (
          <PageGone page={page} many={asked.of} />
        ) : (
          <NoRequests
            decision={decision}
            filtered={filtered ? (asked.of === "calls" ? "call" : "request") : undefined}
            clear={clear}
          />
        )}
      </Card>
      <CallDrawer row={opened.call} onClose={() => setView({ call: "" })} />
      <RefusedDrawer row={opened.refused} onClose={() => setView({ call: "" })} />
    </>
  );
}
