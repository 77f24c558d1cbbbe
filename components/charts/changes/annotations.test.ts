import { expect, test } from "vitest";
import type { IncidentMoment } from "@/lib/wire/contracts/incidents/timeline";
import { annotationsOf } from "./annotations";

const DAY = 86_400_000;
const MONDAY = Date.parse("2026-03-09T00:00:00Z");
const STEPS = ["mon", "tue", "wed"].map((key, at) => ({ key, from: MONDAY + at * DAY, to: MONDAY + (at + 1) * DAY }));
const moment = (at: string, kind: IncidentMoment["kind"], action: string | null, name: string): IncidentMoment => ({
  kind,
  at,
  until: null,
  lasts: false,
  entity_type: "x",
  entity_id: name,
  name,
  upstream_model: null,
  action,
  actor: "ada",
  event_id: 1,
  reasons: [],
  nodes: [],
  version: null,
  impact: null,
});

test("what happened stands at its step, the earliest first, in words", () => {
  const moments = [
    moment("2026-03-10T12:00:00Z", "block", "team.block", "fraud"),
    moment("2026-03-10T00:00:00Z", "settings", "config.save", "Revision 4"),
    moment("2026-03-09T23:59:59Z", "deployment", "model.create", "gpt-4o"),
    moment("2026-03-09T12:00:00Z", "failures", null, "gpt-4o"),
  ];
  expect([...annotationsOf(moments, STEPS)]).toEqual([
    ["mon", ["gpt-4o failed", "Created a model: gpt-4o"]],
    ["tue", ["Saved access settings: Revision 4", "Blocked a team: fraud"]],
  ]);
});

test("cooldowns, and what happened outside of the chart, are left out", () => {
  const moments = [
    moment("2026-03-10T12:00:00Z", "cooldown", null, "gpt-4o"),
    moment("2026-03-08T23:59:59Z", "block", "team.block", "fraud"),
    moment("2026-03-12T00:00:00Z", "block", "team.block", "fraud"),
  ];
  expect([...annotationsOf(moments, STEPS)]).toEqual([]);
});
