import { expect, test } from "vitest";
import { rangeAddress, spendViewOf, USUAL_SPEND } from "./spend-view";

const NOW = Date.parse("2026-03-05T12:00:00Z");

test("the default view covers the last 30 UTC days, by team", () => {
  expect(spendViewOf(USUAL_SPEND, NOW)).toMatchObject({
    range: "30",
    measure: "spend",
    dimension: "team",
    filter: { start_date: "2026-02-04", end_date: "2026-03-05", team_id: "", model: "", provider: "" },
  });
});

test("last month is the previous calendar month", () => {
  const { filter } = spendViewOf({ ...USUAL_SPEND, range: "month" }, NOW);
  expect(filter).toMatchObject({ start_date: "2026-02-01", end_date: "2026-02-28" });
});

test("an address with an unknown value gets the default view", () => {
  expect(spendViewOf({ ...USUAL_SPEND, range: "12", by: "planet", measure: "joules" }, NOW)).toEqual(
    spendViewOf(USUAL_SPEND, NOW),
  );
});

test("the spend of one team is grouped only by what the API keeps totals of", () => {
  const { dimension, choices } = spendViewOf({ ...USUAL_SPEND, team_id: "alpha", by: "tag" }, NOW);
  expect(dimension).toBe("model");
  expect(choices).not.toContain("tag");
});

test("a link to last month shows the same days a month later, and is called last month only until then", () => {
  const { filter } = spendViewOf(USUAL_SPEND, NOW);
  const link = { ...USUAL_SPEND, ...rangeAddress("month", filter, NOW) };
  expect(link).toMatchObject({ range: "between", from: "2026-02-01", to: "2026-02-28" });
  expect(spendViewOf(link, NOW).range).toBe("month");
  const later = spendViewOf(link, Date.parse("2026-04-05T12:00:00Z"));
  expect(later).toMatchObject({ range: "between", filter: { start_date: "2026-02-01", end_date: "2026-02-28" } });
});

test.each([
  ["2026-01-10", "2026-01-20", "2026-01-10", "2026-01-20"],
  ["2026-01-20", "2026-01-10", "2026-01-10", "2026-01-20"],
  ["2026-02-30", "x", "2026-02-04", "2026-03-05"],
])("an address from %s to %s shows %s to %s", (from, to, start_date, end_date) => {
  expect(spendViewOf({ ...USUAL_SPEND, range: "between", from, to }, NOW).filter).toMatchObject({
    start_date,
    end_date,
  });
});

test("choosing days begins with those that are shown", () => {
  const { filter } = spendViewOf({ ...USUAL_SPEND, range: "7" }, NOW);
  expect(rangeAddress("between", filter, NOW)).toEqual({ range: "between", from: "2026-02-27", to: "2026-03-05" });
  expect(rangeAddress("90", filter, NOW)).toEqual({ range: "90", from: "", to: "" });
});
