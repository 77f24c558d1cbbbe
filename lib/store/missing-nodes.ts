import type { ListedNode } from "./nodes";

type Node = Pick<ListedNode, "name" | "startedAt" | "seenAt">;

/**
 * The nodes that fell silent and that no other has replaced. A node that started after one fell silent counts as its
 * replacement. Names are new at every start, so nobody knows which replaced which; the nodes that are missing longest
 * are taken as replaced first.
 */
export function missingNodes<Silent extends Node>(silent: readonly Silent[], serving: readonly Node[]): Silent[] {
  const started = serving.map(({ startedAt }) => startedAt.getTime()).sort((a, b) => a - b);
  return silent
    .toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime())
    .filter(({ seenAt }) => {
      const replacement = started.findIndex((at) => at > seenAt.getTime());
      if (replacement < 0) return true;
      started.splice(replacement, 1);
      return false;
    });
}
