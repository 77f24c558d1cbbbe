import type { IssuerEntry } from "@/lib/config/schema";
import { withoutTrailing } from "@/lib/without-trailing";

/** Where an issuer publishes its discovery document (OpenID Connect Discovery §4). */
export function discoveryAddress(issuer: string): string {
  return `${withoutTrailing(issuer, "/")}/.well-known/openid-configuration`;
}

/** Where the keys of an entry of `issuers` are found. */
export function keyAddress({ issuer, jwks_url: url }: Pick<IssuerEntry, "issuer" | "jwks_url">): string {
  return url ?? discoveryAddress(issuer);
}
