import { describe, expect, test } from "vitest";
import { ANY_TIME, timeBefore, timeInputs } from "./time-inputs";

const NOON = Date.parse("2026-03-10T12:00:00Z");

test.each([
  [{}, {}, {}],
  [{ time: "0" }, { start_date: "2026-03-10" }, { start_date: "2026-03-10" }],
  [{ time: "6" }, { start_date: "2026-03-04" }, { start_date: "2026-03-04" }],
  [{ time: "between" }, {}, {}],
  [{ time: "between", to: "2026-02-28" }, { end_date: "2026-02-28" }, { end_date: "2026-03-01" }],
  [
    { time: "between", from: "2026-03-01", to: "2026-03-01" },
    { start_date: "2026-03-01", end_date: "2026-03-01" },
    { start_date: "2026-03-01", end_date: "2026-03-02" },
  ],
  [
    { time: "between", from: "2026-02-28T23:00:00Z", to: "2026-03-31T22:00:00Z" },
    { start_date: "2026-02-28T23:00:00Z", end_date: "2026-03-31T22:00:00Z" },
    { start_date: "2026-02-28T23:00:00Z", end_date: "2026-03-31T22:00:00Z" },
  ],
  [{ from: "2026-03-01" }, {}, {}],
  [{ time: "yesterday" }, {}, {}],
  [{ time: "99999" }, {}, {}],
])("the time %j is asked for as %j, and as %j where the end is excluded", (time, included, excluded) => {
  const inputs = timeInputs({ ...ANY_TIME, ...time }, NOON);
  expect(inputs).toEqual(included);
  expect(timeBefore(inputs)).toEqual(excluded);
});

describe("the days of another zone", () => {
  const EVENING = Date.parse("2026-03-10T23:30:00Z");
  test.each([
    [{ time: "0" }, { start_date: "2026-03-10T23:00:00Z" }],
    [{ time: "6" }, { start_date: "2026-03-04T23:00:00Z" }],
    [{ time: "to-date" }, { start_date: "2026-02-28T23:00:00Z" }],
    [{ time: "month" }, { start_date: "2026-01-31T23:00:00Z", end_date: "2026-02-28T23:00:00Z" }],
    [
      { time: "between", from: "2026-03-29", to: "2026-03-29" },
      { start_date: "2026-03-28T23:00:00Z", end_date: "2026-03-29T22:00:00Z" },
    ],
    [{ time: "between", to: "2026-03-01T12:00:00Z" }, { end_date: "2026-03-01T12:00:00Z" }],
  ])("%j are asked for by instants", (time, inputs) => {
    expect(timeInputs({ ...ANY_TIME, ...time }, EVENING, "Europe/Berlin")).toEqual(inputs);
  });
});

test("months are asked for by their days in UTC", () => {
  expect(timeInputs({ ...ANY_TIME, time: "month" }, NOON)).toEqual({
    start_date: "2026-02-01",
    end_date: "2026-02-28",
  });
  expect(timeInputs({ ...ANY_TIME, time: "to-date" }, NOON)).toEqual({ start_date: "2026-03-01" });
});
