"use client";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { Columns3, Pause, Radio, Scale, ScrollText, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { PAGE_SIZE, PAGED, useRead } from "@/components/api/use-read";
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
import { CallsTable } from "./calls-table";
import { FilterBar } from "./filter-bar";
import { chosenColumns, columnOf, COLUMNS, withColumn } from "./columns";
import {
  callFilterOf,
  decisionIn,
  type FilterName,
  LIVE_MINUTES,
  liveFilter,
  NO_FILTER,
  USUAL_REQUESTS,
} from "./filters";

const SORTS = [
  ["started_at", "Newest first"],
  ["spend", "Most expensive first"],
  ["total_tokens", "Most tokens first"],
  ["duration_ms", "Slowest first"],
] as const;

/** How often a live list is read again, in milliseconds. */
const LIVE_MS = 2_000;
const MINUTE_MS = 60_000;

/** Whether the list follows new calls, and the time that its beginning is counted from. */
function useLive() {
  const [now, setNow] = useState<number>();
  const isLive = now !== undefined;
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  return { isLive, now: now ?? 0, setLive: (wanted: boolean) => setNow(wanted ? Date.now() : undefined) };
}

export function RequestsPage() {
  const [view, setView] = useAddress(USUAL_REQUESTS);
  const sort = SORTS.find(([value]) => value === view.sort)?.[0] ?? "started_at";
  const page = pageOf(view.page);
  const [today] = useState(() => Date.now());
  const { sort: _, page: __, columns: ___, call: ____, ...filter } = useDebounced(view);
  const settled = callFilterOf(filter, today);
  const decision = decisionIn(filter);
  const columns = chosenColumns(view.columns);
  const { isLive, now, setLive } = useLive();
  const calls = useRead(
    spendContracts.logs,
    isLive
      ? { page: 1, size: PAGE_SIZE, sort: "started_at", ...liveFilter(settled, now) }
      : { page, size: PAGE_SIZE, sort, ...settled },
    { ...PAGED, refetchInterval: isLive ? LIVE_MS : false },
  );
  // The list may go on without the call that is open, or may never have had it on this page.
  const alone = useRead(
    spendContracts.logs,
    { page: 1, size: 1, call_id: view.call },
    { enabled: view.call !== "", staleTime: Number.POSITIVE_INFINITY },
  );
  const opened = [calls, alone].flatMap(({ data }) => data?.data ?? []).find(({ call_id: id }) => id === view.call);
  const filtered = Object.keys(settled).length > 0;
  const change = (name: FilterName, value: string, how?: "typed") => setView({ [name]: value.trim(), page: "" }, how);
  const clear = <Button onClick={() => setView({ ...NO_FILTER, page: "" })}>Clear filters</Button>;

  return (
    <>
      <PageHeader
        title="Requests"
        description={
          <>
            Every call that reached a model: who made it, where it went and what it cost. What was refused before is
            under{" "}
            <Link href="/console/refusals" prefetch={false} className="font-medium text-accent-text hover:underline">
              Refusals
            </Link>
            .
          </>
        }
      >
        {filtered && clear}
        <Button aria-pressed={isLive} onClick={() => setLive(!isLive)}>
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
          onChange={(event) => setView({ sort: event.target.value, page: "" })}
        >
          {SORTS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <ExportMenu filter={settled} />
      </PageHeader>
      <Card>
        <FilterBar filter={view} onChange={change} />
        {isLive && (
          <p role="status" className="flex items-center gap-2 border-b px-4 py-1.5 text-[12.5px] text-ink-soft">
            <span aria-hidden className="size-2 animate-pulse rounded-full bg-good motion-reduce:animate-none" />
            Live: the latest calls of{" "}
            {settled.start_date === undefined ? `the last ${LIVE_MINUTES} minutes` : "this time"}, read again every 2
            seconds.
          </p>
        )}
        {decision !== undefined ? (
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
            A refused request reached no model, so it is in no list of calls.
          </EmptyState>
        ) : calls.isPending ? (
          <TableSkeleton rows={12} />
        ) : calls.isError ? (
          <ErrorState error={calls.error} retry={() => void calls.refetch()} />
        ) : calls.data.data.length === 0 ? (
          filtered ? (
            <EmptyState icon={Search} title="No call matches these filters" action={clear} />
          ) : (
            <EmptyState icon={ScrollText} title="No calls yet">
              Calls appear here as soon as an application calls <code className="font-mono">/v1/chat/completions</code>.
            </EmptyState>
          )
        ) : (
          <>
            <CallsTable
              calls={calls.data.data}
              dim={calls.isPlaceholderData && !isLive}
              columns={columns}
              onOpen={(call) => setView({ call: call.call_id })}
            />
            {!isLive && (
              <Pager
                page={page}
                size={PAGE_SIZE}
                total={calls.data.total ?? 0}
                onPage={(to) => setView({ page: to === 1 ? "" : String(to) })}
              />
            )}
          </>
        )}
      </Card>
      <CallDrawer row={opened} onClose={() => setView({ call: "" })} />
    </>
  );
}
