import { estimateCall, estimateCost, type EstimatedRequest } from "@/lib/prices/estimate";
import type { PriceTable } from "@/lib/prices/price-table";

/** What decides how much a call may cost. */
export interface EstimatedCall {
  /** Canonical, without `/v1`. */
  readonly route: string;
  readonly body: { readonly value: Readonly<Record<string, unknown>> };
  readonly estimatedPromptTokens: number;
  /** The length of an uploaded recording; undefined: unknown, or no recording. */
  readonly seconds?: number | undefined;
  /** The deployments that it may go to. */
  readonly targets: readonly PricedTarget[];
}

interface PricedTarget {
  /** Undefined: no price is known. */
  readonly price: PriceTable | undefined;
  /** The maximum that the adapter writes into a request that names none; undefined: it writes none. */
  readonly addedMaximum?: number | undefined;
}

/** The most that a call may take of its payers' limits. */
export interface CallCost {
  readonly costNano: bigint;
  readonly tokens: number;
}

/** Estimates a call from its body, at its most expensive candidate deployment. */
export function costOfCall({
  route,
  body,
  estimatedPromptTokens: promptTokens,
  seconds,
  targets,
}: EstimatedCall): CallCost {
  const request: EstimatedRequest = { route, body: body.value, promptTokens, seconds };
  const estimate = estimateCall(request);
  let costNano = 0n;
  for (const { price, addedMaximum } of targets) {
    const atTarget = addedMaximum === undefined ? estimate : estimateCall({ ...request, addedMaximum });
    const cost = estimateCost(atTarget, price);
    if (cost > costNano) costNano = cost;
  }
  return { costNano, tokens: estimate.tokens };
}
