import { expect, test } from "vitest";
import { goingWords, hindrance, needsName } from "./deletion";

const team = { kind: "team", members: 0 } as const;

test("a deletion dialog counts what is deleted along", () => {
  expect(goingWords(team, { keys: 0, teams: 0 })).toEqual(["The team with its models, budget and limits"]);
  expect(goingWords({ ...team, members: 1 }, { keys: 2, teams: 0 }).slice(1)).toEqual([
    "1 membership; the users themselves stay",
    "2 keys: callers who use one of them are refused",
  ]);
  expect(goingWords({ ...team, kind: "organization" }, { keys: 2, teams: 1 })).toHaveLength(1);
});

test.each([
  ["team", { keys: 3, teams: 0 }, undefined],
  ["organization", { keys: 0, teams: 0 }, undefined],
  ["organization", { keys: 1, teams: 0 }, "1 key belongs to this organisation. Move or delete it first."],
  ["organization", { keys: 1, teams: 2 }, "2 teams and 1 key belong to this organisation. Move or delete them first."],
] as const)("deleting a %s to which %j belong is prevented by: %s", (kind, belongings, words) =>
  expect(hindrance({ kind }, belongings)).toBe(words),
);

test("the name must be typed if more than the entity itself is deleted", () => {
  expect(needsName({ members: 0 }, { keys: 0 })).toBe(false);
  expect(needsName({ members: 1 }, { keys: 0 })).toBe(true);
  expect(needsName({ members: 0 }, { keys: 1 })).toBe(true);
});
