import type { MaybePromise } from "@/lib/async/maybe-promise";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { signAws } from "@/lib/credentials/aws/sign";
import { awsSource } from "@/lib/credentials/aws/source";
import { CredentialFailure } from "@/lib/credentials/keeper";
import { clientTokens } from "@/lib/credentials/oauth/client-token";
import { exchangedTokens } from "@/lib/credentials/oauth/exchanged-token";
import type { CredentialSource } from "@/lib/credentials/source";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { Services } from "../services";
import { asksUsers } from "./connections/issued-for";
import { callerClaims, type ToolCaller } from "./identity/caller-claims";
import { MESSAGE_TYPE } from "./io/server-exchange";

/** For whom a server is asked. */
interface Proving {
  /** The headers of the caller's request. */
  readonly headers: ApiRequest["headers"];
  /** The caller's own token of an identity provider; undefined: there is none. It never goes to a server. */
  readonly subjectToken?: string | undefined;
  /** The user for whom a server is asked; undefined: the caller is not a user. */
  readonly userId?: string | undefined;
  /** Whom the gateway's own token names (`auth_type: signed_jwt`). */
  readonly toolCaller?: ToolCaller | undefined;
}

/** Whether a server is asked in the name of callers only, so that the gateway can ask nothing for itself. */
export function isForCallers(server: Pick<McpServer, "auth_type" | "oauth2_flow">): boolean {
  const { auth_type: type } = server;
  return type === "oauth2_token_exchange" || type === "signed_jwt" || asksUsers(server);
}

/** The caller whose own list of tools a server has; undefined: the server has one for all. */
export function listedFor(
  server: Pick<McpServer, "auth_type" | "oauth2_flow">,
  { subjectToken, toolCaller, userId }: Pick<Proving, "subjectToken" | "toolCaller" | "userId">,
): string | undefined {
  const { auth_type: type } = server;
  if (asksUsers(server)) return `user ${userId}`;
  return type === "signed_jwt" ? toolCaller && JSON.stringify(toolCaller) : subjectToken;
}

type ProvingServices = Pick<Services, "credentials" | "toolSigner" | "toolConnections" | "now" | "newId">;

/** The kinds of credentials that are fetched or made. The others stand in the settings. */
const OBTAINED: ReadonlySet<McpServer["auth_type"]> = new Set(["oauth2", "oauth2_token_exchange", "signed_jwt"]);

/**
 * The headers of a request to a server, with the token of `auth_type: oauth2` or `oauth2_token_exchange`, which is
 * fetched where none is held, of `signed_jwt`, which is made for the request, or of the user's connection.
 * Returns no promise for other servers. Rejects with GatewayError upstream_access_refused without a token,
 * user_required for a caller who has none to exchange, or is not a user, directory_unavailable; ConnectionRequired
 */
export function provenHeaders(
  services: ProvingServices,
  server: McpServer,
  proving: Proving,
): MaybePromise<Readonly<Record<string, string>>> {
  const sent = serverHeaders(server, proving.headers);
  return OBTAINED.has(server.auth_type) ? withToken(services, server, proving, sent) : sent;
}

async function withToken(
  { credentials, toolSigner, toolConnections, now, newId }: ProvingServices,
  server: McpServer,
  { subjectToken, toolCaller, userId }: Proving,
  sent: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  if (asksUsers(server)) return { ...sent, authorization: `Bearer ${await toolConnections.token(server, userId)}` };
  if (server.auth_type === "signed_jwt" && toolCaller) {
    const claims = callerClaims(toolCaller, { audience: server.url ?? "", now: now(), id: newId() });
    return { ...sent, authorization: `Bearer ${await toolSigner.sign(claims)}` };
  }
  const source = tokenSource(server, subjectToken);
  if (!source && isForCallers(server))
    throw new GatewayError(
      "user_required",
      "The server needs a token of the caller's own: call it with a token of an identity provider.",
    );
  if (!source) return sent;
  return { ...sent, authorization: `Bearer ${await held(credentials, source)}` };
}

/**
 * The headers of a message to a server of `auth_type: aws_sigv4` with its signature; for any other server, as they are.
 * Rejects with GatewayError upstream_access_refused without keys.
 */
export function signedHeaders(
  services: Pick<Services, "credentials" | "now">,
  server: McpServer,
  headers: Readonly<Record<string, string>>,
  body: string,
): MaybePromise<Readonly<Record<string, string>>> {
  const { aws_region_name: region } = server;
  if (server.auth_type !== "aws_sigv4" || region === undefined) return headers;
  return withSignature(services, server, region, { headers, body });
}

