import { expect, test } from "vitest";
import { callsAddress, drillDownOf, payerAddress } from "./drill-down";

const FILTER = {
  start_date: "2026-03-01",
  end_date: "2026-03-30",
  time_zone: "UTC",
  team_id: "",
  model: "",
  provider: "openai",
};

test("a team's spend opens by model, and spend without a team does not", () => {
  expect(drillDownOf("team", "support")).toEqual({ field: "team_id", value: "support", by: "model" });
  expect(drillDownOf("tag", "nightly")).toEqual({ field: "tag", value: "nightly", by: "model" });
  expect(drillDownOf("issuer", "https://idp")).toEqual({ field: "issuer", value: "https://idp", by: "model" });
  expect(drillDownOf("model", "gpt-4o")).toEqual({ field: "model", value: "gpt-4o", by: "team" });
  expect(drillDownOf("team", "No team")).toBeUndefined();
  expect(drillDownOf("all", "2026-03-05")).toBeUndefined();
});

test("every line leads to its calls, with the filters of the page", () => {
  expect(callsAddress("user", "a b", FILTER)).toBe(
    "/console/requests?user_id=a+b&provider=openai&status=calls&time=between&from=2026-03-01&to=2026-03-30",
  );
  expect(callsAddress("organization", "research", FILTER)).toBe(
    "/console/requests?organization_id=research&provider=openai&status=calls&time=between&from=2026-03-01&to=2026-03-30",
  );
  expect(callsAddress("issuer", "https://idp", FILTER)).toBe(
    "/console/requests?issuer=https%3A%2F%2Fidp&provider=openai&status=calls&time=between&from=2026-03-01&to=2026-03-30",
  );
  expect(callsAddress("key", "No key", FILTER)).toBeUndefined();
});

test("a bar leads to the calls of its time", () => {
  expect(callsAddress("all", "", FILTER, { from: "2026-03-05", to: "2026-03-05" })).toBe(
    "/console/requests?provider=openai&status=calls&time=between&from=2026-03-05&to=2026-03-05",
  );
});

test("the days of another time zone lead to calls between two instants", () => {
  expect(callsAddress("team", "support", { ...FILTER, time_zone: "Europe/Berlin", provider: "" })).toBe(
    "/console/requests?team_id=support&status=calls&time=between&from=2026-02-28T23%3A00%3A00Z&to=2026-03-30T22%3A00%3A00Z",
  );
});

test.each([
  ["team", "/teams/ml", "/console/team?id=%2Fteams%2Fml"],
  ["user", "ada", "/console/user?id=ada"],
  ["organization", "o", "/console/organization?id=o"],
  ["key", "k", "/console/key?id=k"],
  ["end_user", "reader", "/console/end-user?id=reader"],
  ["issuer", "https://idp", "/console/issuer?id=https%3A%2F%2Fidp"],
  ["team", "No team", undefined],
  ["tag", "nightly", undefined],
  ["provider", "openai", undefined],
  ["model", "gpt-4o", undefined],
  ["all", "All calls", undefined],
] as const)("a line of %s %s leads to the page of its payer: %s", (dimension, name, address) => {
  expect(payerAddress(dimension, name)).toBe(address);
});
