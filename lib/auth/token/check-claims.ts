import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { Claims } from "../decision";
import { settingsOfIssuer } from "../issuer-settings";
import { claimFault } from "./registered-claims";
import { requireClaims } from "./required-claims";
import { requireAcceptedClaims } from "./token-fault";
import { markFault } from "./token-kind";
import { refuseUnprovenUse } from "./unproven-use";

/** What claims are checked against. */
export interface ClaimChecks {
  /** The issuers that may have issued the token. */
  readonly issuers: readonly string[];
  readonly settings: Pick<Settings, "jwtAuth">;
  /** Whether the provider itself says that the token is good now, so that it needs no `exp`. */
  readonly mayBeEndless: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Checks the claims in a provider's answer as those of a JWT are checked: types, issuer, times, kind, binding, and the
 * claims that settings require. What the token is meant for is compared at each use. Returns the issuer.
 * @throws GatewayError 401 codes
 */
export function checkClaims(claims: Claims, { issuers, settings, mayBeEndless, now }: ClaimChecks): string | undefined {
  const fault = claimFault(claims) ?? markFault(claims);
  if (fault !== undefined) throw new GatewayError("invalid_token", fault);
  const issuer = typeof claims["iss"] === "string" ? claims["iss"] : undefined;
  const { jwtAuth } = settingsOfIssuer(issuer, settings);
  requireAcceptedClaims(claims, {
    issuers,
    audiences: undefined,
    requiresExpiry: jwtAuth.require_exp && !mayBeEndless,
    now,
    clockSkewSeconds: jwtAuth.clock_skew_seconds,
  });
  // RFC 9449 §6.2: a provider may name the binding in the type alone.
  const isBound = typeof claims["token_type"] === "string" && claims["token_type"].toLowerCase() === "dpop";
  refuseUnprovenUse(isBound ? { cnf: {}, ...claims } : claims, jwtAuth, now);
  requireClaims(claims, issuer, settings);
  return issuer;
}
