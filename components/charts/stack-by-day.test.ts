import { describe, expect, test } from "vitest";
import type { SpendRow } from "./stack-by-day";
import { daysBetween, labelOf, type SpendDimension, stackByDay } from "./stack-by-day";

const row = (day: string, team_id: string | undefined, spend: number): SpendRow => ({
  day,
  ...(team_id === undefined ? {} : { team_id }),
  spend,
  calls: 1,
  failed_calls: 0,
  prompt_tokens: 3,
  completion_tokens: 4,
  unpriced_calls: 0,
});

test("a range of days includes both ends and a leap day", () => {
  expect(daysBetween("2028-02-28", "2028-03-01")).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
});

test.each<[dimension: SpendDimension, fields: Partial<SpendRow>, label: string]>([
  ["team", { team_id: "t", team_alias: "Search" }, "Search"],
  ["team", { team_id: "t", team_alias: null }, "t"],
  ["user", { user_id: "u", user_alias: null, user_email: "ada@example.com" }, "ada@example.com"],
  ["key", { key_id: "k", key_alias: null, key_name: "sk-...abcd" }, "sk-...abcd"],
  ["organization", { organization_id: "o", organization_alias: "Retail" }, "Retail"],
  ["end_user", { end_user_id: "e", end_user_alias: "ACME" }, "ACME"],
  ["user", {}, "No user"],
  ["issuer", { issuer: "https://idp" }, "https://idp"],
  ["issuer", { issuer: "" }, "No issuer"],
  ["model", { model: "gpt-4o", team_alias: "Search" }, "gpt-4o"],
  ["all", { day: "2026-01-01" }, "All calls"],
])("a row by %s is labelled with its familiar name", (dimension, fields, label) => {
  expect(labelOf({ ...row("2026-01-01", undefined, 1), ...fields }, dimension)).toBe(label);
});

