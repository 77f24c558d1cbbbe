import { expect, test } from "vitest";
import { goingText, hindrance, needsName, stayingText, stoppedText } from "./deletion";

const team = { kind: "team", members: 0 } as const;

test("a deletion dialog counts what is deleted along", () => {
  const unlimited = { max_budget: null };
  expect(goingText(team, { keys: 0, teams: 0 }, unlimited)).toEqual(["The team with its models, budget and limits"]);
  expect(goingText({ ...team, members: 1 }, { keys: 2, teams: 0 }, { max_budget: 12.5 }).slice(1)).toEqual([
    "Its budget of $12.50",
    "1 membership; the users themselves stay",
    "2 keys: callers who use one of them are refused",
  ]);
  expect(goingText({ ...team, kind: "organization" }, { keys: 2, teams: 1 }, unlimited)).toHaveLength(1);
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

test("a deletion dialog says how much spend stays", () => {
  expect(stayingText({ spend: 4.2 })[0]).toBe("The spend of $4.20 and every call under this id");
  expect(stayingText({ spend: 0 })[0]).toBe("The spend and every call under this id");
});

test.each([
  ["team", 0, { keys: 0, teams: 0 }, undefined],
  ["team", 1, { keys: 2, teams: 0 }, "It has 2 keys and 1 member"],
  ["user", 0, { keys: 1, teams: 0 }, "It has 1 key"],
  ["organization", 0, { keys: 3, teams: 2 }, "It has 2 teams and 3 keys"],
] as const)("blocking a %s with %i members and %j says whom it stops: %s", (kind, members, belongings, words) => {
  const told = stoppedText({ kind, members }, belongings);
  expect(told?.split(":")[0]).toBe(words);
});
