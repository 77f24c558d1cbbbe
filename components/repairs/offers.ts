import type { Explanation } from "@/lib/wire/explanation";
import { type RefusedRequest, type Repair, repairsOf, repairsOfMiss } from "./repair";
import type { NameOf } from "./repair-sentence";

/**
 * The repairs of a refusal: those of its nearest miss, or, where only the caller or the identity provider can make
 * these, those that follow from the code of the refusal. `access`: the settings in force.
 */
export function offersOf(
  refused: RefusedRequest,
  miss: Explanation["nearest_miss"] | undefined,
  access: Parameters<typeof repairsOf>[1],
  nameOf?: NameOf,
): readonly Repair[] {
  const about = { keyId: refused.identity?.key_id, model: refused.model, ...(nameOf && { nameOf }) };
  const nearest = miss ? repairsOfMiss(miss.changes, access, about) : [];
  return nearest.some(({ kind }) => kind !== "elsewhere")
    ? nearest
    : [...repairsOf(refused, access, nameOf), ...nearest];
}
