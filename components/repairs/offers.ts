import type { Explanation } from "@/lib/wire/explanation";
import { type RefusedRequest, type Repair, repairsOf, repairsOfMiss } from "./repair";
import type { NameOf } from "./repair-sentence";

/** Repairs that let a refused request pass together. One of them alone would leave it refused. */
export type Offer = readonly Repair[];

/**
 * What would let a refused request pass, as alternatives. That of its nearest miss or, where only the caller or the
 * identity provider can make this, those that follow from the code of the refusal too. `access`: the settings in force.
 */
export function offersOf(
  refused: RefusedRequest,
  miss: Explanation["nearest_miss"] | undefined,
  access: Parameters<typeof repairsOf>[1],
  nameOf?: NameOf,
): readonly Offer[] {
  const about = { keyId: refused.identity?.key_id, model: refused.model, ...(nameOf && { nameOf }) };
  const nearest = miss ? repairsOfMiss(miss.changes, access, about) : [];
  if (nearest.some(({ kind }) => kind !== "elsewhere")) return [nearest];
  return [...alternatives(repairsOf(refused, access, nameOf)), ...(nearest.length > 0 ? [nearest] : [])];
}

/** Repairs of which one is enough. */
export function alternatives(repairs: readonly Repair[]): readonly Offer[] {
  return repairs.map((repair) => [repair]);
}

/** Whether an administrator can make any of it. */
export function isRepairable(offer: Offer): boolean {
  return offer.some(({ kind }) => kind !== "elsewhere");
}
