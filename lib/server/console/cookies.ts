import type { CookiesOptions } from "next-auth";

/** How long a person may take at the provider, in seconds. */
const SIGN_IN_SECONDS = 15 * 60;

/**
 * The name of the session's cookie. Browsers accept a `__Host-` cookie only over TLS, from the host itself and for all
 * of it, so no other host of the domain and nobody on the network can plant one (RFC 6265bis §4.1.3.2).
 */
export function sessionCookieName(isSecure: boolean): string {
  return named("next-auth.session-token", isSecure);
}

/** next-auth's cookies, by whether the browser speaks TLS. */
export function authCookies(isSecure: boolean): CookiesOptions {
  const cookie = (name: string, maxAge?: number) => ({
    name: named(name, isSecure),
    options: {
      httpOnly: true,
      sameSite: "lax" as const,
      path: "/",
      secure: isSecure,
      ...(maxAge !== undefined && { maxAge }),
    },
  });
  return {
    sessionToken: cookie("next-auth.session-token"),
    callbackUrl: cookie("next-auth.callback-url"),
    csrfToken: cookie("next-auth.csrf-token"),
    pkceCodeVerifier: cookie("next-auth.pkce.code_verifier", SIGN_IN_SECONDS),
    state: cookie("next-auth.state", SIGN_IN_SECONDS),
    nonce: cookie("next-auth.nonce", SIGN_IN_SECONDS),
  };
}

/** Says why the last sign-in failed, for the sign-in page. */
export function failureCookieName(isSecure: boolean): string {
  return named("gateway.sign-in-failure", isSecure);
}

/** The path of next-auth's routes. */
export const AUTH_PATH = "/api/auth";

/** A `Set-Cookie` header. `maxAge`: in seconds; 0 removes the cookie. */
export function setCookie(name: string, value: string, { path, maxAge }: { path: string; maxAge: number }): string {
  const secure = name.startsWith("__") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The cookies of a `Cookie` header by name. The first of two cookies with one name counts. */
export function readCookies(header: string | string[] | null | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (Array.isArray(header) ? header.join("; ") : (header ?? "")).split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

function named(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
