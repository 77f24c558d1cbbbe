"use client";
import { useSyncExternalStore } from "react";
import { formatAgo, formatMoment, formatTime, formatUntil } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";

const STEP_MS = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

/** Listens to the one timer of all times on the page, which stops with the last listener. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = serverTime();
    listeners.forEach((notify) => notify());
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The last reading of the clock, renewed only when it is too old, as after a time without a timer. React needs one
 * value per render.
 */
function readClock(): number {
  const present = serverTime();
  if (present - now > STEP_MS) now = present;
  return now;
}

/** The time in milliseconds since the epoch, the same for everything on the page; 0 on the server. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readClock, () => 0);
}

/** A past moment as its age, kept up to date, with the exact time on hover. */
export function Ago({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={formatTime(iso)} className="whitespace-nowrap">
      {formatAgo(iso, now)}
    </time>
  );
}

/** A past moment as an exact time in the reader's zone, with its age on hover, for lists that are compared by time. */
export function Moment({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time
      dateTime={iso}
      title={`${formatAgo(iso, now)}, ${formatTime(iso)}`}
      className="whitespace-nowrap tabular-nums"
    >
      {formatMoment(iso, now)}
    </time>
  );
}

/** A future moment as the time until then, kept up to date, with the exact time on hover. */
export function Until({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={formatTime(iso)} className="whitespace-nowrap">
      {formatUntil(iso, now)}
    </time>
  );
}
