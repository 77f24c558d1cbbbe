import { formatCount } from "@/components/api/format";
import type { Replayed } from "@/lib/wire/replay";

/** The refused caller, as /auth/replay names it (undefined: not known), and what it requested. */
export interface Refused {
  readonly who: string | undefined;
  readonly route: string;
  readonly model: string | null;
}

/** What a repair would change for recorded traffic. */
export interface WhatIf {
  /** How many calls of the refused caller would pass, or of all if the caller is not known. */
  readonly gained: number;
  /** "412 calls of key batch would pass, and no other recorded call." */
  readonly sentence: string;
  /** Other callers that gain something, the most frequent first. */
  readonly others: Replayed["newly_allowed"];
}

/** The report of a replay, as it concerns one refusal. */
export function whatIf(report: Pick<Replayed, "newly_allowed" | "totals">, refused: Refused): WhatIf {
  const { newly_allowed: allowed, newly_denied: denied } = report.totals;
  const lost = denied.calls > 0 ? ` ${calls(denied.calls)} would be refused.` : "";
  if (refused.who === undefined)
    return {
      gained: allowed.calls,
      sentence: `${calls(allowed.calls)} of the recorded traffic would pass.${lost}`,
      others: report.newly_allowed,
    };
  const isOwn = (group: Replayed["newly_allowed"][number]): boolean =>
    group.who === refused.who && group.route === refused.route && group.model === refused.model;
  const own = report.newly_allowed.filter(isOwn).reduce((sum, { count }) => sum + count, 0);
  const others = report.newly_allowed.filter((group) => !isOwn(group));
  const rest = allowed.calls > own ? `${calls(allowed.calls - own)} of others too` : "no other recorded call";
  return { gained: own, sentence: `${calls(own)} of ${refused.who} would pass, and ${rest}.${lost}`, others };
}

function calls(count: number): string {
  return count === 1 ? "1 call" : `${formatCount(count)} calls`;
}
