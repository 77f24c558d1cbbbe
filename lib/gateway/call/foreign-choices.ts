import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";

/** Headers by which clients of Portkey choose an upstream. Here the name of the model does. */
const CHOICES = ["x-portkey-config", "x-portkey-virtual-key", "x-portkey-provider", "x-portkey-custom-host"] as const;

/**
 * Refuses a call that chooses its upstream by a header of another gateway: it would go elsewhere without a word.
 * @throws GatewayError invalid_request
 */
export function refuseForeignChoices({ headers }: Pick<ApiRequest, "headers">): void {
  const chosen = CHOICES.find((name) => headers[name] !== undefined);
  if (chosen === undefined) return;
  const message = `${chosen} chooses an upstream at Portkey. Here the model's name does: leave the header out, and ask for a model of GET /v1/models.`;
  throw new GatewayError("invalid_request", message, { param: chosen });
}
