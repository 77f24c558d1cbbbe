import { formatCount } from "@/components/api/format";

/** How often something was used: `no calls`, `12 a day`, `3 calls in 7 days`. `days`: how many days are counted. */
export function dailyText(calls: number, days: number): string {
  if (calls === 0) return "no calls";
  const daily = calls / days;
  if (daily >= 1) return `${formatCount(Math.round(daily))} a day`;
  return `${formatCount(calls)} ${calls === 1 ? "call" : "calls"} in ${days} days`;
}

/** Which days are counted, as a sentence. `asked`: how many were chosen. Fewer may be on record (`days`). */
export function spanText({
  days,
  asked,
  kept,
  truncated,
}: {
  readonly days: number;
  readonly asked: number;
  readonly kept: number;
  readonly truncated: boolean;
}): string {
  const span = days === 1 ? "Calls today" : `Calls of the last ${days} days`;
  const because = asked > kept + 1 ? `, because decisions are kept for ${kept} days` : "";
  const fewer = days < asked ? `${span}: no older ones are on record${because}.` : `${span}.`;
  return truncated ? `${fewer} The rarest are left out.` : fewer;
}

/** The width of an edge in pixels: ten times the calls a day make it about one pixel wider. */
export function edgeWidth(calls: number | undefined, days: number): number {
  if (calls === undefined || calls === 0) return 1.25;
  return Math.min(6, 1.5 + Math.log10(1 + calls / days));
}
