import type { IssuerEntry } from "@/lib/config/schema";

/** RFC 6750 §2.1: what a bearer token may consist of. Other strings are not sent to a provider. */
const BEARER_TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** The longest opaque token that a provider is asked about, in characters. */
const LONGEST = 4_096;

/** Whether a string may be a provider's opaque token, and no key of the gateway (`sk-`). */
export function isBearerToken(text: string): boolean {
  return !text.startsWith("sk-") && text.length <= LONGEST && BEARER_TOKEN.test(text);
}

/** Whether the entry says how to ask its issuer about opaque tokens. */
export function takesOpaqueTokens({ introspection, userinfo }: IssuerEntry): boolean {
  return introspection !== undefined || (userinfo !== undefined && userinfo !== false);
}

/**
 * The issuer that is asked about an opaque token: the one with the longest fitting `token_prefix`, otherwise the only
 * one that takes opaque tokens without a prefix. Undefined for keys of the gateway (`sk-`) and for strings that no
 * provider issues.
 */
export function opaqueIssuerOf(token: string, issuers: readonly IssuerEntry[]): IssuerEntry | undefined {
  const asked = issuers.filter(takesOpaqueTokens);
  if (asked.length === 0 || !isBearerToken(token)) return undefined;
  const [best] = asked
    .flatMap((entry) => (entry.token_prefix === undefined ? [] : [{ entry, prefix: entry.token_prefix }]))
    .filter(({ prefix }) => token.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  if (best) return best.entry;
  const [only, ...others] = asked.filter((entry) => entry.token_prefix === undefined);
  return others.length === 0 ? only : undefined;
}
