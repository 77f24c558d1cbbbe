"use client";
import { useQuery } from "@tanstack/react-query";
import { ScrollText, Search } from "lucide-react";
import { useState } from "react";
import { utcDay } from "@/components/api/format";
import { type CallFilter, callsQuery, PAGE_SIZE } from "@/components/api/queries";
import type { Call } from "@/components/api/types";
import { PageHeader } from "@/components/shell/page-header";
import { useDebounced } from "@/components/shared/use-debounced";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input, Select } from "@/components/ui/field";
import { Pager } from "@/components/ui/pager";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { CallDrawer } from "./call-drawer";
import { CallsTable } from "./calls-table";

const NO_FILTER = { team_id: "", user_id: "", model: "", status: "", days: "" };

export function RequestsPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Call>();
  const [today] = useState(() => Date.now());
  const settled = useDebounced(filter);
  const { days, ...fields } = settled;
  const query: CallFilter = { page, ...fields, ...(days === "" ? {} : { start_date: utcDay(today, Number(days)) }) };
  const calls = useQuery(callsQuery(query));
  const filtered = Object.values(settled).some((value) => value !== "");
  const change = (name: keyof typeof NO_FILTER) => (value: string) => {
    setFilter((before) => ({ ...before, [name]: value.trim() }));
    setPage(1);
  };

  return (
    <>
      <PageHeader title="Requests" description="Every model call, with who made it, where it went and what it cost." />
      <Card>
        <div className="grid grid-cols-2 gap-2 border-b px-4 py-2.5 sm:flex sm:flex-wrap">
          <FilterInput label="Team id" onChange={change("team_id")} value={filter.team_id} />
          <FilterInput label="User id" onChange={change("user_id")} value={filter.user_id} />
          <FilterInput label="Model" onChange={change("model")} value={filter.model} />
          <Select aria-label="Status" className="sm:w-36" value={filter.status} onChange={(event) => change("status")(event.target.value)}>
            <option value="">Any status</option>
            <option value="success">Success</option>
            <option value="error">Error</option>
            <option value="cancelled">Cancelled</option>
            <option value="interrupted">Interrupted</option>
          </Select>
          <Select aria-label="Time" className="sm:w-36" value={filter.days} onChange={(event) => change("days")(event.target.value)}>
            <option value="">Any time</option>
            <option value="0">Today (UTC)</option>
            <option value="6">Last 7 days</option>
            <option value="29">Last 30 days</option>
          </Select>
          {filtered && (
            <Button variant="ghost" onClick={() => setFilter(NO_FILTER)}>
              Clear
            </Button>
          )}
        </div>
        {calls.isPending ? (
          <TableSkeleton rows={12} />
        ) : calls.isError ? (
          <ErrorState error={calls.error} retry={() => void calls.refetch()} />
        ) : calls.data.data.length === 0 ? (
          filtered ? (
            <EmptyState icon={Search} title="No call fits these filters" />
          ) : (
            <EmptyState icon={ScrollText} title="No calls yet">
              As soon as an application calls <code className="font-mono">/v1/chat/completions</code>, its calls are listed here.
            </EmptyState>
          )
        ) : (
          <>
            <CallsTable calls={calls.data.data} dim={calls.isPlaceholderData} onOpen={setOpened} />
            <Pager page={page} size={PAGE_SIZE} total={calls.data.total} onPage={setPage} />
          </>
        )}
      </Card>
      <CallDrawer call={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function FilterInput({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return <Input aria-label={label} placeholder={label} className="sm:w-40" value={value} onChange={(event) => onChange(event.target.value)} />;
}
