/**
 * Whom a refusal is counted for. `master_key`: whoever has it. `others`: refusals beyond the group limit. `member`:
 * only of requests for a higher budget.
 */
export const PRINCIPAL_KINDS = ["key", "team", "user", "member", "issuer", "master_key", "unproven", "others"] as const;
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];

/**
 * The group that a refusal is counted in. A text is empty if there is nothing to name. Refusals that do not depend on
 * the route or on the model name none.
 */
export interface RefusalGroup {
  readonly code: string;
  readonly kind: PrincipalKind;
  readonly principal: string;
  /** The canonical route; empty in `others` too. */
  readonly route: string;
  readonly model: string;
}

/** Refusals of one group within one hour. Times are milliseconds since the epoch. */
export interface CountedRefusals extends RefusalGroup {
  readonly hour: number;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Ids of the latest refusals, the newest first. */
  readonly examples: readonly string[];
}

/** How far open groups are counted for those who do not list them. */
export const MOST_COUNTED_GROUPS = 1_000;

/** How many ids of refusals are kept with a group. */
export const MOST_EXAMPLES = 5;

/** The group for refusals with this code beyond the group limit. */
export function othersOf({ code }: Pick<RefusalGroup, "code">): RefusalGroup {
  return { code, kind: "others", principal: "", route: "", model: "" };
}
