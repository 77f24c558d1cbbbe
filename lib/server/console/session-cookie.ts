import { isObject } from "@/lib/is-object";
import { type CookieScope, readCookies, sessionCookieName } from "./next-auth/cookies";

/**
 * The session token of a `Cookie` header, joined from its chunks. Over TLS, only the cookie with the name for TLS
 * counts: whoever answers for the host without TLS could plant the other one.
 */
export function readSessionCookie(header: string | string[] | undefined, scope: CookieScope): string | undefined {
  if (!header) return undefined;
  const cookies = readCookies(header);
  const name = sessionCookieName(scope);
  const whole = cookies.get(name);
  if (whole) return whole;
  const chunks: string[] = [];
  for (let chunk = cookies.get(`${name}.0`); chunk; chunk = cookies.get(`${name}.${chunks.length}`)) chunks.push(chunk);
  return chunks.length > 0 ? chunks.join("") : undefined;
}

/** The content of the encrypted session cookie: only the secret that names a row. */
export interface SessionCookie {
  readonly session: { readonly secret: string };
}

/**
 * The secret in a decrypted session cookie. Undefined if there is none: cookies of earlier versions, which held the
 * session itself, no longer count.
 */
export function secretIn(payload: unknown): string | undefined {
  if (!isObject(payload) || !isObject(payload["session"])) return undefined;
  const { secret } = payload["session"];
  return typeof secret === "string" && secret !== "" ? secret : undefined;
}
