import { expect, test } from "vitest";
import { ACCESS_SETTINGS } from "@/lib/config/schema";
import { RULE_SECTIONS, settingsIn, showsSetting } from "./rule-sections";

test("every setting of access is in one section", () => {
  const listed = RULE_SECTIONS.flatMap(settingsIn);
  expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
  expect(ACCESS_SETTINGS.filter((setting) => !listed.includes(setting))).toEqual([]);
});

test.each([
  ["", false, true],
  ["sync", false, true],
  ["memberships groups", false, true],
  ["users and teams", false, true],
  ["sync role", false, false],
  ["", true, false],
])("a search for %j, only what is set: %j, shows sync_user_teams: %j", (search, onlySet, shown) => {
  expect(showsSetting("sync_user_teams", { search, onlySet, isSet: () => false })).toBe(shown);
});
