import { expect, test } from "vitest";
import type { MatrixRow } from "@/lib/wire/matrix";
import { type CallsByWho, graphOf, sentenceOf, whatKey, whoKey } from "./access-graph";
import { foldGraph, REST } from "./fold-graph";

const cell = (allow: boolean) => ({ allow, rule: "model", spec: "", code: null, because: "" });
const NAMES = ["a", "b", "c", "d", "e"];
const row = (name: string): MatrixRow => ({
  kind: "team",
  name,
  id: null,
  assuming: "",
  cells: NAMES.map(() => cell(true)),
});
const ROWS = [row("one"), row("two")];
const MATRIX = {
  columns: NAMES.map((name) => ({ kind: "model" as const, name, route: "/chat/completions" })),
  data: ROWS,
};
const CALLS: CallsByWho = new Map(
  ROWS.map((one) => [
    whoKey(one),
    {
      count: 12,
      byWhat: new Map([
        [whatKey({ kind: "model", name: "d" }), 9],
        [whatKey({ kind: "model", name: "b" }), 2],
        [whatKey({ kind: "model", name: "e" }), 1],
      ]),
    },
  ]),
);
const change = (name: string) => ({
  kind: "team" as const,
  name: "one",
  id: null,
  column: { kind: "model" as const, name },
  before: cell(true),
  after: cell(false),
});

test("of many names those with the most calls stay, and the rest is one node with the sum of their calls", () => {
  const graph = foldGraph(
    graphOf(MATRIX, () => undefined, undefined, CALLS),
    3,
  );
  expect(graph.what.map(({ label }) => label)).toEqual(["b", "d", "3 more"]);
  expect(graph.edges.map(({ to, calls }) => [to === REST, calls])).toEqual([
    [false, 2],
    [false, 9],
    [false, 2],
    [false, 9],
    [true, 1],
    [true, 1],
  ]);
  const [one] = graph.who;
  expect(one && sentenceOf(graph, one, String)).toBe("one may use 3 of 3: b (2), d (9), 3 more (1).");
});

test("without counts the first names stay, and what a draft changes stays in any case", () => {
  const graph = foldGraph(
    graphOf(MATRIX, () => undefined, { lost: [change("e")], gained: [] }),
    3,
  );
  expect(graph.what.map(({ label }) => label)).toEqual(["a", "e", "3 more"]);
  expect(graph.edges.every(({ calls }) => calls === undefined)).toBe(true);
});

test("few names are not folded", () => {
  const graph = graphOf(MATRIX, () => undefined);
  expect(foldGraph(graph, 5)).toBe(graph);
});
