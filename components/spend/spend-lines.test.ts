import { expect, test } from "vitest";
import { spendLines, totalOf } from "./spend-lines";
import type { SpendRow } from "@/components/charts/stack-by-day";

const row = (spend: number, more: Partial<SpendRow>): SpendRow => ({
  spend,
  calls: 1,
  failed_calls: 0,
  prompt_tokens: 2,
  completion_tokens: 3,
  unpriced_calls: 0,
  ...more,
});

test("lines have the highest spend first, calls without a payer among them, and shares of 100%", () => {
  const lines = spendLines(
    [row(0.1, { team_id: "a", team_alias: "Search" }), row(0.2, { team_id: "" }), row(0.3, { team_id: "b" })],
    { dimension: "team" },
    [row(0.2, { team_id: "a" })],
  );
  expect(lines.map(({ group, name, share, before }) => [group, name, share, before])).toEqual([
    ["b", "b", 500, 0],
    ["No team", "No team", 333, 0],
    ["a", "Search", 167, 200_000_000],
  ]);
  expect(totalOf(lines)).toMatchObject({ nanos: 600_000_000, share: 1000, calls: 3, prompt_tokens: 6 });
});

test("lines by time are added up by bucket, newest first, also where the clocks go back", () => {
  const lines = spendLines(
    [
      row(1, { hour: "2026-10-25T02:00:00+02:00" }),
      row(2, { hour: "2026-10-25T02:00:00+01:00" }),
      row(4, { hour: "2026-10-25T02:00:00+01:00" }),
    ],
    { dimension: "all", bucketOf: ({ hour = "" }) => hour },
    undefined,
  );
  expect(lines.map(({ group, nanos, before }) => [group, nanos, before])).toEqual([
    ["2026-10-25T02:00:00+01:00", 6e9, undefined],
    ["2026-10-25T02:00:00+02:00", 1e9, undefined],
  ]);
});

test("the sum of lines is exact where the sum of dollars is not", () => {
  const lines = spendLines([row(0.1, { tag: "a" }), row(0.2, { tag: "b" })], { dimension: "tag" }, undefined);
  expect(totalOf(lines).nanos).toBe(300_000_000);
});
