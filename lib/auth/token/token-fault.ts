import { GatewayError } from "@/lib/errors";
import type { Claims } from "../decision";
import { describeDifference, oneOf } from "./differing-claim";
import { describeTime } from "./token-time";

/** What the issuer, the audience and the times of a token are checked against. */
export interface AcceptedClaims {
  /** Undefined: not checked. */
  readonly issuers: readonly string[] | undefined;
  readonly audiences: readonly string[] | undefined;
  /** Whether a token without `exp` is refused. */
  readonly requiresExpiry: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly clockSkewSeconds: number;
}

/**
 * Checks `iss`, `aud`, `nbf` and `exp` (RFC 7519 §4.1), whose types `claimFault` has checked. The messages name what is
 * accepted and repeat nothing of the token. What an administrator needs to compare is in the detail.
 * @throws GatewayError 401 codes
 */
export function requireAcceptedClaims({ iss, aud, exp, nbf }: Claims, accepted: AcceptedClaims): void {
  const { issuers, audiences, clockSkewSeconds } = accepted;
  if (issuers !== undefined && iss === undefined) throw wrongIssuer(iss, issuers);
  if (audiences !== undefined && aud === undefined) throw wrongAudience("aud", aud, audiences);
  if (accepted.requiresExpiry && exp === undefined)
    throw new GatewayError("invalid_token", 'The token has no "exp" claim; tokens that never expire are refused.');
  if (issuers !== undefined && !isAmong(iss, issuers)) throw wrongIssuer(iss, issuers);
  if (audiences !== undefined && !(Array.isArray(aud) ? aud : [aud]).some((one) => isAmong(one, audiences)))
    throw wrongAudience("aud", aud, audiences);
  const seconds = Math.floor(accepted.now / 1_000);
  if (typeof nbf === "number" && nbf > seconds + clockSkewSeconds)
    throw notYetValid("nbf", 'The token is not valid yet ("nbf").', nbf, accepted);
  if (typeof exp === "number" && exp <= seconds - clockSkewSeconds)
    throw new GatewayError("token_expired", "The token has expired.", { detail: describeTime("exp", exp, accepted) });
}

function isAmong(value: unknown, accepted: readonly string[]): boolean {
  return typeof value === "string" && accepted.includes(value);
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

/** The message names the issuer only where there is one, so that it discloses no list of all providers. */
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
