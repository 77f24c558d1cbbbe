import { errors } from "jose";
import { GatewayError } from "@/lib/errors";
import { describeDifference } from "./differing-claim";

/** What a token was checked against; undefined if it was not checked. */
export interface AcceptedClaims {
  readonly issuers: readonly string[] | undefined;
  readonly audiences: readonly string[] | undefined;
}

/**
 * The one place that maps the library's errors to ours. The messages are our own, so they repeat nothing of the token.
 * What an administrator needs to compare is in the detail.
 */
export function tokenFault(error: errors.JOSEError, accepted: AcceptedClaims): GatewayError {
  if (error instanceof errors.JWTExpired) return new GatewayError("token_expired", "The token has expired.");
  if (!(error instanceof errors.JWTClaimValidationFailed))
    return new GatewayError("invalid_token", "The token cannot be verified.");
  switch (error.claim) {
    case "aud":
      return new GatewayError(
        "invalid_audience",
        "The token is not meant for this gateway: its audience is not the configured one.",
        { detail: describeDifference("aud", error.payload.aud, accepted.audiences ?? []) },
      );
    case "iss":
      return new GatewayError("invalid_issuer", "The token's issuer is not the configured one.", {
        detail: describeDifference("iss", error.payload.iss, accepted.issuers ?? []),
      });
    case "nbf":
      return new GatewayError("token_not_yet_valid", 'The token is not valid yet ("nbf").');
    case "exp":
      return new GatewayError("invalid_token", 'The token has no "exp" claim; tokens that never expire are refused.');
    default:
      return new GatewayError("invalid_token", "The token's claims are not valid.");
  }
}