async function withSignature(
  { credentials, now }: Pick<Services, "credentials" | "now">,
  server: McpServer,
  region: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<Readonly<Record<string, string>>> {
  const { aws_service_name: service, url = "" } = server;
  const source = awsSource({
    accessKeyId: server.aws_access_key_id?.reveal(),
    secretAccessKey: server.aws_secret_access_key?.reveal(),
    sessionToken: server.aws_session_token?.reveal(),
    roleName: server.aws_role_name,
    sessionName: server.aws_session_name,
    region,
  });
  const keys = await held(credentials, source);
  const { origin, pathname, search } = new URL(url);
  const sent = { ...headers, "content-type": MESSAGE_TYPE };
  const request = {
    method: "POST",
    origin,
    path: pathname + search,
    headers: sent,
    body: Buffer.from(body),
  } as const;
  return { ...sent, ...signAws(keys, request, { service, region }, now()) };
}

/** The credential of a source. @throws GatewayError upstream_access_refused */
async function held<Value>(credentials: Services["credentials"], source: CredentialSource<Value>): Promise<Value> {
  try {
    return await credentials.current(source);
  } catch (error) {
    if (!(error instanceof CredentialFailure)) throw error;
    const message = "The gateway gets no token for the server. Its administrators must correct that.";
    throw new GatewayError("upstream_access_refused", message, { cause: error });
  }
}

/**
 * Lets go of a token that a server has refused with 401. The next request has another one; the refused one is not
 * repeated, because it may be a call of a tool.
 */
export async function dropToken(
  { credentials, toolConnections }: Pick<Services, "credentials" | "toolConnections">,
  server: McpServer,
  { authorization = "" }: Readonly<Record<string, string>>,
  { subjectToken, userId }: Pick<Proving, "subjectToken" | "userId">,
): Promise<void> {
  const source = tokenSource(server, subjectToken);
  const token = authorization.slice("Bearer ".length);
  try {
    if (asksUsers(server)) await toolConnections.refused(server, userId, token);
    else if (source) await credentials.renewed(source, token);
  } catch {
    // The keeper has told of it; without the database, the next request is not sent either.
  }
}

function tokenSource(server: McpServer, subjectToken: string | undefined): CredentialSource<string> | undefined {
  const { auth_type: type, client_id: clientId, client_secret: secret, scopes, audience } = server;
  const isExchange = type === "oauth2_token_exchange";
  const tokenUrl = isExchange ? server.token_exchange_endpoint : server.token_url;
  if (
    !(isExchange || type === "oauth2") ||
    asksUsers(server) ||
    clientId === undefined ||
    secret === undefined ||
    tokenUrl === undefined
  )
    return undefined;
  const client = { tokenUrl, clientId, clientSecret: secret.reveal(), scopes, audience };
  if (!isExchange) return clientTokens(client);
  return subjectToken === undefined ? undefined : exchangedTokens(client, server.token_exchange_profile, subjectToken);
}

/**
 * The headers by which the gateway proves itself to a server, and those that the server's settings add or pass on. The
 * caller's own credentials are never among them.
 */
function serverHeaders(
  server: Pick<McpServer, "name" | "alias" | "auth_type" | "auth_value" | "static_headers" | "extra_headers">,
  headers: ApiRequest["headers"],
): Readonly<Record<string, string>> {
  const own = ownHeaders(server);
  if (server.extra_headers.length === 0) return own;
  const sent: Record<string, string> = {};
  for (const name of server.extra_headers.map((one) => one.toLowerCase())) {
    const ownNames = [server.alias, server.name].flatMap((own) => (own === undefined ? [] : [own.toLowerCase()]));
    const value = [...ownNames.map((own) => headers[`x-mcp-${own}-${name}`]), headers[name]].find(
      (given) => typeof given === "string",
    );
    if (typeof value === "string") sent[name] = value;
  }
  return { ...sent, ...own };
}

type ProvenServer = Pick<McpServer, "auth_type" | "auth_value" | "static_headers">;

/** By server: they are the same for every request. */
const ownOf = new WeakMap<ProvenServer, Readonly<Record<string, string>>>();

/** The headers that the settings of a server add, with the credential that stands in them. */
function ownHeaders(server: ProvenServer): Readonly<Record<string, string>> {
  let headers = ownOf.get(server);
  if (!headers) {
    const added = Object.entries(server.static_headers).map(
      ([name, value]) => [name.toLowerCase(), value.reveal()] as const,
    );
    ownOf.set(server, (headers = { ...Object.fromEntries<string>(added), ...credentialOf(server) }));
  }
  return headers;
}

function credentialOf({
  auth_type: type,
  auth_value: secret,
}: Pick<McpServer, "auth_type" | "auth_value">): Record<string, string> {
  const value = secret?.reveal() ?? "";
  switch (type) {
    case "api_key":
      return { "x-api-key": value };
    case "bearer_token":
      return { authorization: `Bearer ${value}` };
    case "basic":
      return { authorization: `Basic ${value.includes(":") ? Buffer.from(value, "utf8").toString("base64") : value}` };
    case "authorization":
      return { authorization: value };
    case "token":
      return { authorization: `token ${value}` };
    // The tokens of oauth2 and of an exchange are fetched; the checks of the settings let through none of the others.
    default:
      return {};
  }
}
