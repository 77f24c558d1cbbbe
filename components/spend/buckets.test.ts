import { expect, test } from "vitest";
import {
  bucketKey,
  bucketLabel,
  bucketsOf,
  granularitiesOf,
  type Granularity,
  openBucketKey,
  usualGranularity,
} from "./buckets";
import type { SpendRow } from "@/components/charts/stack-by-day";

const range = (start_date: string, end_date: string) => ({ start_date, end_date });
const row = (times: Partial<SpendRow>): SpendRow => ({
  ...times,
  spend: 1,
  calls: 1,
  failed_calls: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  unpriced_calls: 0,
});

test.each([
  ["2026-10-25", "2026-10-25", "Europe/Berlin", ["hour", "day"]],
  ["2026-10-01", "2026-10-14", "UTC", ["hour", "day", "week"]],
  ["2026-10-01", "2026-10-31", "UTC", ["day", "week", "month"]],
  ["2026-10-25", "2026-10-25", "Asia/Kolkata", ["day"]],
  ["2024-01-01", "2026-10-31", "UTC", ["week", "month"]],
])("the range from %s to %s in %s can be shown by %j", (start, end, zone, granularities) => {
  expect(granularitiesOf(range(start, end), zone)).toEqual(granularities);
});

test.each([
  ["2026-10-01", "2026-12-31", "day"],
  ["2026-01-01", "2026-10-31", "week"],
  ["2024-01-01", "2026-10-31", "month"],
])("the range from %s to %s is usually shown by %s", (start, end, granularity) => {
  expect(usualGranularity(range(start, end))).toBe(granularity);
});

test.each([
  ["2026-10-25", 25],
  ["2026-03-29", 23],
  ["2026-06-01", 24],
])("%s has %i hours in Berlin, each with a key of its own", (day, hours) => {
  const keys = bucketsOf("hour", range(day, day), "Europe/Berlin").map(({ key }) => key);
  expect(new Set(keys).size).toBe(hours);
  expect(keys[0]).toMatch(new RegExp(`^${day}T00:00:00`));
  expect(keys.at(-1)).toMatch(new RegExp(`^${day}T23:00:00`));
});

test("weeks begin on Monday, and the first and the last end with the range", () => {
  expect(bucketsOf("week", range("2026-10-29", "2026-11-10"), "UTC")).toEqual([
    { key: "2026-10-29", from: "2026-10-29", to: "2026-11-01" },
    { key: "2026-11-02", from: "2026-11-02", to: "2026-11-08" },
    { key: "2026-11-09", from: "2026-11-09", to: "2026-11-10" },
  ]);
});

test("months of another zone begin and end at its midnights", () => {
  expect(bucketsOf("month", range("2026-10-10", "2026-11-30"), "Europe/Berlin")).toEqual([
    { key: "2026-10-10", from: "2026-10-09T22:00:00Z", to: "2026-10-31T23:00:00Z" },
    { key: "2026-11-01", from: "2026-10-31T23:00:00Z", to: "2026-11-30T23:00:00Z" },
  ]);
});

test.each<[Granularity, Partial<SpendRow>]>([
  ["day", { day: "2026-10-31" }],
  ["week", { day: "2026-10-31" }],
  ["week", { day: "2026-11-05" }],
  ["month", { day: "2026-10-31T00:00:00.000Z" }],
  ["month", { day: "2026-11-10" }],
  ["hour", { hour: "2026-10-29T02:00:00+01:00" }],
])("every row by %s falls into a bucket: %j", (granularity, times) => {
  const shown = range("2026-10-29", "2026-11-10");
  const keys = bucketsOf(granularity, shown, "Europe/Berlin").map(({ key }) => key);
  expect(keys).toContain(bucketKey(granularity, row(times), shown));
});

test.each<[Granularity, string, string, string]>([
  ["hour", "2026-10-25T02:00:00+01:00", "Oct 25 02:00", "Oct 25, 02:00 UTC+01:00"],
  ["hour", "2026-10-25T02:00:00Z", "Oct 25 02:00", "Oct 25, 02:00 UTC"],
  ["day", "2026-10-25", "Oct 25", "Sun, Oct 25, 2026"],
  ["week", "2026-10-19", "Oct 19", "Week of Oct 19, 2026"],
  ["month", "2026-10-01", "Oct 2026", "October 2026"],
])("a bucket by %s with the key %s is labelled %s, and alone %s", (granularity, key, axis, full) => {
  expect(bucketLabel(granularity, key)).toBe(axis);
  expect(bucketLabel(granularity, key, true)).toBe(full);
});

test.each([
  ["hour", "2026-11-23", "2026-11-24", "2026-11-24T00:00:00+01:00"],
  ["day", "2026-11-01", "2026-11-24", "2026-11-24"],
  ["week", "2026-11-01", "2026-11-24", "2026-11-23"],
  ["month", "2026-11-05", "2026-11-24", "2026-11-05"],
  ["day", "2026-10-01", "2026-11-23", undefined],
] as const)("by %s, from %s to %s, the bar of %s is not over in Berlin", (granularity, start, end, key) => {
  const now = Date.parse("2026-11-23T23:30:00Z");
  const days = range(start, end);
  expect(openBucketKey(granularity, days, "Europe/Berlin", now)).toBe(key);
  const keys = bucketsOf(granularity, days, "Europe/Berlin").map((bucket) => bucket.key);
  if (key !== undefined) expect(keys).toContain(key);
});
