import { expect, test } from "vitest";
import type { MatrixRow } from "@/lib/wire/matrix";
import { type CallsByWho, graphOf, sentenceOf, whatKey, whoKey } from "./access-graph";
import { groupEqualRights } from "./equal-rights";

const NAMES = ["a", "b"];
const cell = (allow: boolean) => ({ allow, rule: "model", spec: "", code: null, because: "" });
const row = (kind: MatrixRow["kind"], name: string, ...allowed: string[]): MatrixRow => ({
  kind,
  name,
  id: null,
  assuming: "",
  cells: NAMES.map((one) => cell(allowed.includes(one))),
});
const matrixOf = (...data: MatrixRow[]) => ({
  columns: NAMES.map((name) => ({ kind: "model" as const, name, route: "/chat/completions" })),
  data,
});
const alone = () => undefined;
const named = ({ who }: ReturnType<typeof graphOf>) => who.map(({ kind, label }) => `${kind} ${label}`);

test("teams with equal rights are one node, and so keys, but never both together", () => {
  const rows = [row("team", "one", "a"), row("team", "two", "a", "b"), row("key", "k", "a"), row("team", "three", "a")];
  const graph = groupEqualRights(graphOf(matrixOf(...rows), alone));
  expect(named(graph)).toEqual(["2 teams one, three", "team two", "key k"]);
  expect(graph.edges).toHaveLength(4);
});

test("callers without any right are equal too", () => {
  expect(named(groupEqualRights(graphOf(matrixOf(row("team", "x"), row("team", "y")), alone)))).toEqual([
    "2 teams x, y",
  ]);
});

test("the calls of a group are the sum of those of its members, on each way and in its sentence", () => {
  const rows = [row("team", "one", "a", "b"), row("team", "two", "a", "b")];
  const calls: CallsByWho = new Map(
    rows.map((one, at) => [
      whoKey(one),
      { count: 3 + at, byWhat: new Map([[whatKey({ kind: "model", name: "a" }), 3 + at]]) },
    ]),
  );
  const graph = groupEqualRights(graphOf(matrixOf(...rows), alone, undefined, calls));
  expect(graph.edges.map((edge) => edge.calls)).toEqual([7, 0]);
  const [group] = graph.who;
  expect(group && sentenceOf(graph, group, String)).toBe("one, two may use 2 of 2: a (7), b (0).");
});

test("roles stay alone, because a call may have several, and so does whoever a draft changes", () => {
  const roles = graphOf(matrixOf(row("role", "dev", "a"), row("role", "ops", "a")), alone);
  expect(groupEqualRights(roles)).toBe(roles);
  const change = {
    kind: "team" as const,
    name: "one",
    id: null,
    column: { kind: "model" as const, name: "a" },
    before: cell(true),
    after: cell(false),
  };
  const teams = matrixOf(row("team", "one", "a"), row("team", "two", "a"));
  const changed = graphOf(teams, alone, { lost: [change], gained: [] });
  expect(groupEqualRights(changed)).toBe(changed);
});
