"use client";
import { useSyncExternalStore } from "react";
import { formatAgo, formatTime } from "@/components/api/format";

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

/** A moment as its age, with the exact time on hover; it grows older by itself. */
export function Ago({ iso }: { iso: string }) {
  const now = useSyncExternalStore(subscribe, () => (minute ||= Date.now()), () => 0);
  return (
    <time dateTime={iso} title={formatTime(iso)} className="whitespace-nowrap">
      {formatAgo(iso, now)}
    </time>
  );
}
