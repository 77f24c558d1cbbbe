import { createHash, randomBytes } from "node:crypto";
import type { LocalProvider } from "@/local/provider/provider";

/** What the token endpoint gave for a sign-in. */
export interface ProviderSignIn {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string | undefined;
  readonly scope: string | undefined;
  readonly expiresIn: number | undefined;
}

const REDIRECT = "http://127.0.0.1:9/api/auth/callback/oidc";

/**
 * Follows a login at the local provider as a browser does, and returns where the provider sends it back to. The
 * password is the user name.
 */
export async function returnFromProvider(
  provider: Pick<LocalProvider, "issuer">,
  address: string,
  username: string,
): Promise<URL> {
  const cookies = new Map<string, string>();
  const redirect = new URL(address).searchParams.get("redirect_uri") ?? "";
  const go = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(new URL(url, provider.issuer), { ...init, redirect: "manual", headers: { cookie } });
    for (const header of answer.headers.getSetCookie()) {
      const [pair = ""] = header.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };
  const begun = await go(address);
  const interaction = begun.headers.get("location") ?? "";
  if (interaction.startsWith(redirect)) return new URL(interaction);
  let answer = await go(interaction, { method: "POST", body: new URLSearchParams({ username, password: username }) });
  let location = answer.headers.get("location") ?? "";
  while (location !== "" && !location.startsWith(redirect)) {
    answer = await go(location);
    location = answer.headers.get("location") ?? "";
  }
  return new URL(location);
}

/**
 * Signs somebody in at the local provider as a browser would, with a code and PKCE. The provider must allow the
 * console's redirect address on port 9. The password is the user name.
 */
export async function signInAtProvider(provider: LocalProvider, username: string): Promise<ProviderSignIn> {
  const verifier = randomBytes(32).toString("base64url");
  const { clientId, clientSecret } = provider.consoleClient;
  const asked = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: REDIRECT,
    scope: "openid profile email gateway_proxy_admin",
    code_challenge_method: "S256",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  const location = await returnFromProvider(provider, `${provider.issuer}/auth?${asked}`, username);
  const code = location.searchParams.get("code") ?? "";
  const answered = await fetch(provider.tokenUrl, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    }),
  });
  const tokens = (await answered.json()) as Record<string, unknown>;
  if (!answered.ok) throw new Error(`The provider refused the sign-in of ${username}: ${JSON.stringify(tokens)}`);
  const text = (name: string): string | undefined => (typeof tokens[name] === "string" ? tokens[name] : undefined);
  return {
    accessToken: text("access_token") ?? "",
    idToken: text("id_token") ?? "",
    refreshToken: text("refresh_token"),
    scope: text("scope"),
    expiresIn: Number(tokens["expires_in"]),
  };
}
