import { TENANT } from "@/lib/config/access-settings/issuer";
import type { IssuerEntry } from "@/lib/config/schema";
import type { Claims } from "./decision";

/** What an entry of `issuers` says about the tenants of its issuer. */
type Entry = Pick<IssuerEntry, "issuer" | "required_claims">;

/** The issuers whose tokens an entry is about: one for each tenant if `{tid}` stands in its address. */
export function issuersOf(entry: Entry): readonly string[] {
  if (!entry.issuer.includes(TENANT)) return [entry.issuer];
  return tenantsOf(entry).map((tenant) => entry.issuer.replaceAll(TENANT, tenant));
}

/** The tenants that an entry lists. A pattern lists none. */
export function tenantsOf({ required_claims: required }: Entry): readonly string[] {
  const tenants = required && Object.hasOwn(required, "tid") ? [required["tid"]].flat() : [];
  return tenants.filter((tenant) => typeof tenant === "string").filter((tenant) => !tenant.includes("*"));
}

/** Whether the tenant in the issuer's address is the token's own. True if the entry names no tenant. */
export function isOwnTenant(entry: Entry, issuer: string | undefined, claims: Claims): boolean {
  if (!entry.issuer.includes(TENANT)) return true;
  const { tid } = claims;
  return typeof tid === "string" && entry.issuer.replaceAll(TENANT, tid) === issuer;
}
