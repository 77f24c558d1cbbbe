import type { EffectiveAccess } from "@/components/access/draft";
import type { AccessOverrides } from "@/lib/config/schema";
import type { DescribedChange } from "@/lib/wire/change";
import type { Offer } from "./offers";
import { type Repair, repairsOfMiss } from "./repair";
import type { NameOf } from "./repair-sentence";

/** What would let one refused request pass. */
export interface Miss {
  readonly changes: readonly DescribedChange[];
  /** The key that was refused, if the caller has one. */
  readonly keyId: string | null;
  readonly model: string | null;
  readonly nameOf: NameOf;
}

/**
 * The repairs that let several refused requests pass, as one offer: each change once, and all settings in one draft.
 * Changes that only a caller or the identity provider can make are left out. `access`: the settings in force.
 */
export function jointOffer(misses: readonly Miss[], access: EffectiveAccess): Offer {
  const settings: AccessOverrides = {};
  const drafted: string[] = [];
  const others: Repair[] = [];
  for (const { change, ...about } of eachOnce(misses)) {
    for (const repair of repairsOfMiss([change], { ...access, ...settings }, about)) {
      if (repair.kind === "settings") {
        Object.assign(settings, repair.settings);
        drafted.push(repair.sentence);
      } else if (repair.kind !== "elsewhere") others.push(repair);
    }
  }
  if (drafted.length === 0) return others;
  return [{ kind: "settings", sentence: drafted.join("; "), settings }, ...others];
}

type OneChange = Omit<Miss, "changes"> & { readonly change: DescribedChange };

/** Each change once. Of those that raise the same limit, the one that raises it most. */
function eachOnce(misses: readonly Miss[]): OneChange[] {
  const found = new Map<string, OneChange>();
  for (const { changes, ...about } of misses) {
    for (const change of changes) {
      const key = JSON.stringify({ ...change, description: "", needed: 0 });
      const known = found.get(key);
      if (!known || neededBy(change) > neededBy(known.change)) found.set(key, { change, ...about });
    }
  }
  return [...found.values()];
}

function neededBy(change: DescribedChange): number {
  return "needed" in change ? change.needed : 0;
}
