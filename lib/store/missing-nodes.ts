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

/**
 * The node that answers serves, even if its last report is old: while the database was away, no node could report, and
 * the next report may be a minute off.
 */
export function withAnswering<Listed extends Node>(
  { serving, silent }: { readonly serving: readonly Listed[]; readonly silent: readonly Listed[] },
  answering: string,
): { readonly serving: readonly Listed[]; readonly silent: readonly Listed[] } {
  const isOwn = ({ name }: Listed): boolean => name === answering;
  return { serving: [...serving, ...silent.filter(isOwn)], silent: silent.filter((one) => !isOwn(one)) };
}
