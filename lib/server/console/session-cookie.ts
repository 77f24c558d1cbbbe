import { isObject } from "@/lib/is-object";
import { readCookies, sessionCookieName } from "./cookies";
import { claimPath, outermostNames } from "@/lib/auth/claims/claim-path";
import { configuredSources } from "@/lib/auth/claims/identity-claims";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Claims } from "@/lib/auth/decision";

/** How long a console session lasts, in seconds. */
export const SESSION_SECONDS = 8 * 60 * 60;

/** The content of the encrypted session cookie. It does not say who is an administrator: each request decides that. */
export type ConsoleSession =
  | { readonly kind: "master-key"; readonly fingerprint: string; readonly until: number }
  | {
      readonly kind: "oidc";
      readonly claims: Claims;
      readonly issuer: string | undefined;
      /** Why these are the claims of the ID token; absent: they are those of the access token. */
      readonly accessTokenUnused?: string;
      readonly until: number;
    };

/** The most claims that a session keeps, in bytes of JSON. Encrypted, they fill two cookies of 4 KB. */
const CLAIMS_LIMIT = 5 * 1024;

const ALWAYS_KEPT = [
  "iss",
  "sub",
  "aud",
  "azp",
  "client_id",
  "scope",
  "scp",
  "email",
  "email_verified",
  "name",
  "preferred_username",
  "iat",
  "exp",
];

/**
 * The claims that a session keeps: all of them if they fit, otherwise the standard ones and those that the settings
 * name. Undefined if even these do not fit into cookies.
 */
export function keepClaims(claims: Claims, settings: JwtAuthSettings): Claims | undefined {
  if (fits(claims)) return claims;
  const wanted = new Set(ALWAYS_KEPT);
  for (const fields of [settings, ...settings.issuers]) {
    const required = Object.keys(fields.required_claims ?? {}).map(claimPath);
    const paths = [...configuredSources(fields).map(({ path }) => path), ...required];
    for (const name of paths.flatMap(outermostNames)) wanted.add(name);
  }
  const kept = Object.fromEntries(Object.entries(claims).filter(([name]) => wanted.has(name)));
  return fits(kept) ? kept : undefined;
}

function fits(claims: Claims): boolean {
  return new TextEncoder().encode(JSON.stringify(claims)).length <= CLAIMS_LIMIT;
}

/**
 * The session token of a `Cookie` header, joined from its chunks. Over TLS only the `__Host-` cookie counts, since
 * others can be planted by whoever answers for the host without TLS.
 */
export function readSessionCookie(header: string | string[] | undefined, isSecure: boolean): string | undefined {
  if (!header) return undefined;
  const cookies = readCookies(header);
  const name = sessionCookieName(isSecure);
  const whole = cookies.get(name);
  if (whole) return whole;
  const chunks: string[] = [];
  for (let chunk = cookies.get(`${name}.0`); chunk; chunk = cookies.get(`${name}.${chunks.length}`)) chunks.push(chunk);
  return chunks.length > 0 ? chunks.join("") : undefined;
}

/** Reads a decrypted session cookie. Undefined if the content is unexpected or the session is over. */
export function parseSession(payload: unknown, now: number): ConsoleSession | undefined {
  if (!isObject(payload) || !isObject(payload.session)) return undefined;
  const { kind, until, fingerprint, claims, issuer, accessTokenUnused } = payload.session;
  if (typeof until !== "number" || until <= now) return undefined;
  if (kind === "master-key" && typeof fingerprint === "string") return { kind, fingerprint, until };
  if (kind === "oidc" && isObject(claims)) {
    return {
      kind,
      claims,
      issuer: typeof issuer === "string" ? issuer : undefined,
      ...(typeof accessTokenUnused === "string" && { accessTokenUnused }),
      until,
    };
  }
  return undefined;
}
