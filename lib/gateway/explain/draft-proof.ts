import type { VerifiedToken } from "@/lib/auth/decision";
import { issuersOf } from "@/lib/auth/issuer-tenants";
import { requireClaims } from "@/lib/auth/token/required-claims";
import { readCredential } from "@/lib/auth/token/credential";
import { opaqueIssuerOf } from "@/lib/auth/token/opaque-issuer";
import { keyAddress } from "@/lib/auth/token/discovery-address";
import type { Audiences } from "@/lib/auth/token/audiences";
import type { JwtAuthSettings, Settings } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import { bearerHeader, verifyBearer } from "@/lib/gateway/request/authenticate";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { Caller } from "../request/caller";
import type { Services } from "../services";

/** The settings that a JWT is proven and completed by. */
const PROOF_SETTINGS = [
  "issuers",
  "audience_claim",
  "required_claims",
  "algorithms",
  "require_exp",
  "clock_skew_seconds",
  "allow_sender_constrained_tokens",
  "group_overage",
  "microsoft_graph",
] as const satisfies readonly (keyof JwtAuthSettings)[];

/**
 * Proves a credential as a call would by these settings. Keys of providers are fetched again if a draft changes how
 * tokens are proven, so that nothing of a draft gets into the memory of the gateway. `meant`: as of `authenticate`.
 * @throws GatewayError 401 codes, auth_provider_unavailable, directory_unavailable
 */
export async function proveByDraft(
  services: Services,
  token: string,
  settings: Settings,
  meant?: Audiences,
): Promise<VerifiedToken> {
  const inForce = services.settings.current();
  const credential = readCredential(`Bearer ${token}`);
  const isSame = PROOF_SETTINGS.every((name) => isSameValue(settings.jwtAuth[name], inForce.jwtAuth[name]));
  if (isSame || credential.kind !== "jwt" || !settings.general.enable_jwt_auth)
    return await verifyBearer(services, `Bearer ${token}`, meant);
  const verifier = services.tokens.under(settings);
  try {
    return await verifier.verify(credential.token, undefined, meant);
  } finally {
    verifier.close();
  }
}

/**
 * Why the settings of a draft would not accept the token or the session that an administrator calls with; undefined if
 * they would. Keys are fetched only for a draft that changes how tokens are proven.
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
  if (token.kind !== "jwt" || !principal.admin) return undefined;
  if (token.via === "session") return await reasonOf(() => requireClaims(token.claims, token.issuer, settings));
  const authorization = bearerHeader(request);
  if (authorization === undefined) return undefined;
  const credential = readCredential(authorization);
  if (credential.kind === "key")
    return opaqueIssuerOf(credential.secret, settings.jwtAuth.issuers)
      ? undefined
      : "No issuer would take the token of the caller.";
  if (credential.kind !== "jwt") return undefined;
  return await reasonOf(() => proveByDraft(services, credential.token, settings));
}

/** Why a check refuses; undefined: it does not. @throws whatever is not a GatewayError */
async function reasonOf(check: () => unknown): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error.message;
    throw error;
  }
}

/** Whether two settings are the same, their secrets included. */
function isSameValue(a: unknown, b: unknown): boolean {
  return revealed(a) === revealed(b);
}

function revealed(value: unknown): string {
  return JSON.stringify([value], function (this: Readonly<Record<string, unknown>>, key, shown: unknown) {
    const own = this[key];
    return own instanceof Secret ? { secret: own.reveal() } : shown;
  });
}

/** An address in a draft that the gateway does not ask about tokens today; undefined if there is none. */
export function newAddress(services: Services, { jwtAuth }: Settings): string | undefined {
  const inForce = services.settings.current().jwtAuth;
  const known = new Set([...services.tokens.providers.map(({ source }) => source.url), ...askedAddresses(inForce)]);
  const keys = jwtAuth.issuers.flatMap((entry) => issuersOf(entry).map((issuer) => keyAddress({ ...entry, issuer })));
  return [...keys, ...askedAddresses(jwtAuth)].find((address) => !known.has(address));
}

/** The addresses that tokens or secrets are sent to, beside those of keys. */
function askedAddresses({ microsoft_graph: common, issuers }: JwtAuthSettings): string[] {
  const graphs = [common, ...issuers.map(({ microsoft_graph: own }) => own)];
  return [
    ...graphs.flatMap((graph) => (graph ? [graph.graph_url, graph.login_url] : [])),
    ...issuers.flatMap(({ introspection, userinfo }) => [introspection?.url, userinfo]),
  ].filter((address) => typeof address === "string");
}
