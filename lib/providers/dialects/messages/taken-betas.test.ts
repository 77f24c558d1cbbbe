import { expect, test } from "vitest";
import { BEDROCK_BETAS } from "../../known/bedrock/betas";
import { VERTEX_BETAS } from "../../known/vertex-ai/betas";
import { askedBetas, takenBetas } from "./taken-betas";

const CLOUD = { taken: new Set(["context-1m", "tools"]), calledOtherwise: new Map([["new-tools", "tools"]]) };
const CASES: [header: string | string[] | undefined, taken: string[], dropped: string[]][] = [
  [undefined, [], []],
  ["", [], []],
  ["context-1m", ["context-1m"], []],
  [" context-1m , other,, context-1m", ["context-1m"], ["anthropic-beta.other"]],
  [["other,tools", "context-1m"], ["tools", "context-1m"], ["anthropic-beta.other"]],
  ["new-tools, tools", ["tools"], []],
];
test.each(CASES)("of the header %j, %j is taken and %j is dropped", (header, taken, dropped) => {
  const left = new Set<string>();
  expect(takenBetas(CLOUD, header, left)).toEqual(taken);
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

test.each([
  ["Bedrock", BEDROCK_BETAS],
  ["Vertex AI", VERTEX_BETAS],
])("%s takes what it calls otherwise by its own name alone", (_cloud, { taken, calledOtherwise }) => {
  for (const [anthropics, own] of calledOtherwise)
    expect([taken.has(anthropics), taken.has(own)]).toEqual([false, true]);
});
