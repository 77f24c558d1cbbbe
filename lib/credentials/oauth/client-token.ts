import { keyOf } from "../key-of";
import { CredentialError, type CredentialAnswer, type CredentialSource } from "../source";

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
    async fetch(ports, signal) {
      const form = {
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
        ...(scope !== undefined && { scope }),
        ...(audience !== undefined && { audience }),
      };
      const answer = await ports.ask(
        {
          method: "POST",
          url: tokenUrl,
          headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
          body: new URLSearchParams(form).toString(),
        },
        signal,
      );
      return tokenOf(answer, ports.now());
    },
  };
}

/** Reads an answer with a token. @throws CredentialError that says why there is none, and repeats no secret */
function tokenOf({ status, text }: CredentialAnswer, now: number): { value: string; endsAt: number | undefined } {
  const { access_token: token, token_type: type, expires_in: seconds, error } = objectOf(text);
  if (status !== 200) {
    const word = typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? [error] : [];
    throw new CredentialError(`it is refused (${[status, ...word].join(", ")})`);
  }
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token))
    throw new CredentialError("the answer has no access_token that a header can carry");
  if (typeof type === "string" && type.toLowerCase() !== "bearer")
    throw new CredentialError("the answer has a token of a type other than Bearer");
  const lifetime = Number(seconds ?? NaN);
  return { value: token, endsAt: Number.isFinite(lifetime) ? now + lifetime * 1000 : undefined };
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
