"use client";
import type { ReactNode } from "react";
import { askedZone } from "./asked-zone";
import { usePreferredZone } from "./preferred-zone";
import { SPANS, type USUAL_SPAN } from "./spans";
import { TimeBar } from "./time-bar";

/** The zone of the days of a span, of its address or as it was last chosen. */
export function useSpanZone({ hours, zone }: Pick<typeof USUAL_SPAN, "hours" | "zone">): string {
  return askedZone(zone, hours === "between", usePreferredZone());
}

/** The time bar of a page whose address holds a time as `USUAL_SPAN` does. */
export function SpanTimeBar({
  value,
  onChange,
  children,
}: {
  value: typeof USUAL_SPAN;
  onChange: (to: Partial<typeof USUAL_SPAN>, how?: "typed") => void;
  children?: ReactNode;
}) {
  const zone = useSpanZone(value);
  const name = SPANS.find((span) => span.value === value.hours)?.value ?? "168";
  return (
    <TimeBar
      times={SPANS}
      time={name}
      between={name === "between" ? value : undefined}
      zone={zone}
      // Days by hand are those of the zone that is shown.
      onTime={(hours) => onChange({ hours, ...(hours === "between" && { zone }) })}
      onEnd={(ends) => onChange(ends, "typed")}
      onZone={(chosen) => onChange({ zone: chosen })}
    >
      {children}
    </TimeBar>
  );
}
