import { expect, test } from "vitest";
import { dayBounds } from "@/lib/time/time-zone";
import { reportSource } from "./report-source";

const hoursSince = Date.parse("2026-08-01T00:00:00Z");
const callsSince = Date.parse("2026-11-10T00:00:00Z");
const BY_HOUR = /pend is kept by the hour only since 2026-08-01 \(hourly_retention_days\)/;
const CALLS = /UTC days, because single calls are kept only since 2026-11-10 \(call_retention_days\)\.$/;
const togetherOnly = "team and key";
const cases: readonly (readonly [
  zone: string,
  days: readonly [first: string, last: string],
  facts: {
    readonly byHour?: boolean;
    readonly hoursSince?: number;
    readonly callsSince?: number;
    readonly togetherOnly?: string;
  },
  from: string,
  says: RegExp | undefined,
])[] = [
  ["UTC", ["2026-01-01", "2026-11-21"], { hoursSince, callsSince }, "days", undefined],
  ["UTC", ["2026-11-21", "2026-11-21"], { byHour: true }, "hours", undefined],
  ["UTC", ["2026-01-01", "2026-11-21"], { hoursSince, byHour: true }, "nothing", BY_HOUR],
  ["Europe/Berlin", ["2026-09-01", "2026-11-21"], {}, "hours", undefined],
  ["Europe/Berlin", ["2026-09-01", "2026-11-21"], { byHour: true }, "hours", undefined],
  ["Europe/Berlin", ["2025-09-01", "2026-11-21"], { hoursSince }, "days", BY_HOUR],
  ["Europe/Berlin", ["2025-09-01", "2025-09-02"], { hoursSince, byHour: true }, "nothing", BY_HOUR],
  ["Asia/Kolkata", ["2026-11-01", "2026-11-21"], {}, "calls", undefined],
  ["Asia/Kolkata", ["2026-10-22", "2026-11-21"], {}, "calls", undefined],
  ["Asia/Kolkata", ["2026-10-21", "2026-11-21"], {}, "nothing", /at most 31 days/],
  ["Asia/Kolkata", ["2026-11-01", "2026-11-21"], { callsSince }, "days", CALLS],
  ["Asia/Kolkata", ["2026-11-01", "2026-11-02"], { byHour: true }, "nothing", /do not begin with those of UTC/],
  // Clocks on Lord Howe Island go half an hour forward in October, and days begin on the hour from then on.
  ["Australia/Lord_Howe", ["2026-11-01", "2026-11-21"], {}, "hours", undefined],
  ["Australia/Lord_Howe", ["2026-07-01", "2026-07-31"], {}, "calls", undefined],
  // Of some payers together there are no totals, whatever the zone.
  ["UTC", ["2026-10-22", "2026-11-21"], { togetherOnly }, "calls", undefined],
  ["UTC", ["2026-11-01", "2026-11-21"], { togetherOnly, byHour: true, hoursSince }, "calls", undefined],
  [
    "UTC",
    ["2026-10-21", "2026-11-21"],
    { togetherOnly },
    "nothing",
    /no totals by team and key together.*at most 31 days/,
  ],
  ["UTC", ["2026-11-01", "2026-11-21"], { togetherOnly, callsSince }, "nothing", /kept only since 2026-11-10/],
  ["Europe/Berlin", ["2026-10-01", "2026-10-31"], { togetherOnly }, "calls", undefined],
  ["Asia/Kolkata", ["2026-11-01", "2026-11-02"], { togetherOnly, byHour: true }, "nothing", /do not begin with those/],
];

test.each(cases)("a report in %s over %j with %j comes from %s", (timeZone, [first, last], facts, from, says) => {
  const bounds = dayBounds(timeZone, Date.parse(first), Date.parse(last));
  const source = reportSource({ timeZone, byHour: false, bounds, ...facts });
  expect(source.from).toBe(from);
  const said = source.from === "nothing" ? source.because : source.from === "days" ? source.note : undefined;
  if (says) expect(said).toMatch(says);
  else expect(said).toBeUndefined();
});
