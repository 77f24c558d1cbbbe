import { keyOf } from "../key-of";
import type { CredentialSource } from "../source";
import type { OAuthClient } from "./client-token";
import { askForToken } from "./token-answer";

/** How a token is exchanged: by RFC 8693, or as Microsoft Entra ID does it in the name of a user. */
export type ExchangeProfile = "rfc8693" | "entra_obo";

const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

/**
 * Tokens for one server that an authorization server gives for a caller's own token (RFC 8693 §2.1; Entra ID: OAuth 2.0
 * On-Behalf-Of). Callers never share one, because the caller's token is part of the key.
 */
export function exchangedTokens(
  client: OAuthClient,
  profile: ExchangeProfile,
  subjectToken: string,
): CredentialSource<string> {
  const { tokenUrl, clientId, clientSecret, scopes, audience } = client;
  const scope = scopes.length === 0 ? undefined : scopes.join(" ");
  const settings = { tokenUrl, clientId, clientSecret, scope, audience };
  return {
    key: keyOf("oauth-exchange", { ...settings, profile, subjectToken }),
    label: `a token for a caller of the client ${clientId}`,
    fetch(ports, signal) {
      const own = { client_id: clientId, client_secret: clientSecret, scope };
      return askForToken(ports, tokenUrl, { ...own, ...formOf(profile, subjectToken, audience) }, signal);
    },
  };
}

function formOf(
  profile: ExchangeProfile,
  subjectToken: string,
  audience: string | undefined,
): Readonly<Record<string, string | undefined>> {
  switch (profile) {
    case "rfc8693":
      return {
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token: subjectToken,
        subject_token_type: ACCESS_TOKEN,
        requested_token_type: ACCESS_TOKEN,
        audience,
      };
    case "entra_obo":
      return {
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: subjectToken,
        requested_token_use: "on_behalf_of",
      };
  }
}
