import { expect, test } from "vitest";
import { dayBounds } from "@/lib/time/time-zone";
import { reportSource } from "./report-source";

const all = { hasHours: true, hasCalls: true };
const cases: readonly (readonly [
  zone: string,
  days: readonly [first: string, last: string],
  facts: { readonly byHour?: boolean; readonly hasHours: boolean; readonly hasCalls: boolean },
  from: string,
  says: RegExp | undefined,
])[] = [
  ["UTC", ["2026-01-01", "2026-11-21"], { hasHours: false, hasCalls: false }, "days", undefined],
  ["UTC", ["2026-11-21", "2026-11-21"], { ...all, byHour: true }, "hours", undefined],
  ["UTC", ["2026-01-01", "2026-11-21"], { ...all, hasHours: false, byHour: true }, "nothing", /not kept by the hour/],
  ["Europe/Berlin", ["2026-09-01", "2026-11-21"], all, "hours", undefined],
  ["Europe/Berlin", ["2026-09-01", "2026-11-21"], { ...all, byHour: true }, "hours", undefined],
  ["Europe/Berlin", ["2025-09-01", "2026-11-21"], { ...all, hasHours: false }, "days", /UTC days/],
  ["Europe/Berlin", ["2025-09-01", "2025-09-02"], { ...all, hasHours: false, byHour: true }, "nothing", /by the hour/],
  ["Asia/Kolkata", ["2026-11-01", "2026-11-21"], all, "calls", undefined],
  ["Asia/Kolkata", ["2026-10-22", "2026-11-21"], all, "calls", undefined],
  ["Asia/Kolkata", ["2026-10-21", "2026-11-21"], all, "nothing", /at most 31 days/],
  ["Asia/Kolkata", ["2026-11-01", "2026-11-21"], { ...all, hasCalls: false }, "days", /calls of some of these days/],
  ["Asia/Kolkata", ["2026-11-01", "2026-11-02"], { ...all, byHour: true }, "nothing", /do not begin with those of UTC/],
  // The clocks of Lord Howe go half an hour forward in October, so that days begin on the hour from then on.
  ["Australia/Lord_Howe", ["2026-11-01", "2026-11-21"], all, "hours", undefined],
  ["Australia/Lord_Howe", ["2026-07-01", "2026-07-31"], all, "calls", undefined],
];

test.each(cases)("a report in %s over %j with %j comes from %s", (timeZone, [first, last], facts, from, says) => {
  const bounds = dayBounds(timeZone, Date.parse(first), Date.parse(last));
  const source = reportSource({ timeZone, byHour: false, bounds, ...facts });
  expect(source.from).toBe(from);
  const said = source.from === "nothing" ? source.because : source.from === "days" ? source.note : undefined;
  if (says) expect(said).toMatch(says);
  else expect(said).toBeUndefined();
});
