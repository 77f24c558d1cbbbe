import { expect, test } from "vitest";
import { compareDays, differenceLines } from "./compare-days";

const sums = (day: string, spend = "1.000000001") => ({ day, calls: 2, spend, tokens: "30" });

test("days that both have alike do not differ, in whatever order they come", () => {
  const days = [sums("2026-11-20"), sums("2026-11-21")];
  expect(compareDays(days, days.toReversed())).toEqual([]);
});

test("a nano-dollar is a difference, and so is a day that one of them does not have", () => {
  const differences = compareDays(
    [sums("2026-11-20"), sums("2026-11-21")],
    [sums("2026-11-22"), sums("2026-11-21", "1.000000002")],
  );
  expect(differenceLines(differences).split("\n")).toEqual([
    "2026-11-20  PostgreSQL: 2 calls, $1.000000001, 30 tokens; ClickHouse: no calls",
    "2026-11-21  PostgreSQL: 2 calls, $1.000000001, 30 tokens; ClickHouse: 2 calls, $1.000000002, 30 tokens",
    "2026-11-22  PostgreSQL: no calls; ClickHouse: 2 calls, $1.000000001, 30 tokens",
  ]);
});

test("a difference in calls or tokens alone is one", () => {
  const one = sums("2026-11-20");
  expect(compareDays([one], [{ ...one, calls: 3 }])).toHaveLength(1);
  expect(compareDays([one], [{ ...one, tokens: "31" }])).toHaveLength(1);
});
