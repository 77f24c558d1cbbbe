"use client";
import { useState } from "react";
import { formatDay } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { askedZone } from "@/components/time-range/asked-zone";
import { usePreferredZone } from "@/components/time-range/preferred-zone";
import { RANGES } from "@/components/time-range/ranges";
import { type DayRange, daysOfAddress, USUAL_RANGE } from "@/components/time-range/spend-range";
import { TimeBar } from "@/components/time-range/time-bar";

/** What the address of a page of one thing holds about its time, as that of *Spend* does. */
export const DETAIL_TIME = { range: USUAL_RANGE as string, from: "", to: "", zone: "" };
export type DetailTimeAddress = typeof DETAIL_TIME;

/** The time of a page of one thing. */
export interface DetailTime extends DayRange {
  readonly time_zone: string;
  /** In the middle of a sentence: "last 30 days". */
  readonly words: string;
  /** The parameters of an address with the same time. */
  readonly address: Partial<DetailTimeAddress>;
}

/** The time in the address of a page of one thing. */
export function useDetailTime({ range, from, to, zone }: DetailTimeAddress): DetailTime {
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

/** The time bar of a page of one thing. */
export function DetailTimeBar({
  view,
  time,
  onChange,
}: {
  view: DetailTimeAddress;
  time: DetailTime;
  onChange: (to: Partial<DetailTimeAddress>, how?: "typed") => void;
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
    />
  );
}
