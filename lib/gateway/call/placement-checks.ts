import type { Check } from "@/lib/auth/decision";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { ModelGroup } from "./model-group";
import type { Services } from "../services";
import { checkPrice, pricedGroup, requestedGroup, type PlacedCall } from "./serving-group";

/** Where a call of a model may go, as the checks of an explanation. */
export type Placement =
  | { readonly checks: readonly Check[]; readonly group: ModelGroup }
  | { readonly checks: readonly Check[]; readonly failure: GatewayError };

const DEPLOYMENT = { rule: "deployment", spec: "2.6" } as const;
const PRICE = { rule: "price", spec: "decisions: prices" } as const;

/** Asks the questions of the request path, in its order: is there a deployment, and has it a price where one is asked for. */
export function checkPlacement({ prices }: Pick<Services, "prices">, call: PlacedCall, settings: Settings): Placement {
  const asked = attempt(() => requestedGroup(call, settings));
  if (asked instanceof GatewayError)
    return {
      failure: asked,
      checks: [
        { ...DEPLOYMENT, outcome: "fail", because: asked.message },
        { ...PRICE, outcome: "not reached", because: "" },
      ],
    };
  const deployment: Check = { ...DEPLOYMENT, outcome: "pass", because: describeGroup(asked) };
  const catalog = prices.current();
  const group = attempt(() => pricedGroup(asked, call, settings, catalog));
  if (group instanceof GatewayError)
    return { failure: group, checks: [deployment, { ...PRICE, outcome: "fail", because: group.message }] };
  const warns = group.targets.some((target) => checkPrice(target, call, settings, catalog) === "warn");
  return { group, checks: [deployment, { ...PRICE, outcome: "pass", because: describePrices(asked, group, warns) }] };
}

function describeGroup({ targets }: ModelGroup): string {
  const names = targets.map(({ deployment: { provider, model } }) => `${provider}/${model}`);
  return targets.length === 1
    ? `It would go to ${names[0]}.`
    : `${targets.length} deployments can serve it: ${names.join(", ")}.`;
}

function describePrices(asked: ModelGroup, priced: ModelGroup, warns: boolean): string {
  const passedOver = asked.targets.length - priced.targets.length;
  if (passedOver > 0) return `Deployments without a price are passed over: ${passedOver} of ${asked.targets.length}.`;
  return warns
    ? "It has no price everywhere; the call is let through with a warning."
    : "It has a price, or may be called without one.";
}

function attempt<Value>(work: () => Value): Value | GatewayError {
  try {
    return work();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}
