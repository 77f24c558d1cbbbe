import type { RequiredClaim } from "@/lib/config/access-settings/proof";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { quote } from "@/lib/quote";
import { claimPath } from "../claims/claim-path";
import { readPath } from "../claims/read-path";
import type { Claims } from "../decision";
import { issuerEntryOf, settingsOfIssuer } from "../issuer-settings";
import { isOwnTenant } from "../issuer-tenants";
import { describeDifference } from "./differing-claim";

/**
 * Refuses claims that the settings of their issuer do not accept: `required_claims`, and the tenant in the issuer's
 * address. The message names the claim and what is configured, and repeats nothing of the token.
 * @throws GatewayError claim_not_accepted
 */
export function requireClaims(claims: Claims, issuer: string | undefined, settings: Pick<Settings, "jwtAuth">): void {
  const entry = issuerEntryOf(issuer, settings.jwtAuth);
  if (entry && !isOwnTenant(entry, issuer, claims))
    throw new GatewayError("claim_not_accepted", 'The token\'s "tid" is not the tenant of its issuer.', {
      detail: `The token has the "tid" ${quote(String(claims["tid"]))} and the "iss" ${quote(issuer ?? "", 200)}.`,
    });
  for (const [claim, wanted] of Object.entries(settingsOfIssuer(issuer, settings).jwtAuth.required_claims)) {
    const found = readPath(claims, claimPath(claim));
    if (fulfils(found, wanted)) continue;
    throw new GatewayError(
      "claim_not_accepted",
      `The token must have the claim ${quote(claim)} with ${[wanted].flat().map(shown).join(" or ")}.`,
      { detail: describeDifference(claim, found, [wanted].flat()) },
    );
  }
}

/** In a list, one entry is enough. Text is compared with patterns, and everything else exactly. */
function fulfils(value: unknown, wanted: RequiredClaim): boolean {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return [wanted].flat().some((one) => values.some((given) => isSame(given, one)));
}

function isSame(given: unknown, wanted: string | number | boolean): boolean {
  return typeof given === "string" && typeof wanted === "string" ? matchesPattern(wanted, given) : given === wanted;
}

function shown(wanted: string | number | boolean): string {
  return typeof wanted === "string" ? quote(wanted) : String(wanted);
}
