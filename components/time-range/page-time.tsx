"use client";
import { type ReactNode, useState } from "react";
import { formatDay } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { askedZone } from "./asked-zone";
import { usePreferredZone } from "./preferred-zone";
import { RANGES } from "./ranges";
import { callsPeriod, type DayRange, daysOfAddress, USUAL_RANGE } from "./spend-range";
import { TimeBar } from "./time-bar";
import type { TimeInputs } from "./time-inputs";

/** What the address of a page with figures of days holds about its time, as that of *Spend* does. */
export const PAGE_TIME = { range: USUAL_RANGE as string, from: "", to: "", zone: "" };
export type PageTimeAddress = typeof PAGE_TIME;

/** The time of a page: days of a zone. */
export interface PageTime extends DayRange {
  readonly time_zone: string;
  /** In the middle of a sentence: "last 30 days". */
  readonly words: string;
  /** The parameters of an address with the same time. */
  readonly address: Partial<PageTimeAddress>;
}

/** The time in the address of a page. */
export function usePageTime({ range, from, to, zone }: PageTimeAddress): PageTime {
  const [now] = useState(serverTime);
  const shownZone = askedZone(zone, range === "between", usePreferredZone());
  const days = daysOfAddress({ range, from, to }, now, shownZone);
  const name = RANGES.find(({ value }) => value === range) ?? RANGES.find(({ value }) => value === USUAL_RANGE);
  const words =
    name === undefined || name.value === "between"
      ? `${formatDay(days.start_date)} to ${formatDay(days.end_date)}`
      : name.label.toLowerCase();
  return {
    ...days,
    time_zone: shownZone,
    words,
    address: { ...(range !== USUAL_RANGE && { range, from, to }), ...(zone !== "" && { zone }) },
  };
}

/** A time as operations take it that know no time zones: days of UTC, or the instants at which it begins and ends. */
export function periodOf({ start_date, end_date, time_zone: zone }: PageTime): TimeInputs {
  const { from, to } = callsPeriod({ start_date, end_date }, zone);
  return { start_date: from, end_date: to };
}

/** The time bar of a page. */
export function PageTimeBar({
  view,
  time,
  onChange,
  children,
}: {
  view: PageTimeAddress;
  time: PageTime;
  onChange: (to: Partial<PageTimeAddress>, how?: "typed") => void;
  children?: ReactNode;
}) {
  return (
    <TimeBar
      times={RANGES}
      time={RANGES.find(({ value }) => value === view.range)?.value ?? USUAL_RANGE}
      between={view.range === "between" ? view : undefined}
      zone={time.time_zone}
      onTime={(range) => {
        const { start_date: from, end_date: to, time_zone: zone } = time;
        // Days by hand begin with those that are shown.
        onChange(range === "between" ? { range, from, to, zone } : { range, from: "", to: "" });
      }}
      onEnd={(ends) => onChange(ends, "typed")}
      onZone={(zone) => onChange({ zone })}
    >
      {children}
    </TimeBar>
  );
}
