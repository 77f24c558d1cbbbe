"use client";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Input } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { STATUSES, type StatusFilter } from "./status";

/** The search and the status filter above a list. */
export function ListFilter({
  what,
  by,
  search,
  onSearch,
  blocked,
  onBlocked,
  end,
}: {
  /** In the plural: "teams". */
  what: string;
  /** The fields that the search looks into. */
  by: string;
  search: string;
  onSearch: (text: string) => void;
  blocked: StatusFilter;
  onBlocked: (value: StatusFilter) => void;
  /** What stands at the end of the line. */
  end?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
      <div className="relative min-w-44 flex-1 sm:max-w-72">
        <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-faint" aria-hidden />
        <Input
          type="search"
          aria-label={`Search ${what}`}
          placeholder={`Search by ${by}`}
          className="pl-8"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      <Segmented label="Status" options={STATUSES} value={blocked} onChange={onBlocked} />
      {end}
    </div>
  );
}
