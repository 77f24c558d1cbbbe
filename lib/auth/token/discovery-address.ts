import type { IssuerEntry } from "@/lib/config/schema";
import { withoutTrailing } from "@/lib/without-trailing";

const DISCOVERY = "/.well-known/openid-configuration";

/** Where an issuer publishes its discovery document (OpenID Connect Discovery §4). */
export function discoveryAddress(issuer: string): string {
  return withoutTrailing(issuer, "/") + DISCOVERY;
}

/** The issuer whose discovery document an address is; undefined: it is another address. */
export function issuerOfDiscovery(address: string): string | undefined {
  return address.endsWith(DISCOVERY) ? address.slice(0, -DISCOVERY.length) : undefined;
}

/** Where the keys of an entry of `issuers` are found. */
export function keyAddress({ issuer, jwks_url: url }: Pick<IssuerEntry, "issuer" | "jwks_url">): string {
  return url ?? discoveryAddress(issuer);
}
