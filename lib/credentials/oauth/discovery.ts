import { CredentialError, type CredentialAnswer, type CredentialPorts } from "../source";
import { objectIn } from "./code-grant";

/** What a server says of the authorization server whose tokens open it. */
export interface DiscoveredServer {
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Undefined: it registers no clients. */
  readonly registrationUrl: string | undefined;
  /** Where it revokes tokens (RFC 7009); undefined: nowhere that tokens may be sent to. */
  readonly revocationUrl: string | undefined;
  /** How clients may prove themselves; undefined: it does not say. */
  readonly methods: readonly string[] | undefined;
  /** The scopes that the server asks for. */
  readonly scopes: readonly string[];
  /** What its metadata call the protected server, at the server's own origin; undefined: it has none. */
  readonly resource: string | undefined;
  /** Whether it gives refresh tokens for `offline_access`. */
  readonly hasOfflineAccess: boolean;
  /** Whether every one of its answers names it (RFC 9207). */
  readonly namesIssuer: boolean;
}

type Ask = (url: string) => Promise<CredentialAnswer>;

/**
 * Finds the authorization server of a protected server: by its metadata (RFC 9728), then by that of the authorization
 * server (RFC 8414, OpenID Connect Discovery). Redirects are not followed. @throws CredentialError that says what lacks
 */
export async function discoverServer(
  ports: Pick<CredentialPorts, "ask">,
  url: string,
  signal: AbortSignal,
): Promise<DiscoveredServer> {
  const ask: Ask = (address) =>
    ports.ask({ method: "GET", url: requireSafe(address, url), headers: { accept: "application/json" } }, signal);
  const challenge = await challengeOf(ports, url, signal);
  const resource = await resourceMetadata(ask, url, challenge.metadata);
  const issuer = resource?.issuer ?? new URL(url).origin;
  const found = await serverMetadata(ask, issuer);
  const scopes = challenge.scopes.length > 0 ? challenge.scopes : (resource?.scopes ?? []);
  const revocationUrl = found.revocationUrl === undefined ? undefined : safeAddress(found.revocationUrl, url);
  const server = { ...found, revocationUrl, scopes, resource: resource?.resource };
  for (const address of [server.authorizationUrl, server.tokenUrl, server.registrationUrl])
    if (address !== undefined) requireSafe(address, url);
  return server;
}

/** What a server answers to a request without a token. One that does not answer 401 names nothing. */
async function challengeOf(
  ports: Pick<CredentialPorts, "ask">,
  url: string,
  signal: AbortSignal,
): Promise<{ readonly metadata: string | undefined; readonly scopes: readonly string[] }> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const answer = await ports.ask({ method: "POST", url, headers, body }, signal);
  const said = answer.status === 401 ? (answer.headers["www-authenticate"] ?? "") : "";
  return {
    metadata: parameterOf(said, "resource_metadata"),
    scopes: parameterOf(said, "scope")?.split(" ").filter(Boolean) ?? [],
  };
}

/** A parameter of a challenge (RFC 9110 §11.6.1). */
function parameterOf(challenge: string, name: string): string | undefined {
  const start = `${name}=`;
  for (let at = challenge.indexOf(start); at !== -1; at = challenge.indexOf(start, at + 1)) {
    if (at > 0 && !/[\s,]/.test(challenge.charAt(at - 1))) continue;
    const value = challenge.slice(at + start.length);
    return value.startsWith('"') ? value.slice(1).split('"', 1)[0] : value.split(/[\s,]/, 1)[0];
  }
  return undefined;
}

interface ResourceMetadata {
  readonly resource: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
}

/** The metadata of the protected server; undefined: it has none, as before 2025-06-18. @throws CredentialError */
async function resourceMetadata(
  ask: Ask,
  url: string,
  named: string | undefined,
): Promise<ResourceMetadata | undefined> {
  const { origin, pathname } = new URL(url);
  const metadata = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname === "/" ? "" : pathname;
  for (const address of named === undefined ? [...new Set([metadata + path, metadata])] : [named]) {
    const { status, text } = await ask(address);
    if (status !== 200) continue;
    const { resource, authorization_servers: servers, scopes_supported: scopes } = objectIn(text);
    if (typeof resource !== "string" || !isFor(resource, url))
      throw new CredentialError("the server's metadata is about another resource");
    const [issuer] = textsIn(servers);
    if (issuer === undefined) throw new CredentialError("the server's metadata names no authorization server");
    return { resource, issuer, scopes: textsIn(scopes) };
  }
  if (named !== undefined) throw new CredentialError("the server's metadata cannot be read");
  return undefined;
}

