import { expect, test } from "vitest";
import { etagOf, requireUnchanged } from "./row-version";

const TEAM = { team_id: "t1", team_alias: "Alpha", models: ["gpt"], metadata: { a: 1 }, spend: 1, updated_at: "1" };

test.each([
  ["spend", { spend: 2 }],
  ["the time of the last change", { updated_at: "2" }],
  ["members", { members_with_roles: [{ user_id: "u1" }] }],
])("the version of a record does not turn on %s", (_, change) => {
  expect(etagOf({ ...TEAM, ...change })).toBe(etagOf(TEAM));
});

test.each([
  ["the name", { team_alias: "Beta" }],
  ["a list", { models: [] }],
  ["a member of an object", { metadata: { a: 2 } }],
])("the version of a record turns on %s", (_, change) => {
  expect(etagOf({ ...TEAM, ...change })).not.toBe(etagOf(TEAM));
});

test("a change without If-Match, or with the version in force, goes on, and another one is refused with both versions", () => {
  const versions = { current: TEAM, proposed: { ...TEAM, team_alias: "Beta" } };
  expect(() => requireUnchanged(undefined, versions)).not.toThrow();
  expect(() => requireUnchanged(new Set(['"old"', etagOf(TEAM)]), versions)).not.toThrow();
  expect(() => requireUnchanged(new Set(['"old"']), versions)).toThrow(
    expect.objectContaining({
      code: "changed_meanwhile",
      status: 412,
      options: { param: "If-Match", headers: { etag: etagOf(TEAM) }, details: { etag: etagOf(TEAM), ...versions } },
    }),
  );
});
