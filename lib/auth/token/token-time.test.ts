import { expect, test } from "vitest";
import { describeTime } from "./token-time";

const clock = { now: Date.parse("2026-05-01T12:00:00Z"), clockSkewSeconds: 5 };
const at = (iso: string): number => Date.parse(iso) / 1_000;

test.each<[claim: string, seconds: unknown, beginning: string]>([
  [
    "exp",
    at("2026-05-01T11:59:01Z"),
    "The token's \"exp\" was 59 s before the gateway's clock, at 2026-05-01 11:59:01 UTC;",
  ],
  [
    "exp",
    at("2026-04-29T09:00:00Z"),
    "The token's \"exp\" was 2 d 3 h before the gateway's clock, at 2026-04-29 09:00:00 UTC",
  ],
  [
    "nbf",
    at("2026-05-01T13:00:30Z"),
    "The token's \"nbf\" is 1 h 30 s after the gateway's clock, at 2026-05-01 13:00:30 UTC",
  ],
  ["iat", 1e15, "clock, at 1000000000000000;"],
])("the time %s %j of a token is compared with the gateway's clock in words", (claim, seconds, beginning) => {
  expect(describeTime(claim, seconds, clock)).toContain(beginning);
});

test("a time that is not a number is not described", () => {
  expect(describeTime("exp", "tomorrow", clock)).toBe("");
});