/** Whether a resource is the server, or what it is a part of. One that is asked for has no fragment (RFC 8707 §2). */
function isFor(resource: string, url: string): boolean {
  if (!URL.canParse(resource)) return false;
  const [its, own] = [new URL(resource), new URL(url)];
  if (its.username !== "" || its.password !== "" || resource.includes("#")) return false;
  const within = its.pathname.endsWith("/") ? its.pathname : `${its.pathname}/`;
  return its.origin === own.origin && `${own.pathname}/`.startsWith(within);
}

/** @throws CredentialError */
async function serverMetadata(ask: Ask, issuer: string): Promise<Omit<DiscoveredServer, "scopes" | "resource">> {
  if (!URL.canParse(issuer)) throw new CredentialError("the server's metadata names no authorization server");
  for (const address of metadataAddresses(issuer)) {
    const { status, text } = await ask(address);
    if (status !== 200) continue;
    const said = objectIn(text);
    const { authorization_endpoint: page, token_endpoint: token } = said;
    const { registration_endpoint: registration, revocation_endpoint: revocation } = said;
    // RFC 8414 §3.3: otherwise one authorization server could speak for another.
    if (withoutSlash(said["issuer"]) !== withoutSlash(issuer))
      throw new CredentialError("the metadata of the authorization server are those of another one");
    if (typeof page !== "string" || typeof token !== "string") continue;
    if (!textsIn(said["code_challenge_methods_supported"]).includes("S256"))
      throw new CredentialError("the authorization server does not say that it takes PKCE with S256");
    const methods = said["token_endpoint_auth_methods_supported"];
    return {
      issuer: String(said["issuer"]),
      authorizationUrl: page,
      tokenUrl: token,
      registrationUrl: typeof registration === "string" ? registration : undefined,
      revocationUrl: typeof revocation === "string" ? revocation : undefined,
      methods: Array.isArray(methods) ? textsIn(methods) : undefined,
      hasOfflineAccess: textsIn(said["scopes_supported"]).includes("offline_access"),
      namesIssuer: said["authorization_response_iss_parameter_supported"] === true,
    };
  }
  throw new CredentialError("the authorization server has no metadata");
}

/** Where an authorization server's metadata may be, the likeliest first (RFC 8414 §3.1, §5). */
function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    ...(path === "" ? [] : [`${origin}${path}/.well-known/openid-configuration`]),
  ];
}

/** @throws CredentialError */
function requireSafe(address: string, server: string): string {
  const safe = safeAddress(address, server);
  if (safe === undefined) throw new CredentialError("the server names an address that is not https");
  return safe;
}

/** An address that a server has named; undefined: it is not over TLS, and the server itself is. */
function safeAddress(address: string, server: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url?.protocol === "http:" && new URL(server).protocol === "http:";
  if (!url || url.username !== "" || url.password !== "" || (url.protocol !== "https:" && !isPlain)) return undefined;
  return url.href;
}

function withoutSlash(issuer: unknown): string | undefined {
  return typeof issuer === "string" ? issuer.replace(/\/$/, "") : undefined;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** What an authorization server has answered through the user's browser. */
export interface SignInAnswer {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
}

/**
 * The code of an answer. @throws CredentialError if it comes from another authorization server (RFC 9207 §2.4), or has
 * none
 */
export function codeOf(
  { code, error, iss }: SignInAnswer,
  { issuer, namesIssuer }: { readonly issuer?: string | undefined; readonly namesIssuer: boolean },
): string {
  if ((iss === undefined && namesIssuer) || (iss !== undefined && issuer !== undefined && iss !== issuer))
    throw new CredentialError("the answer is not one of the authorization server that was asked");
  if (error !== undefined) {
    const reason = /^[a-z_]{1,60}$/.test(error) ? ` (${error})` : "";
    throw new CredentialError(`the authorization server refused the sign-in${reason}`);
  }
  if (code === undefined || code === "") throw new CredentialError("the answer has no code");
  return code;
}
