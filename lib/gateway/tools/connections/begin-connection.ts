import { LRUCache } from "lru-cache";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { clientMethod, registerClient, signInAddress, type GrantClient } from "@/lib/credentials/oauth/code-grant";
import { discoverServer, type DiscoveredServer } from "@/lib/credentials/oauth/discovery";
import { CredentialError } from "@/lib/credentials/source";
import { GatewayError } from "@/lib/errors";
import { beginSignIn, type SignInSession } from "@/lib/store/settings/tool-sign-ins";
import type { Services } from "../../services";
import { issuedFor, resourceOf } from "./issued-for";

type BeginServices = Pick<Services, "database" | "secrets" | "credentials" | "newId">;

/** Where authorization servers send users back to, behind the address of the gateway. */
const RETURN_PATH = "/console/connections/return";

/** What the clients that the gateway registers are called. */
const CLIENT_NAME = "Model gateway";
const OFFLINE = "offline_access";

/**
 * The clients that this process has registered. Each credential keeps its own, so losing one costs a registration. An
 * authorization server that has forgotten a client tells its users alone, so none is kept for long.
 */
const registered = new LRUCache<string, GrantClient>({ max: 500, ttl: 3_600_000 });

/** What a sign-in needs to know of an authorization server. */
type SignInServer = Pick<
  DiscoveredServer,
  "authorizationUrl" | "tokenUrl" | "namesIssuer" | "scopes" | "hasOfflineAccess"
> &
  Partial<Pick<DiscoveredServer, "issuer" | "registrationUrl" | "revocationUrl" | "methods" | "resource">>;

/**
 * Begins a connection of a user in a session of the console. Answers the page of the authorization server where the
 * user signs in. `address`: of the gateway, as the user's browser knows it.
 * @throws GatewayError upstream_access_refused that says what lacks, directory_unavailable
 */
export async function beginConnection(
  services: BeginServices,
  server: McpServer,
  session: SignInSession,
  address: string,
): Promise<string> {
  const redirectUri = address + RETURN_PATH;
  const { ports, limit } = services.credentials.options;
  const signal = limit();
  try {
    const at = await signInServer(services, server, signal);
    const scopes = scopesOf(server, at);
    const client = await clientOf({ ports, signal }, server, at, { redirectUri, scopes });
    const [state, verifier] = [secretOf(services), secretOf(services)];
    const resource = resourceOf(server, at.resource);
    await beginSignIn(services.database, services.secrets, { ...session, server: server.name }, state, {
      client: { ...client, clientSecret: client.clientSecret, revocationUrl: revocationUrlOf(server, at) },
      verifier,
      redirectUri,
      resource,
      issuedFor: issuedFor(server),
      issuer: at.issuer,
      namesIssuer: at.namesIssuer,
    });
    const { authorizationUrl } = at;
    return signInAddress({
      authorizationUrl,
      clientId: client.clientId,
      redirectUri,
      scopes,
      resource,
      state,
      verifier,
    });
  } catch (error) {
    throw connectionFailure(server, error);
  }
}

/** Why a user cannot connect, as the user is told. What the settings or the server lack is for administrators. */
export function connectionFailure({ name }: Pick<McpServer, "name">, error: unknown): unknown {
  if (!(error instanceof CredentialError)) return error;
  return new GatewayError(
    "upstream_access_refused",
    `You cannot be connected to ${JSON.stringify(name)}: ${error.message}.`,
    { cause: error },
  );
}

/** 244 random bits, in characters that addresses and PKCE take (RFC 7636 §4.1). */
function secretOf({ newId }: Pick<Services, "newId">): string {
  return `${newId()}${newId()}`;
}

async function signInServer(
  { credentials }: Pick<Services, "credentials">,
  server: McpServer,
  signal: AbortSignal,
): Promise<SignInServer> {
  const { url = "", authorization_url: authorizationUrl, token_url: tokenUrl } = server;
  if (authorizationUrl !== undefined && tokenUrl !== undefined)
    return { authorizationUrl, tokenUrl, namesIssuer: false, scopes: [], hasOfflineAccess: false };
  const found = await discoverServer(credentials.options.ports, url, signal);
  // A server may not lead the client's secret, or a code, to another place than the settings name.
  if (tokenUrl !== undefined && found.tokenUrl !== tokenUrl)
    throw new CredentialError("the server names another address for tokens than token_url");
  return found;
}

function scopesOf({ scopes: given }: McpServer, { scopes, hasOfflineAccess }: SignInServer): readonly string[] {
  if (given.length > 0) return given;
  return hasOfflineAccess && !scopes.includes(OFFLINE) ? [...scopes, OFFLINE] : scopes;
}

/** Where tokens are revoked. A secret of the settings goes to no other host than that of their `token_url`. */
function revocationUrlOf(
  { client_secret: secret }: Pick<McpServer, "client_secret">,
  { revocationUrl: url, tokenUrl }: Pick<SignInServer, "revocationUrl" | "tokenUrl">,
): string | undefined {
  const isElsewhere = url !== undefined && new URL(url).origin !== new URL(tokenUrl).origin;
  return secret !== undefined && isElsewhere ? undefined : url;
}

async function clientOf(
  { ports, signal }: { readonly ports: Parameters<typeof registerClient>[0]; readonly signal: AbortSignal },
  { client_id: clientId, client_secret: secret }: McpServer,
  { tokenUrl, registrationUrl, methods, issuer }: SignInServer,
  { redirectUri, scopes }: { readonly redirectUri: string; readonly scopes: readonly string[] },
): Promise<GrantClient> {
  const clientSecret = secret?.reveal();
  if (clientId !== undefined) return { tokenUrl, clientId, clientSecret, method: clientMethod(clientSecret, methods) };
  if (registrationUrl === undefined)
    throw new CredentialError("its authorization server registers no clients, and client_id is not set");
  const key = JSON.stringify([issuer, registrationUrl, tokenUrl, redirectUri, scopes]);
  const known = registered.get(key);
  if (known) return known;
  const at = { registrationUrl, tokenUrl, methods: methods ?? [] };
  const client = await registerClient(ports, at, { redirectUri, scopes, name: CLIENT_NAME }, signal);
  registered.set(key, client);
  return client;
}

/** Forgets a client that its authorization server no longer knows, so that the next user registers another one. */
export function forgetClient({ clientId }: Pick<GrantClient, "clientId">): void {
  for (const [key, known] of registered.entries()) if (known.clientId === clientId) registered.delete(key);
}
