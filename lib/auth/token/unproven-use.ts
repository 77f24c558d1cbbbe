import type { JwtAuthSettings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { Claims } from "../decision";
import { notYetValid } from "./token-fault";

/**
 * Refuses tokens from the future, and tokens that only their sender may use. `now`: milliseconds since the epoch.
 * @throws GatewayError token_not_yet_valid, invalid_token
 */
export function refuseUnprovenUse(
  { iat, cnf }: Claims,
  settings: Pick<JwtAuthSettings, "clock_skew_seconds" | "allow_sender_constrained_tokens">,
  now: number,
): void {
  // RFC 7519 §4.1.6 asks for no check. Refuse a token from the future as if `nbf` said so.
  if (typeof iat === "number" && iat > now / 1000 + settings.clock_skew_seconds) {
    const clock = { now, clockSkewSeconds: settings.clock_skew_seconds };
    throw notYetValid("iat", 'The token was issued in the future ("iat").', iat, clock);
  }
  // RFC 7800: the token may be used only with a proof of possession, which the gateway cannot check.
  if (!settings.allow_sender_constrained_tokens && cnf !== undefined && cnf !== null) {
    throw new GatewayError(
      "invalid_token",
      'The token is bound to its sender ("cnf"), which the gateway cannot check; allow_sender_constrained_tokens would accept it.',
    );
  }
}
