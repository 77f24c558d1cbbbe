import { expect, test } from "vitest";
import { isIdOf, sentenceParts } from "./sentence-parts";

const found = (sentence: string) =>
  sentenceParts(sentence).flatMap((part) =>
    part.is === "id" ? [`${part.kind} ${part.id}`] : part.is === "time" ? [`time ${part.iso}`] : [],
  );

test.each([
  ['The team "t1" is blocked.', ["team t1"]],
  ['None of the caller\'s teams ("a", "b" and 2 more) may use the model "m".', ["team a", "team b"]],
  ['The caller administers the teams "a", "b".', ["team a", "team b"]],
  ['The model "m" is not among the models of the team "t" ("gpt", "o3").', ["team t"]],
  ['The user "a" in team "b": 1 of 2 requests this minute.', ["user a", "team b"]],
  ['The organisation "o\\"x" and the end user "e" are known.', ['organization o"x', "end_user e"]],
  ['The group "g" names it by group_mappings.', ["team g"]],
  ["The key sk-...a_-1 is valid.", ["key sk-...a_-1"]],
  ["It resets at 2026-11-25T00:00:00.000Z.", ["time 2026-11-25T00:00:00.000Z"]],
  ['The scope "team" allows "user", and the role "key" too.', []],
  ['The token carries no team id in "team_id".', []],
  ['The issuer "https://user.example" signs keys of teams, users and groups.', []],
  ['A broken "quote and the team "x', []],
])("the ids and times of a sentence are found by the words before them: %s", (sentence, parts) => {
  expect(found(sentence)).toEqual(parts);
  expect(
    sentenceParts(sentence)
      .map(({ text }) => text)
      .join(""),
  ).toBe(sentence);
});

test("an id that a sentence has cut is recognised by its beginning, and three dots alone are nobody's id", () => {
  expect([isIdOf("abc...", "abcdef"), isIdOf("abc", "abcdef"), isIdOf("...", "abc"), isIdOf("abc", "abc")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
