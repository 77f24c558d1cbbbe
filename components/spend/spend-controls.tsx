"use client";
import { type ReactNode, useSyncExternalStore } from "react";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { FilterRow, type RowFilter } from "@/components/shared/lists/filter-row";
import { PAYER_FILTERS } from "@/components/shared/lists/payer-filters";
import { CardHeader } from "@/components/ui/card";
import { Input, Options, Select } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { GRANULARITIES } from "./buckets";
import {
  COMPARISONS,
  type FilterField,
  MEASURES,
  rangeAddress,
  RANGES,
  type SpendAddress,
  type SpendView,
} from "./spend-view";
import { DIMENSIONS } from "@/components/charts/stack-by-day";

type Change = (to: Partial<SpendAddress>, how?: "typed") => void;

/** The filters, in the order in which they are offered. */
const FILTERS: readonly RowFilter<FilterField>[] = [
  ...PAYER_FILTERS,
  { name: "model", label: "Model", word: "model", isOffered: true },
];

/** The choice of days: a range by name or by its ends. `now`: milliseconds since the epoch. */
export function RangeControls({
  view,
  address,
  now,
  onChange,
}: {
  view: SpendView;
  address: SpendAddress;
  now: number;
  onChange: Change;
}) {
  const zone = view.filter.time_zone;
  return (
    <>
      <Segmented
        isStacked
        label="Range"
        options={RANGES}
        value={view.range}
        onChange={(range) => onChange(rangeAddress(range, view.filter, now))}
      />
      {view.range === "between" && (
        <span className="flex gap-2">
          <Input
            type="date"
            aria-label={`First day (${zone})`}
            value={address.from}
            onChange={(event) => onChange({ range: "between", from: event.target.value }, "typed")}
          />
          <Input
            type="date"
            aria-label={`Last day (${zone})`}
            value={address.to}
            onChange={(event) => onChange({ range: "between", to: event.target.value }, "typed")}
          />
        </span>
      )}
      <ZoneSelect zone={zone} onChange={(to) => onChange({ zone: to })} />
    </>
  );
}

/** The time zones that the browser knows. The server may know others, so they are read only once the page runs. */
let allZones: readonly string[] | undefined;
const NO_ZONES: readonly string[] = [];

function ZoneSelect({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const zones = useSyncExternalStore(
    () => () => {},
    () => (allZones ??= Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")),
    () => NO_ZONES,
  );
  const own = zones.length > 0 ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
  const nameOf = (name: string): string => (name === own && name !== "UTC" ? `Yours: ${name}` : name);
  return (
    <Select
      aria-label="Time zone"
      className="!w-44 max-sm:!w-32"
      value={zone}
      onChange={(event) => onChange(event.target.value)}
    >
      {[...new Set([own, "UTC", zone])].map((name) => (
        <option key={name} value={name}>
          {nameOf(name)}
        </option>
      ))}
      {zones.length > 0 && (
        <optgroup label="All time zones">
          {zones
            .filter((name) => name !== own && name !== zone)
            .map((name) => (
              <option key={name}>{name}</option>
            ))}
        </optgroup>
      )}
    </Select>
  );
}

/** The grouping, the measure, the comparison and the filters of the view. */
export function SpendControls({
  view,
  address,
  onChange,
  end,
}: {
  view: SpendView;
  address: SpendAddress;
  onChange: Change;
  /** What stands at the end of the row of filters. */
  end: ReactNode;
}) {
  return (
    <>
      <CardHeader title="Over time">
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
        <Select
          aria-label="Compare with"
          className="!w-auto max-sm:!w-[calc(50%-0.25rem)] max-sm:!px-1.5"
          value={view.comparison}
          onChange={(event) => onChange({ compare: event.target.value })}
        >
          <Options of={COMPARISONS} />
        </Select>
        <Select
          aria-label="Amounts"
          className="!w-auto max-sm:!w-[calc(50%-0.25rem)] max-sm:!px-1.5"
          value={view.isExact ? "yes" : ""}
          onChange={(event) => onChange({ exact: event.target.value })}
        >
          <option value="">Rounded amounts</option>
          <option value="yes">Exact amounts</option>
        </Select>
      </CardHeader>
      <FilterRow
        filters={FILTERS}
        values={address}
        onSet={onChange}
        end={end}
        field={({ name }, field) => (
          <PayerFilter
            {...field}
            name={name}
            onChange={(event) => onChange({ [name]: event.target.value.trim() }, "typed")}
          />
        )}
      />
    </>
  );
}
