import { expect, test } from "vitest";
import { absoluteAddress, rangeAddress, spendViewOf, USUAL_SPEND } from "./spend-view";

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

const PAYERS = ["team", "user", "organization", "key", "end_user", "tag", "issuer"];
const SERVED = ["model", "provider", "all"];

test.each([
  [{ team_id: "alpha" }, "tag", "calls"],
  [{ team_id: "alpha" }, "key", "calls"],
  [{ team_id: "alpha" }, "end_user", "calls"],
  [{ team_id: "alpha" }, "user", "totals"],
  [{ team_id: "alpha" }, "model", "totals"],
  [{ team_id: "alpha", user_id: "ada" }, "provider", "totals"],
  [{ team_id: "alpha", user_id: "ada" }, "key", "calls"],
  [{ team_id: "alpha", key_id: "k" }, "all", "calls"],
  [{ issuer: "https://idp" }, "team", "calls"],
  [{ key_id: "k", model: "gpt-4o" }, "provider", "totals"],
  [{}, "issuer", "totals"],
] as const)("the spend of %j by %s is added up from %s", (filter, by, source) => {
  expect(spendViewOf({ ...USUAL_SPEND, ...filter, by }, NOW)).toMatchObject({ dimension: by, source });
  // A range that the API would not add up from calls.
  const long = spendViewOf({ ...USUAL_SPEND, ...filter, by, range: "90" }, NOW);
  expect(long).toMatchObject({ dimension: by, source: source === "totals" ? "totals" : "nothing" });
});

test("spend is grouped by everything that it is not filtered by", () => {
  const choicesOf = (filter: Partial<typeof USUAL_SPEND>) => spendViewOf({ ...USUAL_SPEND, ...filter }, NOW).choices;
  expect(choicesOf({ provider: "openai" })).toEqual([...PAYERS, "model", "all"]);
  expect(choicesOf({ team_id: "alpha" })).toEqual([...PAYERS.filter((one) => one !== "team"), ...SERVED]);
});

test.each([
  [{}, "team"],
  [{ user_id: "ada" }, "team"],
  [{ team_id: "alpha" }, "model"],
  [{ tag: "nightly" }, "model"],
  [{ tag: "nightly", by: "tag" }, "model"],
  [{ issuer: "https://idp" }, "model"],
  [{ issuer: "https://idp", model: "gpt-4o" }, "provider"],
  [{ issuer: "https://idp", model: "gpt-4o", provider: "openai" }, "team"],
  [{ team_id: "alpha", model: "gpt-4o", provider: "openai" }, "all"],
  [{ model: "gpt-4o" }, "team"],
] as const)("the spend of %j is grouped by %s unless the address says otherwise", (filter, dimension) => {
  expect(spendViewOf({ ...USUAL_SPEND, ...filter }, NOW).dimension).toBe(dimension);
});

test("the longest calendar month is added up from calls", () => {
  const month = { range: "between", from: "2026-01-01", to: "2026-01-31", team_id: "alpha", by: "key" };
  expect(spendViewOf({ ...USUAL_SPEND, ...month }, NOW).source).toBe("calls");
  expect(spendViewOf({ ...USUAL_SPEND, ...month, to: "2026-02-01" }, NOW).source).toBe("nothing");
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
  expect(rangeAddress("between", filter, NOW)).toEqual({
    zone: "",
    range: "between",
    from: "2026-02-27",
    to: "2026-03-05",
  });
  expect(rangeAddress("90", filter, NOW)).toEqual({ zone: "", range: "between", from: "2025-12-06", to: "2026-03-05" });
  expect(rangeAddress("30", filter, NOW)).toEqual({ range: "30", from: "", to: "" });
  expect(absoluteAddress(USUAL_SPEND, spendViewOf(USUAL_SPEND, NOW))).toMatchObject({
    range: "between",
    from: "2026-02-04",
    to: "2026-03-05",
  });
});
