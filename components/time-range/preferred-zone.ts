"use client";
import { keepText, readKept, useKept } from "@/components/shared/drafts/kept-text";
import { isTimeZone } from "@/lib/time/time-zone";

const KEY = "gateway-console:time-zone";

/** The zone that was last chosen, outside of components. */
export function readPreferredZone(): string {
  return zoneOf(readKept(KEY));
}

/** The time zone that was last chosen on any page, in this browser; UTC before any was, and on the server. */
export function usePreferredZone(): string {
  return zoneOf(useKept(KEY));
}

/** Keeps a chosen time zone for all pages. The address of the page has it in any case. */
export function preferZone(zone: string): void {
  keepText(KEY, zone);
}

function zoneOf(kept: string | null): string {
  return kept !== null && isTimeZone(kept) ? kept : "UTC";
}
