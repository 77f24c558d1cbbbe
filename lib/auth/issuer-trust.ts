import type { Settings } from "@/lib/config/schema";
import type { Identity } from "./decision";
import { issuerEntryOf, settingsOfIssuer } from "./issuer-settings";

/** What decides how far an issuer is trusted: its own entry, or the common settings if it has none. */
interface TrustInput {
  readonly identity: Pick<Identity, "issuer" | "via">;
  readonly settings: Pick<Settings, "jwtAuth">;
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
  return settingsOfIssuer(identity.issuer, settings).jwtAuth.team_id_upsert;
}

/** Whether the token's issuer may bring new users into the database. */
export function mayCreateUsers({ identity, settings }: TrustInput): boolean {
  return settingsOfIssuer(identity.issuer, settings).jwtAuth.user_id_upsert;
}
