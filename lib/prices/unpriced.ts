import type { GeneralSettings, ModelEntry } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { alikeRoute } from "@/lib/providers/dialects/google/routes";
import type { ChargeKind, PriceTable } from "./price-table";

/** The header on the answer of a call that was let through with a warning although its model has no price. */
export const UNPRICED_HEADER = "x-gateway-price-state";

/** What to do with a call before it goes upstream. `warn`: log it and answer with `UNPRICED_HEADER: unpriced`. */
export type PriceCheck = "proceed" | "warn" | "refuse";

const IMAGES: readonly (readonly ChargeKind[])[] = [["image"], ["input", "output"], ["input", "output_image"]];
const RECORDINGS: readonly (readonly ChargeKind[])[] = [
  ["audio_second"],
  ["input", "output"],
  ["input_audio", "output"],
];

/** The kinds that must have a price for calls of a route. One complete line is enough. */
const NEEDED: Readonly<Record<string, readonly (readonly ChargeKind[])[]>> = {
  "/embeddings": [["input"]],
  "/moderations": [["input"]],
  "/rerank": [["search_unit"], ["input"]],
  "/images/generations": IMAGES,
  "/images/edits": IMAGES,
  "/audio/transcriptions": RECORDINGS,
  "/audio/translations": RECORDINGS,
  "/audio/speech": [["character"], ["input", "output"], ["input", "output_audio"]],
  // Anthropic does not charge for it.
  "/messages/count_tokens": [[]],
};
const TOKENS: readonly (readonly ChargeKind[])[] = [["input", "output"]];

/**
 * Whether a call may go upstream at this price (undefined: no price is known). The entry's `model_info.unpriced`
 * decides, or else the default for all entries. `route` is canonical, without `/v1`.
 */
export function checkPriced(
  route: string,
  price: PriceTable | undefined,
  entry: ModelEntry,
  general: Pick<GeneralSettings, "unpriced">,
): PriceCheck {
  const policy = entry.model_info?.unpriced ?? general.unpriced;
  return policy === "allow" || isCovered(route, price) ? "proceed" : policy;
}

/** The refusal of a call that no deployment can serve at a price. */
export function modelUnpriced(requestedModel: string): GatewayError {
  const name = JSON.stringify(requestedModel.slice(0, 120));
  const message = `The model ${name} has no price yet, and calls without a price are refused here; ask an administrator to add one.`;
  return new GatewayError("model_unpriced", message, { param: "model" });
}

function isCovered(route: string, table: PriceTable | undefined): boolean {
  const { rates = {} } = table ?? {};
  const isByTheCall = rates.request !== undefined && rates.input === undefined && rates.output === undefined;
  return (
    isByTheCall ||
    (NEEDED[alikeRoute(route)] ?? TOKENS).some((kinds) => kinds.every((kind) => rates[kind] !== undefined))
  );
}
