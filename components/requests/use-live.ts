"use client";
import { useEffect, useState } from "react";
import { serverTime } from "@/components/api/server-time";
import type { RequestRow } from "@/lib/wire/contracts/requests";

const MINUTE_MS = 60_000;

/** A paused list with the rows that it keeps. */
export interface PausedList {
  /** The filters of the list as a string. A list with other filters is not paused. */
  readonly key: string;
  readonly rows: readonly RequestRow[];
  /** When it was paused, in milliseconds since the epoch. */
  readonly at: number;
}

/** Whether a list follows new rows, is paused, or neither. `key`: its filters as a string. */
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
    /** The time from which a live list counts its minutes back, renewed every minute; undefined: it is not live. */
    since,
    paused: paused?.key === key ? paused : undefined,
    follow() {
      setPaused(undefined);
      setSince(serverTime());
    },
    /** Pauses the list with its present rows. */
    pause(rows: readonly RequestRow[] | undefined) {
      setPaused(rows && { key, rows, at: serverTime() });
      setSince(undefined);
    },
    /** Goes back to the whole list. */
    leave: () => setPaused(undefined),
  };
}
