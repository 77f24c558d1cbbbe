import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";

/** What a gateway calls itself in `Via` (RFC 9110 §7.6.3), so that a call that comes back is recognised. */
const RECEIVED_BY = "1.1 model-gateway";

/** How many gateways a call may have passed before this one: a team's own, a region's and a company's. */
export const MOST_GATEWAYS = 3;

type Headers = ApiRequest["headers"];

/** How many gateways a request has passed, by its `Via`. */
export function passedGateways({ via }: Headers): number {
  if (via === undefined) return 0;
  const passed = Array.isArray(via) ? via.join(",") : via;
  return passed.split(",").filter((one) => one.trim().toLowerCase() === RECEIVED_BY).length;
}

/**
 * The `Via` of a call that goes on: the gateways alone, since what else stands there describes the caller's network.
 */
export function viaUpstream(headers: Headers): string {
  const passed = passedGateways(headers);
  return passed === 0 ? RECEIVED_BY : Array.from({ length: passed + 1 }, () => RECEIVED_BY).join(", ");
}

/**
 * Refuses a call that goes round in a circle: each round would be a call with its own connection, journal entry and
 * spend, until the process has none left. The gateways on its way do not retry an error with this code.
 * @throws GatewayError loop_detected
 */
export function checkLoop({ headers }: Pick<ApiRequest, "headers">): void {
  const passed = passedGateways(headers);
  if (passed <= MOST_GATEWAYS) return;
  throw new GatewayError(
    "loop_detected",
    `The call has passed ${passed} gateways before this one and goes no further: the api_base of a model probably leads back to a gateway that the call came from.`,
  );
}
