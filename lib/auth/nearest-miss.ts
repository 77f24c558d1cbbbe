import { allAtOnce, type Steps } from "@/lib/async/steps";
import { decide } from "./decide";
import { applyChange, type Change, describeChange } from "./changes/change";
import { possibleChanges } from "./changes/possible-changes";
import type { Situation } from "./changes/situation";
import { decidingSettings } from "./issuer-settings";

/** The smallest change that would turn a refusal into an allow. */
export interface NearestMiss {
  readonly changes: readonly Change[];
  /** The changes in words, in the same order. */
  readonly descriptions: readonly string[];
  readonly sentence: string;
}

/** How many decisions one search may make before it gives up. */
const MAX_DECISIONS = 4_000;

/**
 * Tries single changes to a denied situation, then pairs, and returns the first that makes `decide()` allow. Among
 * equally many changes, the model for the caller's own key, user or team comes before another team, and what concerns
 * one caller before what concerns many; route lists come last.
 */
export function findNearestMiss(asked: Situation): NearestMiss | undefined {
  return allAtOnce(searchNearestMiss(asked));
}

/** `findNearestMiss`, a step for each decision. */
export function* searchNearestMiss(asked: Situation): Steps<NearestMiss | undefined> {
  const situation = { ...asked, settings: decidingSettings(asked.identity, asked.settings) };
  const refusal = decide(situation);
  if (refusal.allow) return undefined;
  let decisions = 0;
  const steps: { after: Situation; change: Change }[] = [];
  for (const change of possibleChanges(situation)) {
    const after = applyChange(situation, change);
    const decision = decide(after);
    decisions++;
    yield;
    if (decision.allow) return nearestMiss([change]);
    // A change that leaves the refusal exactly as it was does not help. A new scope is an exception: the model may yet
    // be listed under it.
    const changesRefusal = decision.code !== refusal.code || decision.message !== refusal.message;
    if (changesRefusal || change.kind === "add-scope") steps.push({ after, change });
  }
  for (const { after, change } of steps) {
    for (const second of possibleChanges(after)) {
      if (decisions++ > MAX_DECISIONS) return undefined;
      if (decide(applyChange(after, second)).allow) return nearestMiss([change, second]);
      yield;
    }
  }
  return undefined;
}

function nearestMiss(changes: readonly Change[]): NearestMiss {
  const descriptions = changes.map(describeChange);
  return { changes, descriptions, sentence: `It would be allowed if ${descriptions.join(" and ")}.` };
}
