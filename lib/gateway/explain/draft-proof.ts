import { isDeepStrictEqual } from "node:util";
import type { VerifiedToken } from "@/lib/auth/decision";
import { issuersOf } from "@/lib/auth/issuer-tenants";
import { readCredential } from "@/lib/auth/token/credential";
import { opaqueIssuerOf } from "@/lib/auth/token/opaque-issuer";
import { keyAddress } from "@/lib/auth/token/discovery-address";
import type { JwtAuthSettings, Settings } from "@/lib/config/schema";
import { bearerHeader, verifyBearer } from "@/lib/gateway/request/authenticate";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { Caller } from "../request/caller";
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

/**
 * Why the settings of a draft would not accept the token that an administrator calls with; undefined if they would, or if
 * the call is made otherwise than with a token. Keys are fetched only for a draft that changes how tokens are proven.
 */
export async function unprovenUnder(
  services: Services,
  {
    request,
    caller: { token, principal },
  }: { readonly request: Pick<ApiRequest, "headers">; readonly caller: Pick<Caller, "token" | "principal"> },
  settings: Settings,
): Promise<string | undefined> {
  // Those who only read do not make the gateway ask addresses of their choice.
  const authorization = bearerHeader(request);
  if (authorization === undefined || token.kind !== "jwt" || !principal.admin) return undefined;
  const credential = readCredential(authorization);
  if (credential.kind === "key")
    return opaqueIssuerOf(credential.secret, settings.jwtAuth.issuers)
      ? undefined
      : "No issuer would take the token of the caller.";
  if (credential.kind !== "jwt") return undefined;
  try {
    await proveByDraft(services, credential.token, settings);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error.message;
    throw error;
  }
}

/** An address of keys in a draft that the gateway does not ask today; undefined if there is none. */
export function newKeyAddress(services: Services, { jwtAuth }: Settings): string | undefined {
  const known = new Set(services.tokens.providers.map(({ source }) => source.url));
  return jwtAuth.issuers
    .flatMap((entry) => issuersOf(entry).map((issuer) => keyAddress({ ...entry, issuer })))
    .find((address) => !known.has(address));
}
