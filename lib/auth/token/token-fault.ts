import { errors } from "jose";
import { GatewayError } from "@/lib/errors";
import { describeDifference, oneOf } from "./differing-claim";
import { describeTime } from "./token-time";

/** What a token was checked against. */
export interface AcceptedClaims {
  /** Undefined: not checked. */
  readonly issuers: readonly string[] | undefined;
  readonly audiences: readonly string[] | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly clockSkewSeconds: number;
}

/**
 * The one place that maps the library's errors to ours. The messages name what is accepted and repeat nothing of the
 * token. What an administrator needs to compare is in the detail.
 */
export function tokenFault(error: errors.JOSEError, accepted: AcceptedClaims): GatewayError {
  if (error instanceof errors.JWTExpired)
    return new GatewayError("token_expired", "The token has expired.", {
      detail: describeTime("exp", error.payload.exp, accepted),
    });
  if (!(error instanceof errors.JWTClaimValidationFailed))
    return new GatewayError("invalid_token", "The token cannot be verified.");
  switch (error.claim) {
    case "aud":
      return wrongAudience("aud", error.payload.aud, accepted.audiences ?? []);
    case "iss":
      return wrongIssuer(error.payload.iss, accepted.issuers ?? []);
    case "nbf":
      return notYetValid("nbf", 'The token is not valid yet ("nbf").', error.payload.nbf, accepted);
    case "exp":
      return new GatewayError("invalid_token", 'The token has no "exp" claim; tokens that never expire are refused.');
    default:
      return new GatewayError("invalid_token", "The token's claims are not valid.");
  }
}

/**
 * `claim`: `aud`, or what `audience_claim` names. The caller may know the audiences: the token's own issuer signed it.
 */
export function wrongAudience(claim: string, found: unknown, audiences: readonly string[]): GatewayError {
  const what = claim === "aud" ? "audience" : `claim ${JSON.stringify(claim)}`;
  return new GatewayError(
    "invalid_audience",
    `The token is not meant for this gateway: its ${what} must be ${oneOf(audiences)}.`,
    { detail: describeDifference(claim, found, audiences) },
  );
}

/** The message names the issuer only where there is one, so that nobody is told the list of all providers. */
export function wrongIssuer(found: unknown, accepted: readonly string[]): GatewayError {
  const message =
    accepted.length === 1
      ? `The token's issuer must be ${oneOf(accepted)}.`
      : "The token's issuer is not one of the configured identity providers.";
  return new GatewayError("invalid_issuer", message, { detail: describeDifference("iss", found, accepted) });
}

/** A token from the future, by `nbf` or `iat`. */
export function notYetValid(
  claim: "nbf" | "iat",
  message: string,
  seconds: unknown,
  accepted: Pick<AcceptedClaims, "now" | "clockSkewSeconds">,
): GatewayError {
  return new GatewayError("token_not_yet_valid", message, { detail: describeTime(claim, seconds, accepted) });
}
