"use client";
import type { ReactNode } from "react";
import { SearchInput } from "@/components/ui/search-input";
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
  /** The rows in the plural: "teams". */
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
      <SearchInput
        className="min-w-44 flex-1 sm:max-w-72"
        label={`Search ${what}`}
        placeholder={`Search by ${by}`}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <Segmented label="Status" options={STATUSES} value={blocked} onChange={onBlocked} />
      {end}
    </div>
  );
}
