import { expect, test } from "vitest";
import { USUAL_SPAN } from "@/components/time-range/spans";
import type { Panel } from "@/lib/wire/dashboards/panel";
import { movedPanel, panelAddress } from "./panel-address";

const SPAN = { ...USUAL_SPAN, hours: "24" };
const PERIOD = { start_date: "2026-03-09T12:00:00Z" };
const CALLS: Panel = { of: "calls", title: "Latency", measure: "latency", filter: { provider: "openai" } };
const TEAMS: Panel = { of: "calls", title: "Teams", measure: "latency", by: "team", percentile: "p99", filter: {} };
const REFUSED: Panel = { of: "refusals", title: "Blocked", filter: { code: "team_blocked" } };

test.each([
  [CALLS, "/console/requests?provider=openai&time=between&from=2026-03-09T12%3A00%3A00Z&chart=latency"],
  [TEAMS, "/console/teams?chart=latency&part=p99&hours=24"],
  [{ ...TEAMS, search: "fraud" } satisfies Panel, "/console/teams?search=fraud&chart=latency&part=p99&hours=24"],
  [REFUSED, "/console/refusals?code=team_blocked&hours=24&chart=refusals"],
])("the chart %j stands alone at %s", (panel, address) => {
  expect(panelAddress(panel, SPAN, PERIOD)).toBe(address);
});

test("a chart changes its place, and the others keep their order", () => {
  const all = [CALLS, TEAMS, REFUSED];
  expect(movedPanel(all, 0, 1)).toEqual([TEAMS, CALLS, REFUSED]);
  expect(movedPanel(all, 2, 0)).toEqual([REFUSED, CALLS, TEAMS]);
  expect(movedPanel(all, 7, 0)).toEqual(all);
});
