import { expect, test } from "vitest";
import { missingNodes, withAnswering } from "./missing-nodes";

const node = (name: string, startedAt: number, seenAt: number) => ({
  name,
  startedAt: new Date(startedAt),
  seenAt: new Date(seenAt),
});
const NOW = 1_000;

test.each([
  ["a node that nobody has replaced", [node("b", 0, 500)], [node("a", 0, NOW)], ["b"]],
  ["a node that restarted", [node("b", 0, 500)], [node("a", 0, NOW), node("b2", 510, NOW)], []],
  ["one of two that has come back", [node("b", 0, 500), node("c", 0, 600)], [node("b2", 510, NOW)], ["c"]],
  ["two that one node cannot stand for", [node("b", 0, 500), node("c", 0, 600)], [node("d", 700, NOW)], ["c"]],
  ["a node that died before it was long there, beside an older one", [node("b", 900, 910)], [node("a", 0, NOW)], ["b"]],
  ["none", [], [node("a", 0, NOW)], []],
])("missing is %s", (_what, silent, serving, missing) => {
  expect(missingNodes(silent, serving).map(({ name }) => name)).toEqual(missing);
});

test("the node that answers is not silent, although nobody could report while the database was away", () => {
  const listed = { serving: [], silent: [node("a", 0, 500), node("b", 0, 500)] };
  const { serving, silent } = withAnswering(listed, "a");
  expect([serving, silent].map((nodes) => nodes.map(({ name }) => name))).toEqual([["a"], ["b"]]);
  expect(missingNodes(silent, serving).map(({ name }) => name)).toEqual(["b"]);
});
