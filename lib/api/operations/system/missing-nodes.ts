import type { ListedNode } from "@/lib/store/nodes";

type Node = Pick<ListedNode, "name" | "startedAt" | "seenAt">;

/**
 * The nodes that went silent and that no other has replaced: each node that started after one went silent stands for
 * it. Names are new at every start, so nobody knows which replaced which; the nodes that are missing longest are
 * replaced first.
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
