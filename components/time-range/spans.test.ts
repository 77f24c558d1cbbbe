import { expect, test } from "vitest";
import { askedPeriod, askedSpan, periodBefore, USUAL_SPAN } from "./spans";

const NOW = Date.parse("2026-03-10T12:00:00Z");

test.each([
  [{}, { hours: "168" }, 168],
  [{ hours: "24" }, { hours: "24" }, 24],
  [{ hours: "5" }, { hours: "168" }, 168],
  [{ hours: "between" }, { hours: "168" }, 168],
  [{ hours: "between", from: "2026-03-09" }, { start_date: "2026-03-09" }, 36],
  [
    { hours: "between", from: "2026-03-01", to: "2026-03-02" },
    { start_date: "2026-03-01", end_date: "2026-03-02" },
    48,
  ],
  [{ hours: "between", from: "soon" }, { start_date: "soon" }, 168],
] as const)("the span %j is asked for as %j, of %i hours", (span, asked, hours) => {
  expect(askedSpan({ ...USUAL_SPAN, ...span }, NOW, "UTC")).toEqual({ asked, hours });
});

test("days of another zone are asked for by instants", () => {
  const span = { hours: "between", from: "2026-03-01", to: "2026-03-01", zone: "Asia/Tokyo" };
  expect(askedSpan(span, NOW, "Asia/Tokyo").asked).toEqual({
    start_date: "2026-02-28T15:00:00Z",
    end_date: "2026-03-01T15:00:00Z",
  });
});

test.each([
  ["1", { start_date: "2026-03-10T11:00:00Z" }],
  ["24", { start_date: "2026-03-09T12:00:00Z" }],
  ["168", { start_date: "2026-03-03T12:00:00Z" }],
  ["any", { start_date: "2026-03-03T12:00:00Z" }],
])("the calls of the last %s hours begin with a whole minute or hour", (hours, asked) => {
  const now = Date.parse("2026-03-10T12:00:59.900Z");
  expect(askedPeriod({ ...USUAL_SPAN, hours }, now, "UTC")).toEqual(asked);
});

test("the calls of days by hand are those of the days", () => {
  const view = { hours: "between", from: "2026-03-01", to: "2026-03-02", zone: "" };
  expect(askedPeriod(view, Date.parse("2026-03-10T12:00:00Z"), "UTC")).toEqual({
    start_date: "2026-03-01",
    end_date: "2026-03-02",
  });
});

test.each([
  ["2026-03-10T11:00:00Z", undefined, "before", "2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z"],
  ["2026-03-01", "2026-03-02", "before", "2026-02-27T00:00:00Z", "2026-03-01T00:00:00Z"],
  ["2026-03-01", "2026-03-02", "year", "2025-03-01T00:00:00Z", "2025-03-03T00:00:00Z"],
  ["2026-03-03T12:00:00Z", undefined, "year", "2025-03-03T12:00:00Z", "2025-03-10T12:00:00Z"],
] as const)(
  "the time from %s to %s is compared by %j with that from %s to %s",
  (start, end, comparison, from, until) => {
    const period = end === undefined ? { start_date: start } : { start_date: start, end_date: end };
    expect(periodBefore(period, NOW, comparison)).toEqual({ start_date: from, end_date: until });
  },
);

test.each([{}, { start_date: "soon" }, { start_date: "2026-03-11" }, { start_date: "2026-03-01", end_date: "soon" }])(
  "the time %j is compared with none",
  (period) => {
    expect(periodBefore(period, NOW, "before")).toBeUndefined();
  },
);
