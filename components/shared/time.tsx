"use client";
import { useSyncExternalStore } from "react";
import { formatAgo, formatTime, formatUntil } from "@/components/api/format";

const listeners = new Set<() => void>();
let minute = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute = Date.now();
    listeners.forEach((notify) => notify());
  }, 30_000);
  return () => listeners.delete(listener);
}

/** The time as pages that are rendered together see it; 0 on the server. */
function useMinute(): number {
  return useSyncExternalStore(
    subscribe,
    () => (minute ||= Date.now()),
    () => 0,
  );
}

/** A moment as its age, with the exact time on hover; it grows older by itself. */
export function Ago({ iso }: { iso: string }) {
  const now = useMinute();
  return (
    <time dateTime={iso} title={formatTime(iso)} className="whitespace-nowrap">
      {formatAgo(iso, now)}
    </time>
  );
}

/** A moment to come as how far off it is, with the exact time on hover. */
export function Until({ iso }: { iso: string }) {
  const now = useMinute();
  return (
    <time dateTime={iso} title={formatTime(iso)} className="whitespace-nowrap">
      {formatUntil(iso, now)}
    </time>
  );
}
