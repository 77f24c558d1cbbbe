import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { CredentialFailure } from "@/lib/credentials/keeper";
import { clientTokens } from "@/lib/credentials/oauth/client-token";
import type { CredentialSource } from "@/lib/credentials/source";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { Services } from "../services";

/**
 * The headers of a request to a server, with the token of `auth_type: oauth2`, which is fetched where none is held.
 * @throws GatewayError upstream_access_refused without a token
 */
export async function provenHeaders(
  { credentials }: Pick<Services, "credentials">,
  server: McpServer,
  headers: ApiRequest["headers"],
): Promise<Record<string, string>> {
  const sent = serverHeaders(server, headers);
  const source = tokenSource(server);
  if (!source) return sent;
  try {
    return { ...sent, authorization: `Bearer ${await credentials.current(source)}` };
  } catch (error) {
    if (!(error instanceof CredentialFailure)) throw error;
    const message = "The gateway gets no token for the server. Its administrators must mend that.";
    throw new GatewayError("upstream_access_refused", message, { cause: error });
  }
}

/**
 * Lets go of a token that a server has refused with 401. The next request has another one; the refused one is not
 * repeated, because it may be a call of a tool.
 */
export async function dropToken(
  { credentials }: Pick<Services, "credentials">,
  server: McpServer,
  { authorization = "" }: Readonly<Record<string, string>>,
): Promise<void> {
  const source = tokenSource(server);
  try {
    if (source) await credentials.renewed(source, authorization.slice("Bearer ".length));
  } catch {
    // The keeper has told of it.
  }
}

function tokenSource({
  auth_type: type,
  client_id: clientId,
  client_secret: secret,
  token_url: tokenUrl,
  scopes,
  audience,
}: McpServer): CredentialSource<string> | undefined {
  if (type !== "oauth2" || clientId === undefined || secret === undefined || tokenUrl === undefined) return undefined;
  return clientTokens({ tokenUrl, clientId, clientSecret: secret.reveal(), scopes, audience });
}

/**
 * The headers by which the gateway proves itself to a server, and those that the server's settings add or pass on. The
 * caller's own credentials are never among them.
 */
function serverHeaders(
  server: Pick<McpServer, "name" | "alias" | "auth_type" | "auth_value" | "static_headers" | "extra_headers">,
  headers: ApiRequest["headers"],
): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name of server.extra_headers.map((one) => one.toLowerCase())) {
    const ownNames = [server.alias, server.name].flatMap((own) => (own === undefined ? [] : [own.toLowerCase()]));
    const value = [...ownNames.map((own) => headers[`x-mcp-${own}-${name}`]), headers[name]].find(
      (given) => typeof given === "string",
    );
    if (typeof value === "string") sent[name] = value;
  }
  for (const [name, value] of Object.entries(server.static_headers)) sent[name.toLowerCase()] = value.reveal();
  return { ...sent, ...credentialOf(server) };
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
    // The token of oauth2 is fetched; the checks of the settings let through none of the others.
    default:
      return {};
  }
}
