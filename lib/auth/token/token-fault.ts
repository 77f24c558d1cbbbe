import { errors } from "jose";
import { GatewayError } from "@/lib/errors";

/**
 * The one place that maps the library's errors to ours. The messages are our own, so they repeat nothing of the token.
 */
export function tokenFault(error: errors.JOSEError): GatewayError {
  if (error instanceof errors.JWTExpired) return new GatewayError("token_expired", "The token has expired.");
  if (!(error instanceof errors.JWTClaimValidationFailed))
    return new GatewayError("invalid_token", "The token cannot be verified.");
  switch (error.claim) {
    case "aud":
      return new GatewayError(
        "invalid_audience",
        "The token is not meant for this gateway: its audience is not the configured one.",
      );
    case "iss":
      return new GatewayError("invalid_issuer", "The token's issuer is not the configured one.");
    case "nbf":
      return new GatewayError("token_not_yet_valid", 'The token is not valid yet ("nbf").');
    case "exp":
      return new GatewayError("invalid_token", 'The token has no "exp" claim; tokens that never expire are refused.');
    default:
      return new GatewayError("invalid_token", "The token's claims are not valid.");
  }
}
