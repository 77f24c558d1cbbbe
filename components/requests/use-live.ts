"use client";
import { useEffect, useState } from "react";
import { serverTime } from "@/components/api/server-time";
import type { RequestRow } from "@/lib/wire/contracts/requests";

const MINUTE_MS = 60_000;

/** A list that was paused: it stays as it was. */
export interface PausedList {
  /** What the list was asked for; a list of anything else is not paused. */
  readonly key: string;
  readonly rows: readonly RequestRow[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Whether a list follows what is new, has been paused, or neither. `key`: what the list is asked for. */
export function useLive(key: string) {
  const [since, setSince] = useState<number>();
  const [paused, setPaused] = useState<PausedList>();
  const isLive = since !== undefined;
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setSince(serverTime()), MINUTE_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  return {
    /** The time that the beginning of a live list is counted from. */
    since,
    paused: paused?.key === key ? paused : undefined,
    follow() {
      setPaused(undefined);
      setSince(serverTime());
    },
    /** `rows`: those that the list has now. */
    pause(rows: readonly RequestRow[] | undefined) {
      setPaused(rows && { key, rows, at: serverTime() });
      setSince(undefined);
    },
    /** Back to the whole list. */
    leave: () => setPaused(undefined),
  };
}
