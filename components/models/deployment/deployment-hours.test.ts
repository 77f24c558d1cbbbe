import { expect, test } from "vitest";
import { hoursOf } from "./deployment-hours";

const UNTIL = Date.parse("2026-11-11T12:20:00Z");

test("each hour has what succeeded and what failed in it, and hours without traffic are there too", () => {
  const points = [
    { minute: "2026-11-11T12:00:00.000Z", outcome: "served", count: 4 },
    { minute: "2026-11-11T12:00:00.000Z", outcome: "declined", count: 1 },
    { minute: "2026-11-11T10:30:00.000Z", outcome: "failed", count: 2 },
    { minute: "2026-11-11T10:00:00.000Z", outcome: "retried", count: 3 },
  ];
  expect(hoursOf(points, UNTIL, 3).map(({ succeeded, failed }) => [succeeded, failed])).toEqual([
    [0, 5],
    [0, 0],
    [5, 0],
  ]);
});

test("what callers hung up on, what was refused and what is older is left out", () => {
  const points = [
    { minute: "2026-11-11T12:00:00.000Z", outcome: "cancelled", count: 4 },
    { minute: "2026-11-11T12:00:00.000Z", outcome: "refused", count: 4 },
    { minute: "2026-11-11T09:59:00.000Z", outcome: "served", count: 4 },
  ];
  expect(hoursOf(points, UNTIL, 3).every(({ succeeded, failed }) => succeeded + failed === 0)).toBe(true);
});

test("at the full hour the hour that ends then is the last", () => {
  const [only] = hoursOf(
    [{ minute: "2026-11-11T11:00:00Z", outcome: "served", count: 1 }],
    Date.parse("2026-11-11T12:00:00Z"),
    1,
  );
  expect(only?.succeeded).toBe(1);
});
