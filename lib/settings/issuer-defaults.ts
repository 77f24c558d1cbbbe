import { issuersOf } from "@/lib/auth/issuer-tenants";
import { keyAddress } from "@/lib/auth/token/discovery-address";
import type { Environment } from "@/lib/config/environment-variables";
import type { GeneralSettings, IssuerEntry, JwtAuthSettings } from "@/lib/config/schema";

/** The providers besides those of `issuers`. */
export interface OtherProviders {
  /** The addresses in JWT_PUBLIC_KEY_URL. */
  readonly publicKeyUrls: readonly string[];
  /** The issuer that the console's login trusts (`loginIssuer`). */
  readonly consoleIssuer: string | undefined;
}

/** Whether the only entry of `issuers` is the only provider. */
export function isOnlyProvider(
  { issuers }: Pick<JwtAuthSettings, "issuers">,
  { publicKeyUrls }: Pick<OtherProviders, "publicKeyUrls">,
): boolean {
  const [first, ...rest] = issuers;
  return first !== undefined && rest.length === 0 && publicKeyUrls.every((url) => isAddressOf(url, first));
}

/** Whether an address in JWT_PUBLIC_KEY_URL is that of an entry's keys. */
export function isAddressOf(url: string, entry: Pick<IssuerEntry, "issuer" | "jwks_url">): boolean {
  return url === keyAddress(entry) || url === entry.issuer;
}

/**
 * The issuer whose people may become administrators of the console without an entry in `issuers`: that of OIDC_ISSUER,
 * of the login of the database, or the only one in `console_login`.
 */
export function loginIssuer(
  { oidc }: { readonly oidc?: Pick<NonNullable<Environment["oidc"]>, "issuer"> | undefined },
  general: Pick<GeneralSettings, "console_login"> | undefined,
): string | undefined {
  if (oidc) return oidc.issuer;
  const [first, ...others] = general?.console_login ?? [];
  return others.length === 0 ? first?.issuer : undefined;
}

/** Whether an issuer is that of the console's login. A slash at the end makes no difference. */
export function isConsoleIssuer(issuer: string, { consoleIssuer }: Pick<OtherProviders, "consoleIssuer">): boolean {
  return consoleIssuer !== undefined && withoutSlash(issuer) === withoutSlash(consoleIssuer);
}

/** Whether an entry of `issuers` is about the issuer of the console's login, which may be one of its tenants. */
export function isConsoleEntry(
  entry: Pick<IssuerEntry, "issuer" | "required_claims">,
  others: Pick<OtherProviders, "consoleIssuer">,
): boolean {
  return issuersOf(entry).some((issuer) => isConsoleIssuer(issuer, others));
}

/**
 * Whether every tenant of the entry is the console's issuer, so that a finding about people who log in fits all of
 * them.
 */
export function isConsoleAlone(
  entry: Pick<IssuerEntry, "issuer" | "required_claims">,
  others: Pick<OtherProviders, "consoleIssuer">,
): boolean {
  const issuers = issuersOf(entry);
  return issuers.length > 0 && issuers.every((issuer) => isConsoleIssuer(issuer, others));
}

/**
 * Fills in what entries of `issuers` leave open about administrators, teams and users. An entry that is the only
 * provider may do what the common settings say. Beside other providers, an entry may do only what it says itself.
 */
export function withIssuerDefaults(settings: JwtAuthSettings, others: OtherProviders): JwtAuthSettings {
  const isOnly = isOnlyProvider(settings, others);
  const issuers = settings.issuers.map((entry) => ({
    ...entry,
    allow_admin: entry.allow_admin ?? (isOnly || (isConsoleAlone(entry, others) && "console")),
    team_id_upsert: entry.team_id_upsert ?? (isOnly && settings.team_id_upsert),
    user_id_upsert: entry.user_id_upsert ?? (isOnly && settings.user_id_upsert),
  }));
  return { ...settings, issuers };
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}
