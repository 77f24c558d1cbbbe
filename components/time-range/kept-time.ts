"use client";
import { serverTime } from "@/components/api/server-time";
import { withoutBasePath } from "@/lib/http/base-path";
import { basePath } from "@/lib/http/published-base-path";
import { readPreferredZone } from "./preferred-zone";
import { addressWithTime, isTimed } from "./timed-pages";

/** The path and query of the last page with a time, in this tab. */
let kept = "";

/** Remembers the path and query of a page with a time, whose time goes on with the next one. */
export function keepTimeOf(place: string): void {
  if (isTimed(place.split("?")[0] ?? "")) kept = place;
}

/** The address of a page with the time of the page that the window shows, or of the last one with a time. */
export function addressWithKeptTime(path: string): string {
  // A time that was just chosen is in the window's address before the router draws it.
  keepTimeOf(withoutBasePath(window.location.pathname, basePath()) + window.location.search);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return addressWithTime(path, kept, { now: serverTime(), zone, preferred: readPreferredZone() });
}
