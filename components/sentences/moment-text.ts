import { formatAgo, formatTime, formatUntil } from "@/components/api/format";

const WEEK_MS = 7 * 86_400_000;

/**
 * A moment as its distance from `now` (milliseconds since the epoch) and as a time in the reader's zone: "in 3 h
 * (2026-11-24 08:00:00 UTC+1)". Beyond a week, the time alone.
 */
export function momentText(iso: string, now: number): string {
  const exact = formatTime(iso);
  const distance = Date.parse(iso) - now;
  if (Math.abs(distance) >= WEEK_MS) return `on ${exact}`;
  return `${distance > 0 ? formatUntil(iso, now) : formatAgo(iso, now)} (${exact})`;
}
