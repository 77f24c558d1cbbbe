import { expect, test } from "vitest";
import { absoluteAddress, canFilter, rangeAddress, spendViewOf, USUAL_SPEND } from "./spend-view";

const NOW = Date.parse("2026-03-05T12:00:00Z");

test("the default view covers the last 30 UTC days, by team", () => {
  expect(spendViewOf(USUAL_SPEND, NOW)).toMatchObject({
    range: "30",
    measure: "spend",
    dimension: "team",
    granularity: "day",
    before: { start_date: "2026-01-05", end_date: "2026-02-03" },
    filter: {
      start_date: "2026-02-04",
      end_date: "2026-03-05",
      time_zone: "UTC",
      team_id: "",
      model: "",
      provider: "",
    },
  });
});

test("last month is the previous calendar month, in the time zone of the page", () => {
  const { filter } = spendViewOf({ ...USUAL_SPEND, range: "month" }, NOW);
  expect(filter).toMatchObject({ start_date: "2026-02-01", end_date: "2026-02-28" });
  const late = Date.parse("2026-03-31T22:30:00Z");
  expect(spendViewOf({ ...USUAL_SPEND, range: "month", zone: "Europe/Berlin" }, late).filter).toMatchObject({
    start_date: "2026-03-01",
    end_date: "2026-03-31",
    time_zone: "Europe/Berlin",
  });
});

test("an address with an unknown value gets the default view", () => {
  const unknown = { range: "12", by: "planet", measure: "joules", zone: "Mars/Olympus", per: "eon", compare: "rival" };
  expect(spendViewOf({ ...USUAL_SPEND, ...unknown }, NOW)).toEqual(spendViewOf(USUAL_SPEND, NOW));
});

test.each([
  [{ team_id: "alpha" }, "tag", "model", ["user", "model", "provider", "all"]],
  [{ user_id: "ada" }, "key", "team", ["team", "model", "provider", "all"]],
  [{ team_id: "alpha", user_id: "ada" }, "provider", "provider", ["model", "provider", "all"]],
  [{ tag: "nightly" }, "tag", "model", ["model", "provider", "all"]],
  [{ key_id: "k", model: "gpt-4o" }, "model", "provider", ["provider", "all"]],
  [{ issuer: "https://idp" }, "team", "model", ["model", "provider", "all"]],
  [
    { provider: "openai" },
    "issuer",
    "issuer",
    ["team", "user", "organization", "key", "end_user", "tag", "issuer", "model", "all"],
  ],
])("the spend of %j is grouped only by what the API keeps totals of", (filter, by, dimension, choices) => {
  expect(spendViewOf({ ...USUAL_SPEND, ...filter, by }, NOW)).toMatchObject({ dimension, choices });
});

test.each([
  ["user_id", { team_id: "alpha" }, true],
  ["tag", { team_id: "alpha" }, false],
  ["team_id", { team_id: "alpha", tag: "nightly" }, true],
  ["model", { tag: "nightly" }, true],
  ["issuer", { team_id: "alpha" }, false],
  ["provider", { issuer: "https://idp" }, true],
  ["key_id", { team_id: "alpha", user_id: "ada" }, false],
  ["key_id", {}, true],
] as const)("whether %s can be filtered by beside %j: %s", (field, filter, can) => {
  expect(canFilter(field, filter)).toBe(can);
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

test("every range but the usual one stands in the address by its days", () => {
  const { filter } = spendViewOf({ ...USUAL_SPEND, range: "7" }, NOW);
  expect(rangeAddress("between", filter, NOW)).toEqual({ range: "between", from: "2026-02-27", to: "2026-03-05" });
  expect(rangeAddress("90", filter, NOW)).toEqual({ range: "between", from: "2025-12-06", to: "2026-03-05" });
  expect(rangeAddress("30", filter, NOW)).toEqual({ range: "30", from: "", to: "" });
  expect(absoluteAddress(USUAL_SPEND, spendViewOf(USUAL_SPEND, NOW))).toMatchObject({
    range: "between",
    from: "2026-02-04",
    to: "2026-03-05",
  });
});