describe("stackByDay", () => {
  const days = ["2026-01-01", "2026-01-02"];

  test("a stacked chart puts the largest first and keeps empty days", () => {
    const stacked = stackByDay([row("2026-01-02", "a", 1), row("2026-01-02", "b", 2)], "team", "spend", days);
    expect(stacked.series.map((series) => [series.label, series.total])).toEqual([
      ["b", 2],
      ["a", 1],
    ]);
    expect(stacked.days).toEqual([
      { day: "2026-01-01", values: {}, total: 0 },
      { day: "2026-01-02", values: { series0: 2, series1: 1 }, total: 3 },
    ]);
  });

  test("a stacked chart adds the small rows together, so that no call is missing from the bars", () => {
    const rows = Array.from({ length: 10 }, (_, index) => row("2026-01-01", `team${index}`, 10 - index));
    const stacked = stackByDay(rows, "team", "spend", days);
    expect(stacked.series).toHaveLength(8);
    expect(stacked.series.at(-1)).toMatchObject({ label: "3 others", total: 6 });
    expect(stacked.days[0]?.total).toBe(55);
  });

  test("the small rows together are no more than a quarter, as long as there are colours", () => {
    const alike = (count: number) =>
      Array.from({ length: count }, (_, index) => row("2026-01-01", `team${String(index).padStart(2, "0")}`, 1));
    const seriesOf = (rows: SpendRow[]) => stackByDay(rows, "team", "spend", days).series;
    expect(seriesOf(alike(16)).map(({ label }) => label)).toEqual([
      ...Array.from({ length: 12 }, (_, index) => `team${String(index).padStart(2, "0")}`),
      "4 others",
    ]);
    expect(seriesOf(alike(40)).at(-1)).toMatchObject({ label: "26 others", total: 26 });
    expect(new Set(seriesOf(alike(40)).map(({ colour }) => colour)).size).toBe(15);
  });

  test("a single small row keeps its own name and is not called others", () => {
    const rows = Array.from({ length: 8 }, (_, index) => row("2026-01-01", `team${index}`, 8 - index));
    expect(stackByDay(rows, "team", "spend", days).series.map(({ label }) => label)).toEqual([
      "team0",
      "team1",
      "team2",
      "team3",
      "team4",
      "team5",
      "team6",
      "team7",
    ]);
  });

  const others = (spend: number): SpendRow => ({ ...row("2026-01-01", undefined, spend), others: true });
  const stackOf = (rows: readonly SpendRow[], groups?: number) => stackByDay(rows, "team", "spend", days, { groups });

  test("a row of others is none of the groups, and its amount is part of what is left together", () => {
    const rows = [row("2026-01-01", "a", 5), row("2026-01-01", undefined, 2), others(3)];
    const { series, days: stacked } = stackOf(rows, 40);
    expect(series.map(({ group, label, total }) => [group, label, total])).toEqual([
      ["a", "a", 5],
      ["No team", "No team", 2],
      [undefined, "38 others", 3],
    ]);
    expect(stacked[0]).toEqual({ day: "2026-01-01", values: { series0: 5, series1: 2, others: 3 }, total: 10 });
  });

  test.each([
    ["whose number is unknown are called Others", undefined, "Others"],
    ["of whom one is left are called one", 2, "1 other"],
    ["that have been counted before the others came are called Others", 1, "Others"],
    ["of thousands have their number in groups of digits", 5_001, "5,000 others"],
  ])("others %s", (_what, groups, label) => {
    expect(stackOf([row("2026-01-01", "a", 5), others(0)], groups).series.at(-1)?.label).toBe(label);
  });

  test("of others who were not counted, it is told how many there are at least", () => {
    const { series } = stackByDay([row("2026-01-01", "a", 5), others(3)], "user", "spend", days, { moreThan: 500 });
    expect(series.at(-1)?.label).toBe("More than 499 others");
  });

  test("a payer whose id is others is a group as any other", () => {
    const { series } = stackOf([row("2026-01-01", "others", 5), others(3)]);
    expect(series.map(({ key, group, total }) => [key, group, total])).toEqual([
      ["series0", "others", 5],
      ["others", undefined, 3],
    ]);
  });

  test("all fourteen colours are used while what is not named is more than a quarter of the whole", () => {
    const named = Array.from({ length: 14 }, (_, index) => row("2026-01-01", `team${index}`, 20 - index));
    expect(stackOf([...named, others(1_000)]).series).toHaveLength(15);
    expect(stackOf([...named, others(1)]).series).toHaveLength(10);
    expect(stackOf([...named, others(1)], 300).series.at(-1)).toMatchObject({ label: "291 others", total: 46 });
  });

  test("in a chart without groups, rows of others count like any other row", () => {
    const { series } = stackByDay([row("2026-01-01", "a", 5), others(3)], "all", "spend", days);
    expect(series.map(({ label, total }) => [label, total])).toEqual([["All calls", 8]]);
  });

  test("a stacked chart labels teams by name, and two teams of one name by their ids too", () => {
    const named = (team: string, team_alias: string | null, spend: number) => ({
      ...row("2026-01-01", team, spend),
      team_alias,
    });
    const { series } = stackByDay(
      [named("a", "Search", 3), named("b", "Support", 2), named("c", "Support", 1), named("d", null, 0)],
      "team",
      "spend",
      days,
    );
    expect(series.map(({ group, label }) => [group, label])).toEqual([
      ["a", "Search"],
      ["b", "Support (b)"],
      ["c", "Support (c)"],
      ["d", "d"],
    ]);
  });

  test("a stacked chart names calls without a team, and counts tokens of both kinds", () => {
    const stacked = stackByDay([row("2026-01-01T00:00:00.000Z", undefined, 0)], "team", "tokens", days);
    expect(stacked.series).toMatchObject([{ label: "No team", total: 7 }]);
    expect(stacked.days[0]?.total).toBe(7);
  });
});
