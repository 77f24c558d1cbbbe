import { expect, test } from "vitest";
import { takenBetas } from "./taken-betas";

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
