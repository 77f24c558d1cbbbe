import { type DurationUnit, readDuration } from "@/lib/time/duration";

const UNITS: Readonly<Record<DurationUnit, string>> = {
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
  mo: "month",
};

/** The period of a budget in words: `1mo` as "month", `30d` as "30 days". What is not a duration stays as it is. */
export function periodText(duration: string): string {
  const parts = readDuration(duration);
  if (!parts) return duration;
  const word = UNITS[parts.unit];
  return parts.count === 1 ? word : `${parts.count} ${word}s`;
}
