import { expect, test } from "vitest";
import type { MatrixChange, MatrixRow } from "@/lib/wire/matrix";
import { type CallsByWho, graphOf, type GraphNode, sentenceOf, throughNode, whatKey, whoKey } from "./access-graph";

const cell = (allow: boolean) => ({ allow, rule: "model", spec: "", code: null, because: "" });
const row = (kind: MatrixRow["kind"], name: string, ...allowed: boolean[]): MatrixRow => ({
  kind,
  name,
  id: kind === "team" ? `id-${name}` : null,
  assuming: "",
  cells: allowed.map(cell),
});
const MATRIX = {
  columns: [
    { kind: "model" as const, name: "gpt-4o", route: "/chat/completions" },
    { kind: "model" as const, name: "house", route: "/chat/completions" },
    { kind: "family" as const, name: "info_routes", route: "/model/info" },
  ],
  data: [
    row("role", "project", true, true, false),
    row("role", "person", true, false, false),
    row("team", "Search", false, true, true),
  ],
};
const ROLES: Readonly<Record<string, string>> = { project: "team", person: "team" };
const internalRoleOf = ({ name }: { name: string }): string | undefined => ROLES[name];

const change = (name: string, column: string): MatrixChange => ({
  kind: "role",
  name,
  id: null,
  column: { kind: "model", name: column },
  before: cell(true),
  after: cell(false),
});

function labelled(changes?: { lost: MatrixChange[]; gained: MatrixChange[] }) {
  const graph = graphOf(MATRIX, internalRoleOf, changes);
  const nodes = [...graph.who, ...graph.as, ...graph.what];
  const label = (key: string): string => nodes.find((node) => node.key === key)?.label ?? key;
  const node = (name: string, column?: GraphNode["column"]): GraphNode =>
    nodes.find((one) => one.label === name && (column === undefined || one.column === column)) ?? expect.fail(name);
  const shown = (edges: Iterable<(typeof graph.edges)[number]>): string[] =>
    [...edges].map(({ from, to, state }) => `${label(from)} → ${label(to)}${state === "allowed" ? "" : ` ${state}`}`);
  return { graph, node, shown };
}

test("a role leads over its internal role to what it may use, and a team directly", () => {
  const { graph, shown } = labelled();
  expect(shown(graph.edges)).toEqual([
    "project → team",
    "team → gpt-4o",
    "team → house",
    "person → team",
    "Search → house",
    "Search → info_routes",
  ]);
});

test.each([
  ["person", ["team → gpt-4o", "person → team"]],
  ["house", ["team → house", "Search → house", "project → team"]],
  ["team", ["project → team", "team → gpt-4o", "team → house", "person → team"]],
  ["info_routes", ["Search → info_routes"]],
])("of %s those edges light up that it has itself, not those of others over the same role", (name, edges) => {
  const { graph, node, shown } = labelled();
  expect(shown(throughNode(graph, node(name).key).edges).sort()).toEqual([...edges].sort());
});

test.each([
  ["person", "person may use 1 of 3: gpt-4o."],
  ["house", "house is open to 2 of 3: project, Search."],
  ["team", "Whoever acts as team may use 2 of 3: gpt-4o, house."],
])("%s says: %s", (name, sentence) => {
  const { graph, node } = labelled();
  expect(sentenceOf(graph, node(name))).toBe(sentence);
});

test("what a draft takes and gives are edges of their own, and those of what is not shown are left out", () => {
  const { graph, shown } = labelled({
    lost: [change("person", "gpt-4o")],
    gained: [change("person", "house"), change("nobody", "house"), change("person", "unknown")],
  });
  expect(shown(graph.edges).filter((edge) => !edge.startsWith("Search"))).toEqual([
    "project → team",
    "team → gpt-4o",
    "team → house",
    "person → team",
    "person → gpt-4o lost",
    "person → house gained",
  ]);
  const person = graph.who[1] ?? expect.fail();
  expect(sentenceOf(graph, person)).toBe("person may use 1 of 3: gpt-4o.");
});

const CALLS: CallsByWho = new Map(
  (
    [
      ["project", 8, { "gpt-4o": 5 }],
      ["person", 2, { "gpt-4o": 2 }],
    ] as const
  ).map(([name, count, used]) => [
    whoKey({ kind: "role", name, id: null }),
    {
      count,
      byWhat: new Map(Object.entries(used).map(([model, calls]) => [whatKey({ kind: "model", name: model }), calls])),
    },
  ]),
);

test("each edge has the calls that took it, those over an internal role of all who act as it", () => {
  const graph = graphOf(MATRIX, internalRoleOf, undefined, CALLS);
  expect(graph.edges.map(({ calls }) => calls)).toEqual([8, 7, 0, 2, 0, 0]);
  expect(graphOf(MATRIX, internalRoleOf).edges.every(({ calls }) => calls === undefined)).toBe(true);
});

test("what a draft takes has the calls of whom it takes it from, and what it gives has none yet", () => {
  const changes = { lost: [change("person", "gpt-4o")], gained: [change("person", "house")] };
  const changed = graphOf(MATRIX, internalRoleOf, changes, CALLS).edges.filter(({ state }) => state !== "allowed");
  expect(changed.map(({ state, calls }) => [state, calls])).toEqual([
    ["lost", 2],
    ["gained", undefined],
  ]);
});

test.each([
  ["person", "person may use 1 of 3: gpt-4o (2)."],
  ["project", "project may use 2 of 3: gpt-4o (5), house (0)."],
  ["house", "house is open to 2 of 3: project (0), Search (0)."],
  ["team", "Whoever acts as team may use 2 of 3: gpt-4o (7), house (0)."],
])("%s says with its calls: %s", (name, sentence) => {
  const graph = graphOf(MATRIX, internalRoleOf, undefined, CALLS);
  const node = [...graph.who, ...graph.as, ...graph.what].find(({ label }) => label === name) ?? expect.fail(name);
  expect(sentenceOf(graph, node, String)).toBe(sentence);
});
