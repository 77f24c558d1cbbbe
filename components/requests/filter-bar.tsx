"use client";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { FilterGrid } from "@/components/shared/lists/filter-grid";
import { Input, Select } from "@/components/ui/field";
import type { FilterName, RequestFilter } from "./filters";

const TEXTS = [
  ["team_id", "Team id"],
  ["user_id", "User id"],
  ["organization_id", "Organisation id"],
  ["key_id", "Key id"],
  ["end_user_id", "End user"],
  ["requested_model", "Requested model"],
  ["model", "Upstream model"],
  ["provider", "Provider"],
  ["tag", "Tag"],
  ["issuer", "Issuer"],
  ["any_id", "Call, request or decision id"],
] as const satisfies readonly (readonly [FilterName, string])[];

/** Filters that only links from other pages set. They are shown only where set, so that no list is filtered unseen. */
const LINKED = [
  ["deployment", "Deployment id"],
  ["route", "Route"],
  ["code", "Code of the refusal"],
  ["kind", "Kind of principal"],
  ["principal", "Principal"],
] as const satisfies readonly (readonly [FilterName, string])[];

const CHOICES = [
  {
    name: "status",
    label: "Status",
    options: [
      ["", "Calls and refusals"],
      ["calls", "Calls alone"],
      ["success", "Success"],
      ["error", "Error"],
      ["cancelled", "Cancelled"],
      ["interrupted", "Interrupted"],
      ["refused", "Refused"],
    ],
  },
  {
    name: "price_state",
    label: "Price",
    options: [
      ["", "Any price"],
      ["priced", "Priced"],
      ["unpriced", "Unpriced"],
      ["free", "Free"],
    ],
  },
  {
    name: "time",
    label: "Time",
    options: [
      ["", "Any time"],
      ["0", "Today (UTC)"],
      ["6", "Last 7 days"],
      ["29", "Last 30 days"],
      ["between", "Between days…"],
    ],
  },
] as const satisfies readonly { name: FilterName; label: string; options: readonly (readonly [string, string])[] }[];

/** The filters above the list of requests. */
export function FilterBar({
  filter,
  onChange,
}: {
  filter: RequestFilter;
  onChange: (name: FilterName, value: string, how?: "typed") => void;
}) {
  return (
    <FilterGrid
      set={[...TEXTS, ...LINKED].filter(([name]) => filter[name] !== "").length + chosen(filter)}
      className="sm:grid-cols-3 lg:grid-cols-5 2xl:grid-cols-7"
    >
      {[...TEXTS, ...LINKED.filter(([name]) => filter[name] !== "")].map(([name, label]) => (
        <PayerFilter
          key={name}
          name={name}
          aria-label={label}
          placeholder={label}
          value={filter[name]}
          onChange={(event) => onChange(name, event.target.value, "typed")}
        />
      ))}
      {CHOICES.map(({ name, label, options }) => (
        <Select
          key={name}
          aria-label={label}
          value={filter[name]}
          onChange={(event) => onChange(name, event.target.value)}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      ))}
      {filter.time === "between" && (
        <>
          <Input
            type={isInstant(filter.from) ? "text" : "date"}
            aria-label={isInstant(filter.from) ? "Since" : "First day (UTC)"}
            value={filter.from}
            onChange={(event) => onChange("from", event.target.value, "typed")}
          />
          <Input
            type={isInstant(filter.to) ? "text" : "date"}
            aria-label={isInstant(filter.to) ? "Until" : "Last day (UTC)"}
            value={filter.to}
            onChange={(event) => onChange("to", event.target.value, "typed")}
          />
        </>
      )}
    </FilterGrid>
  );
}

/** How many of the choices are set. */
function chosen(filter: RequestFilter): number {
  return CHOICES.filter(({ name }) => filter[name] !== "").length;
}

/** Whether a string is an instant and no day. Links from days of another time zone hold instants. */
function isInstant(text: string): boolean {
  return text.includes("T");
}
