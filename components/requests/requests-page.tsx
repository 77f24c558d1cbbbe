"use client";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { ScrollText, Search } from "lucide-react";
import { useState } from "react";
import { PAGE_SIZE, PAGED, useRead } from "@/components/api/use-read";
import { pageOf } from "@/components/shared/address";
import { ExportMenu } from "@/components/shared/export-menu";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/field";
import { Pager } from "@/components/ui/pager";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { CallLog } from "@/lib/wire/spend";
import { CallDrawer } from "./call-drawer";
import { CallsTable } from "./calls-table";
import { FilterBar } from "./filter-bar";
import { callFilterOf, type FilterName, NO_FILTER, USUAL_REQUESTS } from "./filters";

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
  const [opened, setOpened] = useState<CallLog>();
  const [today] = useState(() => Date.now());
  const { sort: _, page: __, ...filter } = useDebounced(view);
  const settled = callFilterOf(filter, today);
  const calls = useRead(spendContracts.logs, { page, size: PAGE_SIZE, sort, ...settled }, PAGED);
  const filtered = Object.keys(settled).length > 0;
  const change = (name: FilterName, value: string, how?: "typed") => setView({ [name]: value.trim(), page: "" }, how);
  const clear = <Button onClick={() => setView({ ...NO_FILTER, page: "" })}>Clear filters</Button>;

  return (
    <>
      <PageHeader title="Requests" description="Every model call: who made it, where it went and what it cost.">
        {filtered && clear}
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
        {calls.isPending ? (
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
            <CallsTable calls={calls.data.data} dim={calls.isPlaceholderData} onOpen={setOpened} />
            <Pager
              page={page}
              size={PAGE_SIZE}
              total={calls.data.total}
              onPage={(to) => setView({ page: to === 1 ? "" : String(to) })}
            />
          </>
        )}
      </Card>
      <CallDrawer row={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
