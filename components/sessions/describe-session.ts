import type { OutputOf } from "@/components/api/client";
import type { sessionContracts } from "@/lib/wire/contracts/sessions";

/** A session as `/session/list` shows it. */
export type Session = OutputOf<typeof sessionContracts.list>["data"][number];

/** Why a session has ended, in a few words. */
const ENDS: Readonly<Record<NonNullable<Session["end_reason"]>, string>> = {
  signed_out: "Signed out",
  administrator: "Ended by an administrator",
  provider_logout: "Logged out at the provider",
  provider_refused: "Refused by the provider",
  provider_unreachable: "Provider not reachable",
  claims_refused: "Claims refused",
  token_ended: "Its token expired",
  expired: "Expired",
  idle: "Not used",
  settings: "No longer accepted",
  restored: "Database restored",
};

/** The state of a session in a few words. */
export function describeState({ status, end_reason: reason, stale_since: staleSince }: Session): string {
  if (status === "ended") return reason === null ? "Expired" : ENDS[reason];
  return staleSince === null ? "Active" : "Provider not reachable";
}

/** How the person signed in. */
export function describeSignIn({ kind, issuer, login }: Session): string {
  return kind === "master-key" ? "Master key" : (issuer ?? login ?? "OpenID Connect");
}
