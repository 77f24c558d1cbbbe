"use client";
import type { ReactNode } from "react";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { FilterRow, type RowFilter } from "@/components/shared/lists/filter-row";
import { PAYER_FILTERS } from "@/components/shared/lists/payer-filters";
import { ComparisonSelect } from "@/components/time-range/comparison-select";
import { RANGES } from "@/components/time-range/ranges";
import { TimeBar } from "@/components/time-range/time-bar";
import { Select } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { GRANULARITIES } from "./buckets";
import { type FilterField, MEASURES, rangeAddress, type SpendAddress, type SpendView } from "./spend-view";
import { DIMENSIONS } from "@/components/charts/stack-by-day";

type Change = (to: Partial<SpendAddress>, how?: "typed") => void;

/** The filters, in the order in which they are offered. */
const FILTERS: readonly RowFilter<FilterField>[] = [
  ...PAYER_FILTERS,
  { name: "model", label: "Model", word: "model", isOffered: true },
];

const AMOUNTS = [
  { value: "", label: "Rounded" },
  { value: "yes", label: "Exact" },
] as const;

/** How the figures are grouped, measured and written. */
export function ViewControls({ view, onChange }: { view: SpendView; onChange: Change }) {
  return (
    <>
      <Select
        aria-label="Group by"
        className="!w-auto"
        value={view.dimension}
        onChange={(event) => onChange({ by: event.target.value })}
      >
        {view.choices.map((one) => (
          <option key={one} value={one}>
            By {one === "all" ? "time" : DIMENSIONS[one].label.toLowerCase()}
          </option>
        ))}
      </Select>
      <Segmented
        label="Granularity"
        options={GRANULARITIES.filter(({ value }) => view.granularities.includes(value))}
        value={view.granularity}
        onChange={(per) => onChange({ per })}
      />
      <Segmented
        label="Measure"
        options={MEASURES}
        value={view.measure}
        onChange={(measure) => onChange({ measure })}
      />
      <Segmented
        label="Amounts"
        options={AMOUNTS}
        value={view.isExact ? "yes" : ""}
        onChange={(exact) => onChange({ exact })}
      />
    </>
  );
}

/** The row above the figures: the time, what it is compared with, and filters. `now`: milliseconds since the epoch. */
export function SpendFilters({
  view,
  address,
  now,
  onChange,
  end,
}: {
  view: SpendView;
  address: SpendAddress;
  now: number;
  onChange: Change;
  /** What stands at the end of the row. */
  end: ReactNode;
}) {
  const zone = view.filter.time_zone;
  return (
    <FilterRow
      filters={FILTERS}
      values={address}
      onSet={onChange}
      start={
        <TimeBar
          times={RANGES}
          time={view.range}
          between={view.range === "between" ? address : undefined}
          zone={zone}
          onTime={(range) => onChange(rangeAddress(range, view.filter, now))}
          onEnd={(ends) => onChange({ range: "between", ...ends }, "typed")}
          onZone={(chosen) => onChange({ zone: chosen })}
        >
          <ComparisonSelect value={view.comparison} onChange={(compare) => onChange({ compare })} />
        </TimeBar>
      }
      end={end}
      field={({ name }, field) => (
        <PayerFilter
          {...field}
          name={name}
          onChange={(event) => onChange({ [name]: event.target.value.trim() }, "typed")}
        />
      )}
    />
  );
}
