import { createSigningKey, type SigningAlgorithm, type SigningKey } from "@/local/provider/signing-keys";
import type { Glewlwyd } from "./glewlwyd";

export interface GlewlwydRealm {
  readonly issuer: string;
  readonly consoleClient: { readonly clientId: string; readonly clientSecret: string };
  /** A token of the project's client. */
  projectToken(): Promise<string>;
  /** Signs with a new key of this algorithm from now on; the old keys stay in the key set if they are kept. */
  rotateKeys(algorithm: SigningAlgorithm, options: { readonly keepOld: boolean }): Promise<void>;
  /** Removes a person, because Glewlwyd goes on refreshing the tokens of people who are only disabled. */
  removePerson(username: string): Promise<void>;
}

const CONSOLE = { clientId: "console", clientSecret: "the-secret-of-the-console" };
const PROJECT = { clientId: "team-app", clientSecret: "the-secret-of-team-app" };
const ADMIN_SCOPE = "gateway_proxy_admin";

/** The password of a person, which has at least 8 characters. */
export function passwordOf(username: string): string {
  return `${username}-password`;
}

/**
 * Sets OpenID Connect up: the administrators `ada` and `eve`, the ordinary user `sam`, the console's client and a
 * project's. PKCE is required. `gateway`: the address of the gateway.
 */
export async function createGlewlwydRealm({ url, administer }: Glewlwyd, gateway: string): Promise<GlewlwydRealm> {
  const issuer = `${url}/api/oidc`;
  let keys: SigningKey[] = [await createSigningKey("RS256")];
  await administer("POST", "/mod/plugin/", plugin(issuer, keys));
  await nameLogoutAddresses(administer);
  for (const name of ["profile", "email", ADMIN_SCOPE, "models"])
    await administer("POST", "/scope/", { name, display_name: name, password_required: false });
  const scopes = ["openid", "profile", "email"];
  for (const username of ["ada", "eve"]) await administer("POST", "/user/", person(username, [...scopes, ADMIN_SCOPE]));
  await administer("POST", "/user/", person("sam", scopes));
  const callback = `${gateway}/api/auth/callback/oidc`;
  await administer("POST", "/client/", {
    ...client(CONSOLE),
    authorization_type: ["code", "refresh_token"],
    redirect_uri: [callback],
    scope: [],
    post_logout_redirect_uris: [callback],
  });
  await administer("POST", "/client/", {
    ...client(PROJECT),
    authorization_type: ["client_credentials"],
    scope: ["models"],
  });

  return {
    issuer,
    consoleClient: CONSOLE,
    async projectToken() {
      const answer = await fetch(`${issuer}/token`, {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${PROJECT.clientId}:${PROJECT.clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: "client_credentials", scope: "models" }),
      });
      const tokens = (await answer.json()) as { access_token?: string };
      if (tokens.access_token === undefined) throw new Error(`Glewlwyd gave no token: ${JSON.stringify(tokens)}`);
      return tokens.access_token;
    },
    async rotateKeys(algorithm, { keepOld }) {
      keys = [await createSigningKey(algorithm), ...(keepOld ? keys : [])];
      await administer("PUT", "/mod/plugin/oidc", plugin(issuer, keys));
      await administer("PUT", "/mod/plugin/oidc/reset");
    },
    async removePerson(username) {
      await administer("DELETE", `/user/${username}`);
    },
  };
}

/** The plugin for OpenID Connect; the first key signs. */
function plugin(issuer: string, keys: readonly SigningKey[]) {
  return {
    module: "oidc",
    name: "oidc",
    display_name: "OpenID Connect",
    order_rank: 0,
    parameters: {
      iss: issuer,
      "jwt-type": "rsa",
      "jwt-key-size": "256",
      "jwks-show": true,
      "jwks-private": JSON.stringify({ keys }),
      // So short that a session needs a refresh while a test waits for it.
      "access-token-duration": 10,
      "refresh-token-duration": 3_600,
      "code-duration": 600,
      "allow-non-oidc": true,
      "auth-type-code-enabled": true,
      "auth-type-client-enabled": true,
      "auth-type-refresh-enabled": true,
      "refresh-token-rolling": true,
      "pkce-allowed": true,
      "pkce-required": true,
      "subject-type": "public",
      // With session management come `sid` and `end_session_endpoint`.
      "session-management-allowed": true,
      "front-channel-logout-allowed": true,
      "session-cookie-name": "GLEWLWYD2_OIDC_SID",
      "session-cookie-expiration": 86_400,
      "name-claim": "mandatory",
      "email-claim": "mandatory",
      "scope-claim": "mandatory",
    },
  };
}

/** Debian's settings of clients lack the field that the logout reads. */
async function nameLogoutAddresses(administer: Glewlwyd["administer"]): Promise<void> {
  const module = (await administer("GET", "/mod/client/database")) as {
    readonly parameters: { readonly "data-format": Record<string, object> };
  };
  module.parameters["data-format"]["post_logout_redirect_uris"] = { multiple: true, read: true, write: true };
  await administer("PUT", "/mod/client/database", module);
  await administer("PUT", "/mod/client/database/reset");
}

function person(username: string, scope: readonly string[]) {
  const email = `${username}@example.com`;
  return { username, name: username, email, scope, enabled: true, password: passwordOf(username) };
}

function client({ clientId, clientSecret }: typeof CONSOLE) {
  return {
    client_id: clientId,
    name: clientId,
    client_secret: clientSecret,
    confidential: true,
    enabled: true,
    token_endpoint_auth_method: ["client_secret_basic", "client_secret_post"],
  };
}
