import type { Check } from "@/lib/auth/decision";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { Services } from "../services";
import type { Target } from "./target";
import { requestedTargets, servableTargets, type PlacedCall } from "./targets";

/** Where a call of a model may go, as the checks of an explanation. */
export type Placement =
  | { readonly checks: readonly Check[]; readonly targets: readonly Target[] }
  | { readonly checks: readonly Check[]; readonly failure: GatewayError };

const DEPLOYMENT = { rule: "deployment", spec: "2.6" } as const;
const PRICE = { rule: "price", spec: "explain/spend" } as const;

/** Makes the checks of the request path, in its order: is there a deployment, and a price where one is required? */
export function checkPlacement({ prices }: Pick<Services, "prices">, call: PlacedCall, settings: Settings): Placement {
  const requested = attempt(() => requestedTargets(call, settings, prices.current()));
  if (requested instanceof GatewayError)
    return {
      failure: requested,
      checks: [
        { ...DEPLOYMENT, outcome: "fail", because: requested.message },
        { ...PRICE, outcome: "not reached", because: "" },
      ],
    };
  const deployment: Check = { ...DEPLOYMENT, outcome: "pass", because: describeTargets(requested) };
  const targets = attempt(() => servableTargets(requested, call.model));
  if (targets instanceof GatewayError)
    return { failure: targets, checks: [deployment, { ...PRICE, outcome: "fail", because: targets.message }] };
  const because = describePrices(requested.length - targets.length, requested.length, targets);
  return { targets, checks: [deployment, { ...PRICE, outcome: "pass", because }] };
}

function describeTargets(targets: readonly Target[]): string {
  const names = targets.map(({ deployment: { provider, model } }) => `${provider}/${model}`);
  return targets.length === 1
    ? `It would go to ${names[0]}.`
    : `${targets.length} deployments can serve it: ${names.join(", ")}.`;
}

function describePrices(passedOver: number, all: number, targets: readonly Target[]): string {
  if (passedOver > 0) return `Deployments without a price are skipped: ${passedOver} of ${all}.`;
  return targets.some(({ priceCheck }) => priceCheck === "warn")
    ? "At least one deployment has no price; the call is let through with a warning."
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
