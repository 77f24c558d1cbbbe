import { estimateCall, estimateCost } from "@/lib/prices/estimate";
import type { PriceTable } from "@/lib/prices/price-table";

/** What decides how much a call may cost. */
export interface EstimatedCall {
  /** Canonical, without `/v1`. */
  readonly route: string;
  readonly body: { readonly value: Readonly<Record<string, unknown>> };
  readonly estimatedPromptTokens: number;
  /** Of a multipart form, if its sender said. */
  readonly uploadBytes?: number | undefined;
  /** The deployments that it may go to, each with its price; undefined: no price is known. */
  readonly targets: readonly { readonly price: PriceTable | undefined }[];
}

/** The most that a call may take of its payers' limits. */
export interface CallCost {
  readonly costNano: bigint;
  readonly tokens: number;
}

/** Estimates a call by its own words, at the dearest deployment that it may go to. */
export function costOfCall({ route, body, estimatedPromptTokens, uploadBytes, targets }: EstimatedCall): CallCost {
  const estimate = estimateCall(route, body.value, estimatedPromptTokens, uploadBytes);
  let costNano = 0n;
  for (const { price } of targets) {
    const cost = estimateCost(estimate, price);
    if (cost > costNano) costNano = cost;
  }
  return { costNano, tokens: estimate.tokens };
}
