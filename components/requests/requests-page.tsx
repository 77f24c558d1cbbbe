"use client";
import { Columns3, Pause, Radio, Scale, ScrollText, Search } from "lucide-react";
import { useState } from "react";
import { formatTime } from "@/components/api/format";
import { PAGE_SIZE } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { pageOf } from "@/components/shared/address";
import { ExportMenu } from "@/components/shared/export-menu";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { Button, buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Menu, MenuCheck } from "@/components/ui/menu";
import { Pager } from "@/components/ui/pager";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { CallDrawer } from "./call-drawer";
import { FilterBar } from "./filter-bar";
import { chosenColumns, columnOf, COLUMNS, withColumn } from "./columns";
import {
  askedList,
  CALLS_ALONE,
  decisionIn,
  type FilterName,
  LIVE_MINUTES,
  NO_FILTER,
  USUAL_REQUESTS,
} from "./filters";
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
  const page = pageOf(view.page);
  const [today] = useState(serverTime);
  const { sort: _, page: __, after: ___, columns: ____, call: _____, ...filter } = useDebounced(view);
  const asked = askedList(filter, sort, today);
  const decision = decisionIn(filter);
  const columns = chosenColumns(view.columns);
  const at = { page, after: view.after, sort };
  const live = useLive(JSON.stringify([asked, at]));
  const { since, paused } = live;
  const isLive = since !== undefined;
  const list = useRequestList(asked, at, since);
  const rows = paused?.rows ?? list.rows;
  const opened = useOpenRow(view.call, rows);
  const showAll = () => {
    live.leave();
    list.retry();
  };
  // Files have calls alone.
  const files = askedList({ ...filter, status: filter.status || CALLS_ALONE }, sort, today);
  const filtered = filter.status !== "" || Object.keys(asked.filter).length > 0;
  const change = (name: FilterName, value: string, how?: "typed") =>
    setView({ [name]: value.trim(), page: "", after: "" }, how);
  const clear = <Button onClick={() => setView({ ...NO_FILTER, page: "", after: "" })}>Clear filters</Button>;

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
        <Menu
          trigger={
            <Button>
              <Columns3 className="size-3.5" aria-hidden /> Columns
            </Button>
          }
        >
          {Object.entries(COLUMNS).map(([name, label]) => (
            <MenuCheck
              key={name}
              checked={columns.some((one) => one === name)}
              onChange={(isOn) => setView({ columns: withColumn(columns, columnOf(name), isOn) })}
            >
              {label}
            </MenuCheck>
          ))}
        </Menu>
        <Select
          aria-label="Order"
          className="!w-auto"
          value={sort}
          onChange={(event) => setView({ sort: event.target.value, page: "", after: "" })}
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
        {isLive && (
          <p role="status" className="flex items-center gap-2 border-b px-4 py-1.5 text-[12.5px] text-ink-soft">
            <span aria-hidden className="size-2 animate-pulse rounded-full bg-good motion-reduce:animate-none" />
            Live: the latest requests of{" "}
            {asked.filter.start_date === undefined ? `the last ${LIVE_MINUTES} minutes` : "this time"}, read again every
            2 seconds.
          </p>
        )}
        {paused && (
          <p role="status" className="flex items-center gap-2 border-b px-4 py-1.5 text-[12.5px] text-ink-soft">
            <span aria-hidden className="size-2 rounded-full bg-warn" />
            Paused: the list is as it was at {formatTime(new Date(paused.at).toISOString())}.
            <Button variant="ghost" size="small" className="-my-1" onClick={showAll}>
              Show all
            </Button>
          </p>
        )}
        {list.note !== undefined && <p className="border-b px-4 py-2 text-warn">{list.note}</p>}
        {list.error && rows === undefined ? (
          <ErrorState error={list.error} retry={list.retry} />
        ) : rows === undefined ? (
          <TableSkeleton rows={12} />
        ) : rows.length > 0 ? (
          <>
            <RequestsTable
              rows={rows}
              dim={list.isPlaceholder && !isLive && !paused}
              columns={columns}
              onOpen={(call) => setView({ call })}
            />
            {isLive || paused ? null : list.total === undefined ? (
              <StepPager
                rows={rows.length}
                isFirst={view.after === ""}
                next={list.next}
                onStep={(after) => setView({ after })}
              />
            ) : (
              <Pager
                page={page}
                size={PAGE_SIZE}
                total={list.total}
                uncounted={list.hasUncounted ? { rows: rows.length, hasNext: list.next !== null } : undefined}
                onPage={(to) => setView({ page: to === 1 ? "" : String(to) })}
              />
            )}
          </>
        ) : decision !== undefined ? (
          <EmptyState
            icon={Scale}
            title="This is the id of a decision"
            action={
              <Link
                href={`/console/explain?id=${encodeURIComponent(decision)}`}
                prefetch={false}
                className={buttonClasses("primary")}
              >
                Explain the refusal
              </Link>
            }
          >
            The refusal is not among those that are listed.
          </EmptyState>
        ) : filtered ? (
          <EmptyState
            icon={Search}
            title={`No ${asked.of === "calls" ? "call" : "request"} matches these filters`}
            action={clear}
          />
        ) : (
          <EmptyState icon={ScrollText} title="No calls yet">
            Calls appear here as soon as an application calls <code className="font-mono">/v1/chat/completions</code>.
          </EmptyState>
        )}
      </Card>
      <CallDrawer row={opened.call} onClose={() => setView({ call: "" })} />
      <RefusedDrawer row={opened.refused} onClose={() => setView({ call: "" })} />
    </>
  );
}
