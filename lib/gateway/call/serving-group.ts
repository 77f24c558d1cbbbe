import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { PriceCatalog } from "@/lib/prices/price-catalog";
import { checkPriced, modelUnpriced, type PriceCheck } from "@/lib/prices/unpriced";
import { groupOf, ModelGroup, type Target } from "./model-group";

/** What of a call decides which deployments may serve it. */
export interface PlacedCall {
  readonly model: string;
  /** Canonical, without `/v1`. */
  readonly route: string;
  /** When it came, for the prices of that time: milliseconds since the epoch. */
  readonly startedAt: number;
}

/** The group that a call asks for. @throws GatewayError model_not_found, and what `groupOf` throws */
export function requestedGroup(call: PlacedCall, settings: Settings): ModelGroup {
  const group = groupOf(settings, call.model, call.route);
  if (!group)
    throw new GatewayError("model_not_found", `The model ${JSON.stringify(call.model.slice(0, 120))} does not exist.`, {
      param: "model",
    });
  return group;
}

/** The group without the deployments at which the call would have no price, where such calls are refused. @throws GatewayError model_unpriced when none is left */
export function pricedGroup(
  group: ModelGroup,
  call: PlacedCall,
  settings: Settings,
  catalog: PriceCatalog,
): ModelGroup {
  const priced = group.targets.filter((target) => checkPrice(target, call, settings, catalog) !== "refuse");
  if (priced.length === group.targets.length) return group;
  if (priced.length === 0) throw modelUnpriced(group.model);
  return new ModelGroup(group.model, priced);
}

/** What becomes of the call at a deployment, as far as its price is concerned. */
export function checkPrice(
  { deployment: { provider, model, entry } }: Target,
  { route, startedAt }: PlacedCall,
  { general }: Settings,
  catalog: PriceCatalog,
): PriceCheck {
  return checkPriced({ provider, model, route, at: startedAt }, entry, general, catalog);
}
