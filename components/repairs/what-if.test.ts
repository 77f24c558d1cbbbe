import { expect, test } from "vitest";
import { whatIf } from "./what-if";

const group = (who: string, count: number, model: string | null = "gpt-4o") => ({
  who,
  count,
  model,
  route: "/chat/completions",
  code: "team_model_not_allowed",
  message: "",
  last_seen: "",
});
const report = (allowed: ReturnType<typeof group>[], denied = 0) => {
  const calls = allowed.reduce((sum, { count }) => sum + count, 0);
  return {
    newly_allowed: allowed,
    totals: {
      newly_allowed: { groups: allowed.length, calls },
      newly_denied: { groups: denied, calls: denied },
      resolved_differently: { groups: 0, calls: 0 },
    },
  };
};
const refused = { who: "key batch", route: "/chat/completions", model: "gpt-4o" };

test.each([
  [
    "the refused calls alone",
    [group("key batch", 412)],
    0,
    "412 calls of key batch would pass, and no other recorded call.",
  ],
  ["one call", [group("key batch", 1)], 0, "1 call of key batch would pass, and no other recorded call."],
  [
    "others too",
    [group("key batch", 412), group("user ada", 3), group("key batch", 2, "other")],
    0,
    "412 calls of key batch would pass, and 5 calls of others too.",
  ],
  [
    "nobody, and somebody loses",
    [],
    2,
    "0 calls of key batch would pass, and no other recorded call. 2 calls would be refused.",
  ],
])("the sentence about a repair says whom it lets pass: %s", (_title, allowed, denied, sentence) => {
  expect(whatIf(report(allowed, denied), refused).sentence).toBe(sentence);
});

test("whoever else gains something is listed, with what it gains", () => {
  const { others } = whatIf(report([group("key batch", 412), group("user ada", 3)]), refused);
  expect(others.map(({ who, count }) => [who, count])).toEqual([["user ada", 3]]);
});

test("if the record does not name the caller, all who gain something are listed", () => {
  const told = whatIf(report([group("key batch", 412), group("user ada", 3)]), { ...refused, who: undefined });
  expect(told.sentence).toBe("415 calls of the recorded traffic would pass.");
  expect(told.others).toHaveLength(2);
});

test("a repair that lets nothing of the refused caller pass is worth nothing, whoever else gains by it", () => {
  expect(whatIf(report([group("user ada", 3)]), refused).gained).toBe(0);
  expect(whatIf(report([group("key batch", 2), group("user ada", 3)]), refused).gained).toBe(2);
  expect(whatIf(report([group("user ada", 3)]), { ...refused, who: undefined }).gained).toBe(3);
});
