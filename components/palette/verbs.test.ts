import { expect, test } from "vitest";
import { actIn, verbIn } from "./verbs";

test.each([
  ["block fraud", "block", "fraud"],
  ["  Disable   fraud agents ", "block", "fraud agents"],
  ["rotate ci-key", "rotate", "ci-key"],
  ["rename fraud", "edit", "fraud"],
])("%s is the verb %s about %s", (text, act, name) => {
  expect(verbIn(text)).toMatchObject({ verb: { act }, name });
});

test.each(["block", "block ", "", "blocked teams", "fraud block", "constructor x"])("%j has no verb", (text) => {
  expect(verbIn(text)).toBeUndefined();
});

test("keys alone can be rotated", () => {
  expect(verbIn("rotate x")?.verb.groups).toEqual(["Keys"]);
});

test("an address asks for a known act or none", () => {
  expect(["block", "edit", "rotate", "delete", "", "constructor"].map(actIn)).toEqual([
    "block",
    "edit",
    "rotate",
    undefined,
    undefined,
    undefined,
  ]);
});
