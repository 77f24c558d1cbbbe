import { expect, test } from "vitest";
import { callFilterOf, decisionIn, liveFilter, NO_FILTER } from "./filters";

const NOON = Date.parse("2026-03-10T12:00:00Z");

test("empty filters are not sent", () => {
  expect(callFilterOf(NO_FILTER, NOON)).toEqual({});
  expect(callFilterOf({ ...NO_FILTER, model: "gpt-*", tag: "nightly" }, NOON)).toEqual({
    model: "gpt-*",
    tag: "nightly",
  });
});

test("a time range is sent in UTC days, both included", () => {
  expect(callFilterOf({ ...NO_FILTER, time: "6" }, NOON)).toEqual({ start_date: "2026-03-04" });
  expect(callFilterOf({ ...NO_FILTER, time: "between", from: "2026-03-01", to: "2026-03-02" }, NOON)).toEqual({
    start_date: "2026-03-01",
    end_date: "2026-03-02",
  });
  expect(callFilterOf({ ...NO_FILTER, time: "between", to: "2026-03-02" }, NOON)).toEqual({ end_date: "2026-03-02" });
});

test("days in hidden fields are ignored", () => {
  expect(callFilterOf({ ...NO_FILTER, from: "2026-03-01" }, NOON)).toEqual({});
});

test("an unknown time range is any time", () => {
  for (const time of ["yesterday", "-1", "99999999", "1e3"])
    expect(callFilterOf({ ...NO_FILTER, time }, NOON)).toEqual({});
});

test("a live list goes back a quarter of an hour, unless a time is chosen", () => {
  const now = Date.UTC(2026, 5, 1, 12, 30, 42);
  expect(liveFilter({ team_id: "t" }, now)).toEqual({ team_id: "t", start_date: "2026-06-01T12:15:00.000Z" });
  expect(liveFilter({ start_date: "2026-05-01" }, now)).toEqual({ start_date: "2026-05-01" });
});

test("the id of a decision is told from those of calls", () => {
  const id = "dec_00000000-0000-4000-8000-000000000000";
  expect([decisionIn({ any_id: ` ${id}` }), decisionIn({ any_id: "call_1" })]).toEqual([id, undefined]);
});
