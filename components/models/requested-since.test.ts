import { expect, test } from "vitest";
import { requestedSince } from "./requested-since";

const NOW = Date.parse("2026-11-23T11:30:00Z");
const row = (hour: string, calls: number, requested_model = "a") => ({ hour, calls, requested_model });

test("the last 24 hours begin with the hour that holds their beginning", () => {
  const rows = [
    row("2026-11-22T10:00:00+00:00", 1),
    row("2026-11-22T11:00:00+00:00", 10),
    row("2026-11-23T11:00:00+00:00", 100),
    row("2026-11-23T10:00:00+00:00", 1000, "b"),
  ];
  expect(requestedSince(rows, "day", NOW)).toEqual([
    { name: "b", calls: 1000 },
    { name: "a", calls: 110 },
  ]);
});

test("seven days are taken as they are reported", () => {
  const rows = [
    { requested_model: "a", calls: 2 },
    { requested_model: "b", calls: 3 },
  ];
  expect(requestedSince(rows, "week", NOW)).toEqual([
    { name: "b", calls: 3 },
    { name: "a", calls: 2 },
  ]);
});
