import type { IssuerEntry } from "@/lib/config/issuer-schema";
import type { JwtAuthSettings, Settings } from "@/lib/config/schema";
import type { Identity } from "./decision";

/** What decides how far an issuer is trusted: its own entry, or the common settings if it has none. */
interface TrustInput {
  readonly identity: Pick<Identity, "issuer" | "via">;
  readonly settings: Pick<Settings, "jwtAuth">;
}

/** An issuer's entry in `issuers`. Undefined for issuers of `JWT_PUBLIC_KEY_URL`, which are all trusted alike. */
export function issuerEntryOf(
  issuer: string | undefined,
  { issuers }: Pick<JwtAuthSettings, "issuers">,
): IssuerEntry | undefined {
  return issuer === undefined ? undefined : issuers.find((entry) => entry.issuer === issuer);
}

/**
 * Whether the token's issuer may make administrators. An entry without `allow_admin` may not: the settings in force
 * have filled in the default (`withIssuerDefaults`).
 */
export function mayMakeAdministrators({ identity, settings }: TrustInput): boolean {
  const entry = issuerEntryOf(identity.issuer, settings.jwtAuth);
  if (entry === undefined) return true;
  return entry.allow_admin === "console" ? identity.via === "session" : entry.allow_admin === true;
}

/** Whether the token's issuer may bring new teams into the database. */
export function mayCreateTeams({ identity, settings }: TrustInput): boolean {
  const entry = issuerEntryOf(identity.issuer, settings.jwtAuth);
  return entry === undefined ? settings.jwtAuth.team_id_upsert : entry.team_id_upsert === true;
}

/** Whether the token's issuer may bring new users into the database. */
export function mayCreateUsers({ identity, settings }: TrustInput): boolean {
  const entry = issuerEntryOf(identity.issuer, settings.jwtAuth);
  return entry === undefined ? settings.jwtAuth.user_id_upsert : entry.user_id_upsert === true;
}
