import { expect, test } from "vitest";
import { askedBetas, takenBetas } from "./taken-betas";

const TAKEN = new Set(["context-1m", "tools"]);
const CASES: [header: string | string[] | undefined, taken: string[], dropped: string[]][] = [
  [undefined, [], []],
  ["", [], []],
  ["context-1m", ["context-1m"], []],
  [" context-1m , other,, context-1m", ["context-1m"], ["anthropic-beta.other"]],
  [["other,tools", "context-1m"], ["tools", "context-1m"], ["anthropic-beta.other"]],
];
test.each(CASES)("of the header %j, %j is taken and %j is dropped", (header, taken, dropped) => {
  const left = new Set<string>();
  expect(takenBetas(TAKEN, header, left)).toEqual(taken);
  expect([...left]).toEqual(dropped);
});

test.each<[header: string | undefined, written: unknown, betas: string[], areInBody: boolean]>([
  [undefined, undefined, [], false],
  ["a,b", undefined, ["a,b"], false],
  ["a", ["b", "c"], ["b", "c", "a"], true],
  [undefined, "b", ["b"], true],
  ["a", [], ["a"], true],
  ["a", null, ["a"], true],
  ["a", [1], [], false],
  ["a", {}, [], false],
])("the header %j and the body's %j ask for %j", (header, written, betas, areInBody) => {
  expect(askedBetas(header, { anthropic_beta: written }, undefined)).toEqual({ betas, areInBody });
});

test("an operator bars the body's betas alone", () => {
  const asked = askedBetas("a", { anthropic_beta: ["b"] }, ["anthropic_beta"]);
  expect(asked).toEqual({ betas: ["a"], areInBody: false });
});
