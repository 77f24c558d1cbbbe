"use client";
import type { ReactNode } from "react";
import { FilterRow, type RowFilter } from "@/components/shared/lists/filter-row";
import { PAYER_FILTERS } from "@/components/shared/lists/payer-filters";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { ListTimeBar } from "@/components/time-range/list-time-bar";
import { Options, Select } from "@/components/ui/field";
import type { FilterName, RequestFilter } from "./filters";

const STATUSES = [
  { value: "", label: "Calls and refusals" },
  { value: "calls", label: "Only calls" },
  { value: "success", label: "Success" },
  { value: "error", label: "Error" },
  { value: "cancelled", label: "Cancelled" },
  { value: "interrupted", label: "Interrupted" },
  { value: "tool_error", label: "Tool error" },
  { value: "refused", label: "Refused" },
] as const;

const PRICES = [
  { value: "priced", label: "Priced" },
  { value: "unpriced", label: "Unpriced" },
  { value: "free", label: "Free" },
] as const;

/** The filters, in the order in which they are offered. The last ones are set by links and the search field alone. */
const FILTERS: readonly RowFilter<FilterName>[] = [
  ...PAYER_FILTERS,
  { name: "requested_model", label: "Requested model", word: "model", isOffered: true },
  { name: "model", label: "Upstream model", word: "upstream", isOffered: true },
  { name: "any_id", label: "Call, request or decision id", word: "id", isOffered: true },
  { name: "session_id", label: "Session", word: "session", isOffered: true },
  { name: "mcp_server", label: "Tool server", word: "server", isOffered: true },
  { name: "mcp_tool", label: "Tool", word: "tool", isOffered: true },
  { name: "price_state", label: "Price", word: "price", isOffered: true, options: PRICES },
  { name: "status", label: "Status", word: "status", options: STATUSES.slice(1) },
  { name: "deployment", label: "Deployment id", word: "deployment", isOffered: false },
  { name: "route", label: "Route", word: "route", isOffered: false },
  { name: "code", label: "Code of the refusal", word: "code", isOffered: false },
  { name: "kind", label: "Kind of principal", word: "kind", isOffered: false },
  { name: "principal", label: "Principal", word: "principal", isOffered: false },
];

/** The filters above the list of requests. */
export function FilterBar({
  filter,
  onChange,
  onSet,
  end,
}: {
  filter: RequestFilter;
  onChange: (name: FilterName, value: string, how?: "typed") => void;
  onSet: (to: Partial<RequestFilter>, how?: "typed") => void;
  end?: ReactNode;
}) {
  return (
    <FilterRow
      filters={FILTERS}
      values={filter}
      free="any_id"
      onSet={onSet}
      start={<ListTimeBar value={filter} onChange={onSet} />}
      end={end}
      field={({ name, options }, field) =>
        options === undefined ? (
          <PayerFilter {...field} name={name} onChange={(event) => onChange(name, event.target.value, "typed")} />
        ) : (
          <Select {...field} onChange={(event) => onChange(name, event.target.value)}>
            <option value="">Any</option>
            <Options of={options} />
          </Select>
        )
      }
    >
      <Select
        aria-label="Status"
        className="!w-auto max-sm:grow"
        value={filter.status}
        onChange={(event) => onChange("status", event.target.value)}
      >
        <Options of={STATUSES} />
      </Select>
    </FilterRow>
  );
}
