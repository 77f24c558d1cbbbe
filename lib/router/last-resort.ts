import { isWithinLimits, type Contender } from "./contender";
import type { Recall } from "./health";

/** A deployment on cooldown that a call takes because no other can serve it. */
export interface LastResort {
  readonly position: number;
  /** The end of its cooldown, in milliseconds since the epoch. */
  readonly until: number;
  readonly recall: Recall;
}

/** The lower, the earlier a deployment is taken. */
const RELUCTANCE = {
  "serves some": 0,
  "serves none": 0,
  "asked to wait": 1,
  "access refused": 2,
} satisfies Record<Recall, number>;

/**
 * The deployment on cooldown that a call takes when no other can serve it: one that it has not tried, and of these the
 * one whose cooldown ends first. A `Retry-After` is respected as long as another deployment can be taken. `isBusy`:
 * deployments are in use, and all have reached their limits. `tokens` is the estimated size of the call.
 */
export function findLastResort(
  contenders: readonly Contender[],
  { tokens, isBusy }: { readonly tokens: number; readonly isBusy: boolean },
): LastResort | undefined {
  const [best] = contenders
    .flatMap((contender, position) => {
      const { availability, isTried } = contender;
      if (availability.state !== "on cooldown" || !isWithinLimits(contender, tokens)) return [];
      const { until, recall } = availability;
      return isBusy && RELUCTANCE[recall] > 0 ? [] : [{ position, until, recall, isTried }];
    })
    .sort(
      (one, other) =>
        RELUCTANCE[one.recall] - RELUCTANCE[other.recall] ||
        Number(one.isTried) - Number(other.isTried) ||
        one.until - other.until,
    );
  return best && { position: best.position, until: best.until, recall: best.recall };
}
