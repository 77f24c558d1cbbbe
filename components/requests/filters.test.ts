import { expect, test } from "vitest";
import { askedList, decisionIn, liveFilter, NO_FILTER } from "./filters";

const NOON = Date.parse("2026-03-10T12:00:00Z");
const filterOf = (view: typeof NO_FILTER) => askedList(view, "started_at", NOON).filter;

test("empty filters are not sent", () => {
  expect(filterOf(NO_FILTER)).toEqual({});
  expect(filterOf({ ...NO_FILTER, model: "gpt-*", tag: "nightly" })).toEqual({
    model: "gpt-*",
    tag: "nightly",
  });
});

test("a time range is sent in UTC days, both included", () => {
  expect(filterOf({ ...NO_FILTER, time: "6" })).toEqual({ start_date: "2026-03-04" });
  expect(filterOf({ ...NO_FILTER, time: "between", from: "2026-03-01", to: "2026-03-02" })).toEqual({
    start_date: "2026-03-01",
    end_date: "2026-03-02",
  });
  expect(filterOf({ ...NO_FILTER, time: "between", to: "2026-03-02" })).toEqual({ end_date: "2026-03-02" });
});

test("days in hidden fields are ignored", () => {
  expect(filterOf({ ...NO_FILTER, from: "2026-03-01" })).toEqual({});
});

test("an unknown time range is any time", () => {
  for (const time of ["yesterday", "-1", "99999999", "1e3"]) expect(filterOf({ ...NO_FILTER, time })).toEqual({});
});

test("a live list goes back a quarter of an hour, unless a time is chosen", () => {
  const now = Date.UTC(2026, 5, 1, 12, 30, 42);
  expect(liveFilter({ team_id: "t" }, now)).toEqual({ team_id: "t", start_date: "2026-06-01T12:15:00.000Z" });
  expect(liveFilter({ start_date: "2026-05-01" }, now)).toEqual({ start_date: "2026-05-01" });
});

test("the id of a decision is distinguished from those of calls", () => {
  const id = "dec_00000000-0000-4000-8000-000000000000";
  expect([decisionIn({ any_id: ` ${id}` }), decisionIn({ any_id: "call_1" })]).toEqual([id, undefined]);
});

test.each<[shown: "calls" | "requests", view: Partial<typeof NO_FILTER>, sort?: string]>([
  ["requests", {}],
  ["requests", { team_id: "t", requested_model: "m", any_id: "x", time: "6" }],
  ["requests", { status: "refused" }],
  ["requests", { status: "refused" }, "spend"],
  ["requests", { code: "team_blocked" }],
  ["requests", { issuer: "https://idp" }],
  ["calls", { issuer: "https://idp", status: "success" }],
  ["requests", { status: "refused", provider: "openai" }],
  ["calls", { status: "calls" }],
  ["calls", { status: "error" }],
  ["calls", { provider: "openai" }],
  ["calls", { session_id: "s" }],
  ["calls", { mcp_server: "s", mcp_tool: "t" }],
  ["calls", { price_state: "free" }],
  ["calls", {}, "spend"],
])("the page shows a list of %s for %j", (of, view, sort = "started_at") => {
  expect(askedList({ ...NO_FILTER, ...view }, sort, NOON).of).toBe(of);
});

test("the filter for calls alone sends no status", () => {
  expect(filterOf({ ...NO_FILTER, status: "calls", team_id: "t" })).toEqual({ team_id: "t" });
  expect(filterOf({ ...NO_FILTER, status: "refused" })).toEqual({ status: "refused" });
});
