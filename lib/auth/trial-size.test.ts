import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { NOBODY } from "./nobody";
import { tooLargeToTry } from "./trial-size";

const many = (length: number, name: string): string[] => Array.from({ length }, (_, at) => `${name}${at}`);
const settings = (mappings: number, own = 0) =>
  jwtAuth.parse({
    group_mappings: many(mappings, "g").map((group) => ({ group, team_id: "t" })),
    issuers: [{ issuer: "https://idp.test", group_mappings: many(own, "g").map((group) => ({ group, team_id: "t" })) }],
  });

test("a caller is tried as long as their groups times the mappings can be compared at once", () => {
  expect(tooLargeToTry({ ...NOBODY, groups: many(100, "x") }, settings(600))).toBeUndefined();
  expect(tooLargeToTry({ ...NOBODY, groups: many(100, "x") }, settings(601))).toMatch(/Give fewer of either/);
});

test("the mappings that bind the caller's issuer count", () => {
  const caller = { ...NOBODY, issuer: "https://idp.test", groups: many(1_000, "x") };
  expect(tooLargeToTry(caller, settings(1_000, 10))).toBeUndefined();
  expect(tooLargeToTry(caller, settings(10, 1_000))).toBeDefined();
});
