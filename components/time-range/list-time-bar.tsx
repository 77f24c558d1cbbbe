"use client";
import { askedZone } from "./asked-zone";
import { usePreferredZone } from "./preferred-zone";
import { TimeBar } from "./time-bar";
import { LIST_TIMES, type ListTime } from "./time-inputs";

/** The zone of the days of a list's time, of its address or as it was last chosen. */
export function useListZone({ time, zone }: Pick<ListTime, "time" | "zone">): string {
  return askedZone(zone, time === "between", usePreferredZone());
}

/** The time bar of a list whose address holds a time as `ANY_TIME` does. */
export function ListTimeBar({
  value,
  onChange,
}: {
  value: ListTime;
  onChange: (to: Partial<ListTime>, how?: "typed") => void;
}) {
  const zone = useListZone(value);
  return (
    <TimeBar
      times={LIST_TIMES}
      time={value.time}
      between={value.time === "between" ? value : undefined}
      zone={zone}
      // Days by hand are those of the zone that is shown.
      onTime={(time) => onChange({ time, ...(time === "between" && { zone }) })}
      onEnd={(end) => onChange(end, "typed")}
      onZone={(chosen) => onChange({ zone: chosen })}
    />
  );
}
