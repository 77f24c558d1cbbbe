import { expect, test } from "vitest";
import { canLeaveRotation, isOutOfRotation } from "./rotation";

const entry = (id: string, weight?: number, name = "house", unusable: string | null = null) => ({
  id,
  model_name: name,
  gateway_params: weight === undefined ? {} : { weight },
  unusable,
});

test.each([
  ["the only one of its name", [entry("a")], false, false],
  ["one of two", [entry("a"), entry("b")], false, true],
  ["one beside another name", [entry("a"), entry("b", 1, "other")], false, false],
  ["one beside another that is out", [entry("a"), entry("b", 0)], false, false],
  ["one beside another that cannot be used", [entry("a"), entry("b", 1, "house", "no key")], false, false],
  ["one that is out", [entry("a", 0), entry("b")], true, false],
  ["one that is out as all are", [entry("a", 0), entry("b", 0)], false, false],
] as const)("%s is out of rotation, or can leave it", (_, entries, isOut, canLeave) => {
  const [one] = entries;
  expect([isOutOfRotation(one, entries), canLeaveRotation(one, entries)]).toEqual([isOut, canLeave]);
});

test("nobody is asked to take out a deployment while all others fail", () => {
  const entries = [entry("a"), entry("b"), entry("c")];
  const [one] = entries;
  if (!one) throw new Error("no entry");
  expect(canLeaveRotation(one, entries, ({ id }) => id !== "a")).toBe(false);
  expect(canLeaveRotation(one, entries, ({ id }) => id === "b")).toBe(true);
});
