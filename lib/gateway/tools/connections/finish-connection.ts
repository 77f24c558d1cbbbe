import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { askGrant, differingMember } from "@/lib/credentials/oauth/code-grant";
import { codeOf, type SignInAnswer } from "@/lib/credentials/oauth/discovery";
import { CredentialError } from "@/lib/credentials/source";
import { GatewayError } from "@/lib/errors";
import type { PendingSignIn } from "@/lib/mcp/connections/credential";
import type { IssuedTokens } from "@/lib/store/settings/tool-connections";
import { type SignInSession, takeSignIn } from "@/lib/store/settings/tool-sign-ins";
import type { Services } from "../../services";
import { connectionFailure, forgetClient } from "./begin-connection";
import { issuedFor } from "./issued-for";

type FinishServices = Pick<Services, "database" | "secrets" | "credentials" | "settings">;

/** A connection as it has just been given. */
export type GivenConnection = IssuedTokens & { readonly server: string; readonly issuedFor: string };

/**
 * Ends a sign-in with the answer that came back through the user's browser, in the session that began it. An answer
 * counts once. @throws GatewayError invalid_request, upstream_access_refused, directory_unavailable
 */
export async function finishConnection(
  services: FinishServices,
  session: SignInSession,
  { state, ...answer }: SignInAnswer & { readonly state: string },
): Promise<GivenConnection> {
  const pending = await takeSignIn(services.database, services.secrets, session, state);
  const server = services.settings.current().mcpServers.find(({ name }) => name === pending?.server);
  if (!pending || !server || issuedFor(server) !== pending.issuedFor)
    throw new GatewayError(
      "invalid_request",
      "This sign-in did not begin here, is already complete, or took too long. Start it again.",
      { param: "state" },
    );
  try {
    const tokens = await tokensFor(services, server, pending, answer);
    return { ...tokens, server: server.name, issuedFor: pending.issuedFor };
  } catch (error) {
    throw connectionFailure(server, error);
  }
}

/** @throws CredentialError */
async function tokensFor(
  { credentials }: Pick<Services, "credentials">,
  server: McpServer,
  pending: PendingSignIn,
  answer: SignInAnswer,
): Promise<IssuedTokens> {
  const { client, redirectUri, resource, verifier } = pending;
  const code = codeOf(answer, pending);
  const { ports, limit } = credentials.options;
  const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier, resource };
  const { status, error, tokens, members } = await askGrant(ports, client, form, limit());
  if (error === "invalid_client") forgetClient(client);
  if (!tokens) throw new CredentialError(`its code is not taken (${[status, error].filter(Boolean).join(", ")})`);
  const differs = differingMember(members, server.token_validation);
  if (differs !== undefined)
    throw new CredentialError(`the answer with the token has not the ${JSON.stringify(differs)} that is asked for`);
  const { accessToken, refreshToken, lifeMs } = tokens;
  return { credential: { client, accessToken, refreshToken, resource }, lifeMs };
}
