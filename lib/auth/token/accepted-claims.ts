import type { Settings } from "@/lib/config/schema";
import { claimPath } from "../claims/claim-path";
import { readPath } from "../claims/read-path";
import type { Claims } from "../decision";
import { namesAudience } from "./audiences";
import { requireClaims } from "./required-claims";
import { wrongAudience } from "./token-fault";

/** What the claims that settings name are checked against. */
export interface AcceptanceChecks {
  readonly audiences: readonly string[] | undefined;
  /** `audience_claim`, where it stands for `aud`. */
  readonly audienceClaim: string | undefined;
  readonly issuer: string | undefined;
  readonly settings: Pick<Settings, "jwtAuth">;
}

/** Checks the claims that settings name: `audience_claim` and `required_claims`. @throws GatewayError 401 codes */
export function checkAcceptedClaims(
  claims: Claims,
  { audiences, audienceClaim, issuer, settings }: AcceptanceChecks,
): void {
  if (audiences !== undefined && audienceClaim !== undefined) requireAudience(claims, audienceClaim, audiences);
  requireClaims(claims, issuer, settings);
}

/**
 * `claim`: `aud`, or what `audience_claim` names for providers whose access tokens have no `aud`.
 * @throws GatewayError invalid_audience
 */
export function requireAudience(claims: Claims, claim: string, audiences: readonly string[]): void {
  if (namesAudience(claims, claim, audiences)) return;
  throw wrongAudience(claim, readPath(claims, claimPath(claim)), audiences);
}
