import { expect, test } from "vitest";
import { acceptedUntil, refusedUntil } from "./remembered-until";

const now = 1_000_000;

test.each([
  ["that lasts an hour is remembered for a minute", now + 3_600_000, now + 60_000],
  ["without an end is remembered for a minute", undefined, now + 60_000],
  ["is not remembered past its end", now + 1_000, now + 1_000],
  ["that has ended within the clock skew is not remembered", now - 1_000, now - 1_000],
])("an accepted token %s", (_name, expiresAt, until) => {
  expect(acceptedUntil(expiresAt, now)).toBe(until);
});

test("a refusal is remembered for ten seconds", () => {
  expect(refusedUntil(now)).toBe(now + 10_000);
});
