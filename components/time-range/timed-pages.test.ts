import { describe, expect, test } from "vitest";
import { addressWithTime, isTimed } from "./timed-pages";

const BERLIN = { now: Date.parse("2026-11-21T15:30:40Z"), zone: "Europe/Berlin", preferred: "UTC" };

const CASES: [from: string, to: string][] = [
  // From *Spend*.
  ["/console/spend?range=7", "/console/requests?time=6"],
  ["/console/spend?range=between&from=2026-11-15&to=2026-11-21", "/console/requests?time=6"],
  ["/console/spend?range=between&from=2026-11-15&to=2026-11-21", "/console/refusals?hours=168"],
  ["/console/spend?range=90", "/console/requests?time=89"],
  ["/console/spend?range=90", "/console/refusals?hours=between&from=2026-08-24"],
  ["/console/spend?range=between&from=2026-11-21&to=2026-11-21", "/console/requests?time=0"],
  ["/console/spend?range=between&from=2026-11-21&to=2026-11-21", "/console/refusals?hours=24"],
  [
    "/console/spend?range=between&from=2026-10-01&to=2026-10-31&team_id=a",
    "/console/requests?time=between&from=2026-10-01&to=2026-10-31",
  ],
  [
    "/console/spend?range=between&from=2026-10-01&to=2026-10-31",
    "/console/refusals?hours=between&from=2026-10-01&to=2026-10-31",
  ],
  [
    "/console/spend?range=month&zone=Europe%2FBerlin",
    "/console/requests?time=between&from=2026-10-01&to=2026-10-31&zone=Europe%2FBerlin",
  ],
  ["/console/spend?range=7&zone=Europe%2FBerlin", "/console/requests?time=6&zone=Europe%2FBerlin"],
  ["/console/spend?team_id=a", "/console/requests"],
  // A usual time that has come along goes on, too.
  ["/console/spend?range=30", "/console/requests?time=29"],
  ["/console/models?hours=168", "/console/audit?time=6"],
  ["/console/spend?range=7&range=90", "/console/requests"],
  ["/console/spend?range=7&zone=Nowhere", "/console/requests?time=6"],
  // From *Requests*.
  ["/console/requests?time=6&status=error", "/console/spend?range=7"],
  ["/console/requests?time=29", "/console/spend?range=30"],
  ["/console/requests?time=29", "/console/refusals?hours=720"],
  ["/console/requests?time=0", "/console/spend?range=between&from=2026-11-21&to=2026-11-21"],
  [
    "/console/requests?time=between&from=2026-10-01&to=2026-10-31",
    "/console/spend?range=between&from=2026-10-01&to=2026-10-31",
  ],
  ["/console/requests?time=between&from=2026-11-15&to=2026-11-21", "/console/spend?range=7"],
  [
    "/console/requests?time=between&from=2026-09-30T22%3A00%3A00Z&to=2026-10-31T23%3A00%3A00Z",
    "/console/spend?range=between&from=2026-10-01&to=2026-10-31&zone=Europe%2FBerlin",
  ],
  ["/console/requests?time=between&from=2026-11-14T23%3A00%3A00Z", "/console/spend?range=7&zone=Europe%2FBerlin"],
  ["/console/requests?time=between&from=2026-11-21T15%3A00%3A00Z", "/console/refusals?hours=1"],
  ["/console/requests?time=between&from=%2B275760-09-12T23%3A00%3A00Z", "/console/spend"],
  ["/console/requests?time=between&from=soon", "/console/spend"],
  ["/console/requests?time=between&to=2026-11-20", "/console/spend"],
  ["/console/requests?from=2026-10-01", "/console/spend"],
  ["/console/requests", "/console/spend"],
  // *Audit log* holds it as *Requests* does.
  [
    "/console/audit?time=between&from=2026-10-01&to=2026-10-31",
    "/console/spend?range=between&from=2026-10-01&to=2026-10-31",
  ],
  ["/console/spend?range=7", "/console/audit?time=6"],
  ["/console/requests?time=29", "/console/audit?time=29"],
  // From *Refusals*.
  ["/console/refusals?hours=1", "/console/requests?time=between&from=2026-11-21T14%3A30%3A00Z"],
  ["/console/refusals?hours=24", "/console/spend?range=between&from=2026-11-20&to=2026-11-21"],
  ["/console/refusals?hours=720", "/console/requests?time=29"],
  ["/console/refusals?hours=720", "/console/spend?range=30"],
  ["/console/refusals?hours=5", "/console/spend"],
  ["/console/refusals?hours=constructor", "/console/spend"],
  // *Models* holds it as *Refusals* does.
  ["/console/models?hours=24&sort=-calls", "/console/refusals?hours=24"],
  ["/console/requests?time=29", "/console/models?hours=720"],
];

