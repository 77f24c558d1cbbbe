import { keyOf } from "../key-of";
import type { CredentialSource } from "../source";
import { askForToken } from "./token-answer";

/** Whom an authorization server gives tokens to, and for what. */
export interface OAuthClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** What the token is for, where its server asks for one. */
  readonly audience: string | undefined;
}

/** Tokens that an authorization server gives a client for itself (RFC 6749 §4.4). */
export function clientTokens(client: OAuthClient): CredentialSource<string> {
  const { tokenUrl, clientId, clientSecret, scopes, audience } = client;
  const scope = scopes.length === 0 ? undefined : scopes.join(" ");
  return {
    key: keyOf("oauth-client", { tokenUrl, clientId, clientSecret, scope, audience }),
    label: `the token of the client ${clientId}`,
    fetch(ports, signal) {
      const form = {
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
        scope,
        audience,
      };
      return askForToken(ports, tokenUrl, form, signal);
    },
  };
}
