import { isDeepStrictEqual } from "node:util";
import type { VerifiedToken } from "@/lib/auth/decision";
import { issuersOf } from "@/lib/auth/issuer-tenants";
import { readCredential } from "@/lib/auth/token/credential";
import { keyAddress } from "@/lib/auth/token/discovery-address";
import type { JwtAuthSettings, Settings } from "@/lib/config/schema";
import { verifyBearer } from "@/lib/gateway/request/authenticate";
import type { Services } from "../services";

/** The settings that a JWT is proven by. */
const PROOF_SETTINGS = [
  "issuers",
  "audience_claim",
  "required_claims",
  "algorithms",
  "require_exp",
  "clock_skew_seconds",
  "allow_sender_constrained_tokens",
] as const satisfies readonly (keyof JwtAuthSettings)[];

/**
 * Proves a credential as a call would by these settings. Keys of providers are fetched again if a draft changes how
 * tokens are proven, so that nothing of a draft gets into the memory of the gateway.
 * @throws GatewayError 401 codes, auth_provider_unavailable
 */
export async function proveByDraft(services: Services, token: string, settings: Settings): Promise<VerifiedToken> {
  const inForce = services.settings.current();
  const credential = readCredential(`Bearer ${token}`);
  const isSame = PROOF_SETTINGS.every((name) => isDeepStrictEqual(settings.jwtAuth[name], inForce.jwtAuth[name]));
  if (isSame || credential.kind !== "jwt" || !settings.general.enable_jwt_auth)
    return await verifyBearer(services, `Bearer ${token}`);
  const verifier = services.tokens.under(settings);
  try {
    return await verifier.verify(credential.token);
  } finally {
    verifier.close();
  }
}

/** An address of keys in a draft that the gateway does not ask today; undefined if there is none. */
export function newKeyAddress(services: Services, { jwtAuth }: Settings): string | undefined {
  const known = new Set(services.tokens.providers.map(({ source }) => source.url));
  return jwtAuth.issuers
    .flatMap((entry) => issuersOf(entry).map((issuer) => keyAddress({ ...entry, issuer })))
    .find((address) => !known.has(address));
}
