import type { AccessGraph, CallsOfOne, GraphEdge, GraphNode } from "./access-graph";

/** The key of the node that stands for the folded names. */
export const REST = JSON.stringify(["what", "rest", ""]);

/**
 * Reduces a graph to at most `most` models and routes, and one node for all others. Those with the most calls stay,
 * then the first ones in their order. Whatever a draft takes or gives always stays.
 */
export function foldGraph(graph: AccessGraph, most: number): AccessGraph {
  if (graph.what.length <= most) return graph;
  const calls = new Map<string, number>();
  const changed = new Set<string>();
  for (const { to, state, calls: count = 0 } of graph.edges) {
    calls.set(to, (calls.get(to) ?? 0) + count);
    if (state !== "allowed") changed.add(to);
  }
  const rankOf = ({ key }: GraphNode): number => (changed.has(key) ? Infinity : (calls.get(key) ?? 0));
  const kept = new Set(graph.what.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(0, most - 1));
  const isKept = new Set([...kept].map(({ key }) => key));
  const folded = graph.what.length - kept.size;
  return {
    ...graph,
    what: [
      ...graph.what.filter((node) => kept.has(node)),
      { key: REST, column: "what", label: `${folded} more`, kind: "rest" },
    ],
    edges: foldEdges(graph, isKept),
    calls: graph.calls && new Map([...graph.calls].map(([who, own]) => [who, foldCalls(own, isKept)])),
  };
}

function foldEdges({ what, edges }: AccessGraph, kept: ReadonlySet<string>): GraphEdge[] {
  const isWhat = new Set(what.map(({ key }) => key));
  const isFolded = ({ to }: GraphEdge): boolean => isWhat.has(to) && !kept.has(to);
  const rest = new Map<string, GraphEdge>();
  for (const edge of edges.filter(isFolded)) {
    const known = rest.get(edge.from);
    rest.set(edge.from, {
      from: edge.from,
      to: REST,
      state: "allowed",
      who: new Set([...(known?.who ?? []), ...edge.who]),
      calls: edge.calls === undefined ? undefined : (known?.calls ?? 0) + edge.calls,
    });
  }
  return [...edges.filter((edge) => !isFolded(edge)), ...rest.values()];
}

function foldCalls({ count, byWhat }: CallsOfOne, kept: ReadonlySet<string>): CallsOfOne {
  const own = new Map<string, number>();
  for (const [what, calls] of byWhat) {
    const key = kept.has(what) ? what : REST;
    own.set(key, (own.get(key) ?? 0) + calls);
  }
  return { count, byWhat: own };
}
