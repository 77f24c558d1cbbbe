import { LRUCache } from "lru-cache";
import { discoveryAddressOf, readSignInEndpoints, type SignInEndpoints } from "@/lib/auth/token/discovered-endpoints";
import type { IssuerEntry, Settings } from "@/lib/config/schema";
import { clientMethod, type GrantClient } from "@/lib/credentials/oauth/code-grant";
import { CredentialError } from "@/lib/credentials/source";
import { messageOf } from "@/lib/error-message";
import { GatewayError } from "@/lib/errors";
import type { Services } from "../../services";

/** An issuer at which the gateway signs users in for applications. */
export type SignInEntry = IssuerEntry & { readonly mcp_oauth: NonNullable<IssuerEntry["mcp_oauth"]> };

/** Such an issuer with where it does so. */
export interface SignInProvider {
  readonly entry: SignInEntry;
  readonly endpoints: SignInEndpoints;
  readonly client: GrantClient;
}

/** The issuers with `mcp_oauth`. */
export function signInEntries({ jwtAuth }: Pick<Settings, "jwtAuth">): readonly SignInEntry[] {
  return jwtAuth.issuers.filter((entry): entry is SignInEntry => Boolean(entry.mcp_oauth));
}

/** The same, where there must be one. @throws GatewayError not_found */
export function requiredEntries(settings: Pick<Settings, "jwtAuth">): readonly SignInEntry[] {
  const entries = signInEntries(settings);
  if (entries.length > 0) return entries;
  throw new GatewayError("not_found", "Users do not sign in here: no issuer has mcp_oauth.");
}

/** What discovery documents say, by their addresses. Providers move rarely, and are asked again soon. */
const discovered = new LRUCache<string, SignInEndpoints>({ max: 500, ttl: 600_000 });

/** Where an issuer signs users in. @throws CredentialError that says why it cannot be told */
export async function findProvider(
  { credentials }: Pick<Services, "credentials">,
  entry: SignInEntry,
): Promise<SignInProvider> {
  const { ports, limit } = credentials.options;
  const from = discoveryAddressOf(entry);
  let endpoints = discovered.get(`${from} ${entry.issuer}`);
  if (!endpoints) {
    const { status, text } = await ports.ask(
      { method: "GET", url: from, headers: { accept: "application/json" } },
      limit(),
    );
    if (status !== 200) throw new CredentialError(`the discovery document is not there (${status})`);
    try {
      endpoints = readSignInEndpoints(Buffer.from(text), entry.issuer, from);
    } catch (error) {
      throw new CredentialError(messageOf(error), { cause: error });
    }
    discovered.set(`${from} ${entry.issuer}`, endpoints);
  }
  const { client_id: clientId, client_secret: secret } = entry.mcp_oauth;
  const clientSecret = secret?.reveal();
  const method = clientMethod(clientSecret, endpoints.methods);
  return { entry, endpoints, client: { tokenUrl: endpoints.tokenUrl, clientId, clientSecret, method } };
}
