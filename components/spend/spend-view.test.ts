import { expect, test } from "vitest";
import { spendViewOf, USUAL_SPEND } from "./spend-view";

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
