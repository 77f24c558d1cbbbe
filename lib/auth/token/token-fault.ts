import { errors } from "jose";
import { GatewayError } from "@/lib/errors";

/** One place where the library's failures become ours; messages are our own, so nothing of the token is repeated. */
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
      return new GatewayError("invalid_token", 'The token has no "exp" claim; tokens without an end are refused.');
    default:
      return new GatewayError("invalid_token", "The token's claims are not valid.");
  }
}
