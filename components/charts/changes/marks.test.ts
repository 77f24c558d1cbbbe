import { expect, test } from "vitest";
import { marksOf } from "./marks";

const DAY = 86_400_000;
const MONDAY = Date.parse("2026-03-09T00:00:00Z");
const STEPS = ["mon", "tue", "wed"].map((key, at) => ({ key, from: MONDAY + at * DAY, to: MONDAY + (at + 1) * DAY }));
const event = (at: string, action: string, entity_id = "x") => ({
  at,
  action,
  entity_type: action.split(".")[0] ?? "",
  entity_id,
  before: null,
  after: action.startsWith("model") ? { model_name: "gpt-4o" } : null,
});

test("changes stand at their step, the earliest first, in words", () => {
  const events = [
    event("2026-03-10T12:00:00Z", "team.block", "fraud"),
    event("2026-03-10T00:00:00Z", "config.save", "4"),
    event("2026-03-09T23:59:59Z", "model.create"),
  ];
  expect([...marksOf(events, STEPS)]).toEqual([
    ["mon", ["Created a model: gpt-4o"]],
    ["tue", ["Saved access settings: Revision 4", "Blocked a team: fraud"]],
  ]);
});

test("other deeds, and changes outside of the chart, are left out", () => {
  const events = [
    event("2026-03-10T12:00:00Z", "team.create"),
    event("2026-03-10T12:00:00Z", "model.test"),
    event("2026-03-08T23:59:59Z", "team.block"),
    event("2026-03-12T00:00:00Z", "team.block"),
  ];
  expect([...marksOf(events, STEPS)]).toEqual([]);
});
