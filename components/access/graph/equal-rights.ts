import type { AccessGraph, CallsOfOne, GraphEdge, GraphNode } from "./access-graph";

/** Callers of whom a call has one at most, so that the calls of several can be added up. */
const ADDED_UP: Readonly<Record<string, string>> = { team: "teams", user: "users", key: "keys" };

/**
 * Draws teams with equal rights as one node, and so users and keys. Whoever gains or loses something by a draft stays
 * alone. Returns the same graph where no two have equal rights.
 */
export function groupEqualRights(graph: AccessGraph): AccessGraph {
  const groups = new Map<string, GraphNode[]>();
  for (const node of graph.who) {
    const rights = rightsOf(node, graph.edges);
    groups.set(rights, [...(groups.get(rights) ?? []), node]);
  }
  const groupOf = new Map<string, GraphNode>();
  for (const members of groups.values())
    for (const { key } of members.length > 1 ? members : []) groupOf.set(key, nodeOf(members));
  if (groupOf.size === 0) return graph;
  const keyOf = (key: string): string => groupOf.get(key)?.key ?? key;
  return {
    ...graph,
    who: [...new Map(graph.who.map((node) => [keyOf(node.key), groupOf.get(node.key) ?? node])).values()],
    edges: mergedEdges(graph.edges, keyOf),
    calls: graph.calls && mergedCalls(graph, keyOf),
  };
}

/** What tells the rights of a caller from others; its own key where it stays alone. */
function rightsOf({ key, kind }: GraphNode, edges: readonly GraphEdge[]): string {
  const own = edges.filter(({ from }) => from === key);
  if (ADDED_UP[kind] === undefined || own.some(({ state }) => state !== "allowed")) return key;
  return JSON.stringify([kind, own.map(({ to }) => to).toSorted()]);
}

function nodeOf(members: readonly GraphNode[]): GraphNode {
  const [{ kind, key, column } = { kind: "", key: "", column: "who" as const }] = members;
  const label = members.map((one) => one.label).join(", ");
  return { key: JSON.stringify(["who", "equal", key]), column, kind: `${members.length} ${ADDED_UP[kind]}`, label };
}

function mergedEdges(edges: readonly GraphEdge[], keyOf: (key: string) => string): GraphEdge[] {
  const merged = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const [from, who] = [keyOf(edge.from), new Set([...edge.who].map(keyOf))];
    const name = JSON.stringify([from, edge.to, edge.state]);
    const known = merged.get(name);
    const calls = edge.calls === undefined ? undefined : edge.calls + (known?.calls ?? 0);
    merged.set(name, { ...edge, from, who: new Set([...(known?.who ?? []), ...who]), calls });
  }
  return [...merged.values()];
}

function mergedCalls({ calls = new Map() }: AccessGraph, keyOf: (key: string) => string): Map<string, CallsOfOne> {
  const merged = new Map<string, { count: number; byWhat: Map<string, number> }>();
  for (const [who, own] of calls) {
    const sum = merged.get(keyOf(who)) ?? { count: 0, byWhat: new Map<string, number>() };
    sum.count += own.count;
    for (const [what, count] of own.byWhat) sum.byWhat.set(what, (sum.byWhat.get(what) ?? 0) + count);
    merged.set(keyOf(who), sum);
  }
  return merged;
}
