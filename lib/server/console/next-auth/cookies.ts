import type { CookiesOptions } from "next-auth";

/** How long a person may take at the provider, in seconds. */
const SIGN_IN_SECONDS = 15 * 60;

/** What the names and the paths of cookies depend on. */
export interface CookieScope {
  /** Whether the browser speaks TLS. */
  readonly isSecure: boolean;
  /** The path that browsers send them to: "" for the whole host, or `GATEWAY_BASE_PATH`. */
  readonly basePath: string;
}

/** The name of the session's cookie. */
export function sessionCookieName(scope: CookieScope): string {
  return named("next-auth.session-token", scope);
}

/** next-auth's cookies. */
export function authCookies(scope: CookieScope): CookiesOptions {
  const cookie = (name: string, maxAge?: number) => ({
    name: named(name, scope),
    options: {
      httpOnly: true,
      sameSite: "lax" as const,
      path: cookiePath(scope),
      secure: scope.isSecure,
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
export function failureCookieName(scope: CookieScope): string {
  return named("gateway.sign-in-failure", scope);
}

/** The `Path` of a cookie: other gateways and services of the same host do not get it. */
export function cookiePath({ basePath }: CookieScope): string {
  return basePath || "/";
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

/**
 * Browsers accept a `__Host-` cookie only over TLS, from the host itself and for all of its paths, so no other host of
 * the domain and nobody on the network can plant one. A cookie for part of the paths can only be `__Secure-`, which can
 * be planted only over TLS (RFC 6265bis §4.1.3).
 */
function named(name: string, { isSecure, basePath }: CookieScope): string {
  if (!isSecure) return name;
  return basePath === "" ? `__Host-${name}` : `__Secure-${name}`;
}
