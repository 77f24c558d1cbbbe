import { estimateCall, estimateCost, type EstimatedRequest } from "@/lib/prices/estimate";
import type { PriceTable } from "@/lib/prices/price-table";

/** What decides how much a call may cost. */
export interface EstimatedCall {
  /** Canonical, without `/v1`. */
  readonly route: string;
  readonly body: {
    readonly value: Readonly<Record<string, unknown>>;
    /** `value`, but that long strings may end early. */
    readonly outline?: Readonly<Record<string, unknown>>;
  };
  readonly estimatedPromptTokens: number;
  /** The length of an uploaded recording; undefined: unknown, or no recording. */
  readonly seconds?: number | undefined;
  /** Finds the input that the body only names; undefined: the body has all of its input. */
  readonly namedInput?: () => string | undefined;
  /** The deployments that it may go to. */
  readonly targets: readonly PricedTarget[];
}

interface PricedTarget {
  /** Undefined: no price is known. */
  readonly price: PriceTable | undefined;
  /** The maximum that the adapter writes into a request that names none; undefined: it writes none. */
  readonly addedMaximum?: number | undefined;
  /** The most tokens that the model takes in; undefined: not known. */
  readonly largestInput?: number | undefined;
  /** Where it goes. An entry may drop the maximum of a request. */
  readonly deployment?: {
    readonly entry: { readonly gateway_params: { readonly additional_drop_params?: readonly string[] | undefined } };
  };
}

/** The most that a call may take of its payers' limits. */
export interface CallCost {
  readonly costNano: bigint;
  readonly tokens: number;
}

/**
 * Estimates a call from its body, at its most expensive candidate deployment. An input that is only named may be as
 * large as the model takes.
 */
export function costOfCall({
  route,
  body,
  estimatedPromptTokens: promptTokens,
  seconds,
  namedInput,
  targets,
}: EstimatedCall): CallCost {
  // Only speech is charged by the characters of its text.
  const asked = route === "/audio/speech" ? body.value : (body.outline ?? body.value);
  const request: EstimatedRequest = { route, body: asked, promptTokens, seconds };
  const estimate = estimateCall(request);
  const mayGrow = targets.some(({ largestInput = 0 }) => largestInput > promptTokens);
  const isNamed = mayGrow && namedInput?.() !== undefined;
  let costNano = 0n;
  for (const { price, addedMaximum, largestInput, deployment } of targets) {
    const named = isNamed ? (largestInput ?? 0) : 0;
    const paths = deployment?.entry.gateway_params.additional_drop_params;
    const isAsEstimated = addedMaximum === undefined && named <= promptTokens && !paths;
    const atTarget = isAsEstimated
      ? estimate
      : estimateCall({
          ...request,
          without: paths,
          promptTokens: Math.max(promptTokens, named),
          addedMaximum,
        });
    const cost = estimateCost(atTarget, price);
    if (cost > costNano) costNano = cost;
  }
  return { costNano, tokens: estimate.tokens };
}
