import { expect, test } from "vitest";
import type { IncidentImpact, IncidentMoment } from "@/lib/wire/contracts/incidents/timeline";
import { momentText, toldMoments } from "./moment-text";

const moment = (kind: IncidentMoment["kind"], more: Partial<IncidentMoment> = {}): IncidentMoment => ({
  kind,
  at: "2026-11-23T13:05:00.000Z",
  until: null,
  lasts: false,
  entity_type: "deployment",
  entity_id: "d 1",
  name: null,
  upstream_model: null,
  action: null,
  actor: null,
  event_id: null,
  reasons: [],
  nodes: [],
  version: null,
  impact: null,
  ...more,
});
const impact = (more: Partial<IncidentImpact> = {}): IncidentImpact => ({
  failed_attempts: 4,
  attempts: 8,
  lost_calls: 0,
  lost_callers: 0,
  taken_over_by: [],
  ...more,
});

test.each<[IncidentMoment, string, string, string | undefined]>([
  [
    moment("failures", {
      upstream_model: "openai/x",
      impact: impact({
        lost_calls: 3,
        lost_callers: 2,
        taken_over_by: [{ deployment: "e", name: "house", upstream_model: "openai/y", calls: 1 }],
      }),
    }),
    "openai/x failed",
    "4 attempts failed, 50%; 3 calls of 2 callers lost; openai/y took over; still failing",
    "/console/requests?deployment=d+1&status=error",
  ],
  [
    moment("failures", { name: "house", until: "2026-11-23T13:25:00.000Z", impact: impact() }),
    "house failed",
    "4 attempts failed, 50%; no call lost; for 20 min",
    "/console/deployment?id=d+1",
  ],
  [
    moment("cooldown", { until: "2026-11-23T13:05:30.000Z", reasons: ["connection_refused"], nodes: ["a", "b"] }),
    "d 1 on cooldown",
    "for 30 s; it refused connections; on a, b",
    "/console/deployment?id=d+1",
  ],
  [
    moment("block", { entity_type: "team", name: "Fraud", action: "team.block", actor: "ada", event_id: 7 }),
    "Blocked a team: Fraud",
    "By ada",
    "/console/audit?event=7",
  ],
  [moment("node", { entity_id: "a-1", version: "1.2.3" }), "Node a-1 started", "Version 1.2.3", "/console/settings"],
])("a moment says what happened, what it cost or who did it, and where more is: %#", (one, title, note, href) => {
  expect(momentText(one)).toEqual({ title, note, href });
});

test("cooldowns that failures led to are counted with these, and others stand alone", () => {
  const failures = moment("failures", { until: "2026-11-23T13:25:00.000Z", impact: impact() });
  const within = moment("cooldown", { at: "2026-11-23T13:25:30.000Z" });
  const later = moment("cooldown", { at: "2026-11-23T14:25:30.000Z" });
  const other = moment("cooldown", { entity_id: "e" });
  expect(toldMoments([later, within, failures, other])).toEqual([
    { moment: later, cooldowns: 0 },
    { moment: failures, cooldowns: 1 },
    { moment: other, cooldowns: 0 },
  ]);
});
