import type { AccessMatrix, MatrixChanges, MatrixColumn, MatrixRow } from "@/lib/wire/matrix";

/** A caller (`who`), the internal role that its role gives (`as`), or a model or family of routes (`what`). */
export interface GraphNode {
  readonly key: string;
  readonly column: "who" | "as" | "what";
  readonly label: string;
  /** `role`, `team`, `model` and so on. */
  readonly kind: string;
}

/** An edge from one node to the next. A draft takes `lost` edges and gives `gained` ones. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The keys of the callers that take this edge. */
  readonly who: ReadonlySet<string>;
  readonly state: "allowed" | "lost" | "gained";
  /** How many calls took it in the counted days; undefined: not known. */
  readonly calls: number | undefined;
}

/** The calls of one caller: how many in all, and how many by the key of what they used. */
export interface CallsOfOne {
  readonly count: number;
  readonly byWhat: ReadonlyMap<string, number>;
}
/** By the key of the caller. */
export type CallsByWho = ReadonlyMap<string, CallsOfOne>;

export interface AccessGraph {
  readonly who: readonly GraphNode[];
  readonly as: readonly GraphNode[];
  readonly what: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Undefined: not known. */
  readonly calls: CallsByWho | undefined;
}

type Compared = Pick<MatrixChanges, "lost" | "gained">;
const NO_CHANGES: Compared = { lost: [], gained: [] };

/**
 * Builds a graph from a matrix. Each edge leads from a caller, over the internal role that the caller's role gives, to
 * what the caller may use. `internalRoleOf` finds that role in the mappings. Changes to rows and columns that the
 * matrix does not show are left out. `calls`: those of the counted days; undefined: not known.
 */
export function graphOf(
  { columns, data }: Pick<AccessMatrix, "columns" | "data">,
  internalRoleOf: (row: MatrixRow) => string | undefined,
  { lost, gained }: Compared = NO_CHANGES,
  calls?: CallsByWho,
): AccessGraph {
  const who = data.map((row): GraphNode => ({ key: whoKey(row), column: "who", label: row.name, kind: row.kind }));
  const what = columns.map((column): GraphNode => ({
    key: whatKey(column),
    column: "what",
    label: column.name,
    kind: column.kind,
  }));
  const roles = new Set<string>();
  const edges = new Map<string, { from: string; to: string; who: Set<string>; state: GraphEdge["state"] }>();
  const add = (from: string, to: string, whose: string, state: GraphEdge["state"]): void => {
    const key = JSON.stringify([from, to, state]);
    const edge = edges.get(key) ?? { from, to, who: new Set<string>(), state };
    edge.who.add(whose);
    edges.set(key, edge);
  };
  const isLost = new Set(lost.map((change) => JSON.stringify([whoKey(change), whatKey(change.column)])));
  for (const row of data) {
    const key = whoKey(row);
    const role = internalRoleOf(row);
    const from = role === undefined ? key : asKey(role);
    if (role !== undefined) {
      roles.add(role);
      add(key, from, key, "allowed");
    }
    columns.forEach((column, at) => {
      if (!row.cells[at]?.allow) return;
      const to = whatKey(column);
      // A lost right is drawn from the caller that loses it, because others may keep theirs through the same internal
      // role.
      if (isLost.has(JSON.stringify([key, to]))) add(key, to, key, "lost");
      else add(from, to, key, "allowed");
    });
  }
  const shown = new Set([...who, ...what].map(({ key }) => key));
  for (const change of gained) {
    const [from, to] = [whoKey(change), whatKey(change.column)];
    if (shown.has(from) && shown.has(to)) add(from, to, from, "gained");
  }
  return {
    who,
    as: [...roles].map((role): GraphNode => ({ key: asKey(role), column: "as", label: role, kind: "internal role" })),
    what,
    edges: [...edges.values()].map((edge) => ({ ...edge, calls: calls && callsOf(edge, calls) })),
    calls,
  };
}

/** Nobody knows which of a draft's gains would be used. */
function callsOf({ to, who, state }: Pick<GraphEdge, "to" | "who" | "state">, calls: CallsByWho): number | undefined {
  if (state === "gained") return undefined;
  return [...who].reduce((sum, one) => {
    const own = calls.get(one);
    return sum + ((isInternalRole(to) ? own?.count : own?.byWhat.get(to)) ?? 0);
  }, 0);
}

/** The edges that go through a node, and the nodes that they connect. */
export function throughNode(
  { who: everybody, edges }: Pick<AccessGraph, "who" | "edges">,
  node: string,
): { readonly edges: ReadonlySet<GraphEdge>; readonly nodes: ReadonlySet<string> } {
  const touching = edges.filter(({ from, to, who }) => from === node || to === node || who.has(node));
  const isSomebody = everybody.some(({ key }) => key === node);
  const whose = isSomebody ? new Set([node]) : new Set(touching.flatMap(({ who }) => [...who]));
  // For a node behind an internal role, the edges to that role of the callers that go on to the node.
  const starts = new Set(touching.map(({ from }) => from));
  const before = edges.filter(({ to, who }) => starts.has(to) && [...who].some((one) => whose.has(one)));
  const lit = new Set([...touching, ...before]);
  return { edges: lit, nodes: new Set([node, ...[...lit].flatMap(({ from, to }) => [from, to])]) };
}

/**
 * Describes what a node may use under the rules in force, as a sentence: "project may use 2 of 5: gpt-4o (12 a day),
 * house-model (no calls)." `callsText` puts a number of calls into words.
 */
export function sentenceOf(
  graph: AccessGraph,
  { key, column, label }: GraphNode,
  callsText?: (calls: number) => string,
): string {
  const inForce = graph.edges.filter(({ state }) => state !== "gained");
  const { nodes, edges } = throughNode({ who: graph.who, edges: inForce }, key);
  const [others, verb] = column === "what" ? [graph.who, "is open to"] : [graph.what, "may use"];
  /** A caller's own calls, even where other callers take the same edge through an internal role. */
  const callsTo = (other: string): number | undefined => {
    if (column === "who") return graph.calls && (graph.calls.get(key)?.byWhat.get(other) ?? 0);
    if (column === "what") return graph.calls && (graph.calls.get(other)?.byWhat.get(key) ?? 0);
    return [...edges].find(({ to }) => to === other)?.calls;
  };
  const reached = others
    .filter((other) => nodes.has(other.key))
    .map((other) => {
      const calls = callsTo(other.key);
      return calls === undefined || !callsText ? other.label : `${other.label} (${callsText(calls)})`;
    });
  const subject = column === "as" ? `Whoever acts as ${label}` : label;
  const counted = `${subject} ${verb} ${reached.length} of ${others.length}`;
  return `${counted}${reached.length === 0 ? "" : `: ${reached.join(", ")}`}.`;
}

export function whoKey({ kind, name, id }: Pick<MatrixRow, "kind" | "name" | "id">): string {
  return JSON.stringify(["who", kind, id ?? name]);
}

function asKey(role: string): string {
  return JSON.stringify(["as", role]);
}

function isInternalRole(key: string): boolean {
  return key.startsWith('["as",');
}

export function whatKey({ kind, name }: Pick<MatrixColumn, "kind" | "name">): string {
  return JSON.stringify(["what", kind, name]);
}
