"use client";
import { useSyncExternalStore } from "react";
import { isTimeZone } from "@/lib/time/time-zone";

const KEY = "gateway-console:time-zone";
const USUAL = "UTC";

/** Called after this tab's own writes, because browsers notify only the other tabs. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The zone that was last chosen, outside of components. */
export function readPreferredZone(): string {
  try {
    const kept = window.localStorage.getItem(KEY) ?? USUAL;
    return isTimeZone(kept) ? kept : USUAL;
  } catch {
    return USUAL;
  }
}

/** The time zone that was last chosen on any page, in this browser; UTC before any was, and on the server. */
export function usePreferredZone(): string {
  return useSyncExternalStore(subscribe, readPreferredZone, () => USUAL);
}

/** Keeps a chosen time zone for all pages. */
export function preferZone(zone: string): void {
  try {
    window.localStorage.setItem(KEY, zone);
  } catch {
    // The storage is full or switched off. The address of the page still has the zone.
  }
  listeners.forEach((listener) => listener());
}
