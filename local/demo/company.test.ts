import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/time/period";
import { badDayBefore, COMPANY_DAYS, COMPANY_MODELS, COMPANY_TEAMS, companyMonth } from "./company";

/** A Thursday, in the afternoon. */
const NOW = Date.UTC(2026, 9, 15, 15, 0);
const month = companyMonth(NOW, (teamId) => `key of ${teamId}`);
const ofTeam = (id: string) => month.filter(({ teamId }) => teamId === id);

test("the month is the same each time, and only its dates move", () => {
  const later = companyMonth(NOW + 7 * DAY_MS, (teamId) => `key of ${teamId}`);
  expect(companyMonth(NOW, (teamId) => `key of ${teamId}`)).toEqual(month);
  expect(later.map(({ callId }) => callId)).toEqual(month.map(({ callId }) => callId));
  expect(later[0]?.startedAt).toBe((month[0]?.startedAt ?? 0) + 7 * DAY_MS);
});

test("it has enough calls to look at, of every team and every model, each id once, and none from the future", () => {
  expect(month.length).toBeGreaterThan(4_000);
  expect(month.length).toBeLessThan(9_000);
  expect(new Set(month.map(({ callId }) => callId)).size).toBe(month.length);
  expect(new Set(month.map(({ teamId }) => teamId)).size).toBe(COMPANY_TEAMS.length);
  expect(new Set(month.map(({ requestedModel }) => requestedModel)).size).toBe(COMPANY_MODELS.length);
  const times = month.map(({ startedAt }) => startedAt);
  expect(Math.max(...times)).toBeLessThan(NOW);
  expect(Math.min(...times)).toBeGreaterThan(NOW - COMPANY_DAYS * DAY_MS);
});

test("people rest at weekends, and a growing team grows", () => {
  const weekend = ofTeam("legal").filter(({ startedAt }) => [0, 6].includes(new Date(startedAt).getUTCDay()));
  expect(weekend.length).toBeLessThan(ofTeam("legal").length / 10);
  const half = NOW - 15 * DAY_MS;
  const [early, late] = [true, false].map(
    (isEarly) => ofTeam("mobile-app").filter(({ startedAt }) => startedAt < half === isEarly).length,
  );
  expect(late).toBeGreaterThan((early ?? 0) * 1.3);
});

test("mistral-large failed for some hours on a working day, and its calls fell back or were lost", () => {
  const tried = month.filter((call) => call.tried.length > 0);
  expect(tried.length).toBeGreaterThan(2);
  for (const call of tried) {
    expect(call.requestedModel).toBe("mistral-large");
    expect(Math.floor(NOW / DAY_MS) - Math.floor(call.startedAt / DAY_MS)).toBe(badDayBefore(NOW));
    expect([call.status, call.deployment]).toEqual(
      call.status === "error" ? ["error", "demo-mistral-large"] : ["success", "demo-gpt-4o"],
    );
  }
});

test.each([0, 1, 2, 3, 4, 5, 6])("the day of the failure is a working day, %i days later too", (days) => {
  const now = NOW + days * DAY_MS;
  expect([1, 2, 3, 4, 5]).toContain(new Date(now - badDayBefore(now) * DAY_MS).getUTCDay());
});

test("only the model without a price is unpriced, and what has one costs something", () => {
  for (const { requestedModel, priceState, spendNano, status } of month) {
    expect(priceState === "unpriced").toBe(requestedModel === "in-house-7b");
    if (status === "success") expect(spendNano > 0n).toBe(priceState === "priced");
  }
});
