import type { PriceTable } from "@/lib/prices/price-table";
import type { PriceCheck } from "@/lib/prices/unpriced";
import type { Adapter } from "@/lib/providers/adapter";
import type { Deployment } from "@/lib/providers/deployment";
import type { RoutingPolicy } from "@/lib/router/routing-policy";

/** What the settings say about a deployment on a route. */
export interface ConfiguredTarget {
  readonly deployment: Deployment;
  readonly adapter: Adapter;
  readonly policy: RoutingPolicy;
  /** The upstream's name of the model is the operator's, not taken from the caller's. */
  readonly isPinned: boolean;
  /** The maximum of completion tokens that the adapter writes into a request that names none. */
  readonly addedMaximum: number | undefined;
  /** The most tokens that the model takes in; undefined: not known. */
  readonly largestInput: number | undefined;
}

/** A deployment that could serve a call, and what the call costs there. */
export interface Target extends ConfiguredTarget {
  /** The price at the time of the call; undefined: none is known. Looked up once for each call. */
  readonly price: PriceTable | undefined;
  readonly priceCheck: PriceCheck;
}