test.each(CASES)("the time of %s leads to %s", (from, to) => {
  expect(addressWithTime(to.split("?")[0] ?? "", from, BERLIN)).toBe(to);
});

test.each([
  ["/console/team?id=a", "/console/team?id=a&range=7"],
  ["/console", "/console?range=7"],
  ["/console/server?id=a&tab=usage", "/console/server?id=a&tab=usage&range=7"],
  ["/console/spend?team_id=a", "/console/spend?team_id=a&range=7"],
  ["/console/spend?team_id=a&range=90", "/console/spend?team_id=a&range=90"],
  ["/console/key?id=k&from=x", "/console/key?id=k&from=x"],
])("the address %s keeps its query, and gets a time unless it has one: %s", (path, to) => {
  expect(addressWithTime(path, "/console/requests?time=6", BERLIN)).toBe(to);
});

test("a page of one thing hands its time on", () => {
  const place = "/console/team?id=a&range=between&from=2026-10-01&to=2026-10-31";
  expect(addressWithTime("/console/audit", place, BERLIN)).toBe(
    "/console/audit?time=between&from=2026-10-01&to=2026-10-31",
  );
  expect(addressWithTime("/console/team?id=b", place, BERLIN)).toBe("/console/team?id=b");
});

test("pages without a time, and the page itself, have their plain address", () => {
  expect(addressWithTime("/console/teams", "/console/spend?range=7", BERLIN)).toBe("/console/teams");
  expect(addressWithTime("/console/spend", "/console/spend?range=7", BERLIN)).toBe("/console/spend");
  expect(addressWithTime("/console/spend", "/console/teams?range=7", BERLIN)).toBe("/console/spend");
  expect(addressWithTime("/console/spend", "", BERLIN)).toBe("/console/spend");
  expect(["/console/spend", "/console/audit", "/console/teams", "toString"].map(isTimed)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ["/console/spend?range=7&zone=Europe%2FBerlin", "/console/requests"],
  ["/console/spend?range=month&zone=Europe%2FBerlin", "/console/requests"],
  ["/console/spend?range=90", "/console/requests"],
  ["/console/requests?time=6", "/console/spend"],
  ["/console/refusals?hours=720", "/console/requests"],
])("the time of %s is the same after the way to %s and back", (from, by) => {
  const [path = ""] = from.split("?");
  const back = addressWithTime(path, addressWithTime(by, from, BERLIN), BERLIN);
  expect(addressWithTime(by, back, BERLIN)).toBe(addressWithTime(by, from, BERLIN));
});

describe("a zone that the reader chose", () => {
  const TOKYO = { ...BERLIN, preferred: "Asia/Tokyo" };
  test.each([
    ["/console/spend?range=7", "/console/requests?time=6"],
    ["/console/spend?range=7&zone=UTC", "/console/requests?time=6&zone=UTC"],
    ["/console/requests?time=6&zone=Europe%2FBerlin", "/console/spend?range=7&zone=Europe%2FBerlin"],
    ["/console/requests?time=month", "/console/spend?range=between&from=2026-10-01&to=2026-10-31&zone=Asia%2FTokyo"],
    ["/console/requests?time=to-date", "/console/spend?range=between&from=2026-11-01&to=2026-11-22&zone=Asia%2FTokyo"],
    [
      "/console/refusals?hours=between&from=2026-10-01&to=2026-10-31&zone=Asia%2FTokyo",
      "/console/audit?time=between&from=2026-10-01&to=2026-10-31&zone=Asia%2FTokyo",
    ],
  ])("is not repeated: %s leads to %s", (from, to) => {
    expect(addressWithTime(to.split("?")[0] ?? "", from, TOKYO)).toBe(to);
  });
});
