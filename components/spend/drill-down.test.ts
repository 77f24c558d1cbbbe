import { expect, test } from "vitest";
import { callsAddress, drillDownOf } from "./drill-down";

const FILTER = { start_date: "2026-03-01", end_date: "2026-03-30", team_id: "", model: "", provider: "openai" };

test("a team's spend opens by model, and spend without a team does not", () => {
  expect(drillDownOf("team", "support")).toEqual({ field: "team_id", value: "support", by: "model" });
  expect(drillDownOf("team", "No team")).toBeUndefined();
  expect(drillDownOf("tag", "nightly")).toBeUndefined();
});

test("every line leads to its calls, with the filters of the page", () => {
  expect(callsAddress("user", "a b", FILTER)).toBe(
    "/console/requests?provider=openai&user_id=a+b&time=between&from=2026-03-01&to=2026-03-30",
  );
  expect(callsAddress("all", "2026-03-05", FILTER)).toBe(
    "/console/requests?provider=openai&time=between&from=2026-03-05&to=2026-03-05",
  );
  expect(callsAddress("key", "No key", FILTER)).toBeUndefined();
  expect(callsAddress("organization", "research", FILTER)).toBeUndefined();
});
