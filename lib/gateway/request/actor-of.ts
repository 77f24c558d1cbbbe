import type { Identity } from "@/lib/auth/decision";
import { ENTITY_ID_MAX_LENGTH } from "@/lib/entity-id";
import type { ActedBy } from "@/lib/store/audit-entry";

type Named = Pick<Identity, "kind"> & Partial<Pick<Identity, "key" | "email" | "userId" | "subject" | "teamId">>;

type Acting = Pick<Identity, "kind" | "via" | "issuer" | "subject" | "key">;

/** The name of the caller in audit events. */
export function actorOf(identity: Named): string {
  switch (identity.kind) {
    case "master-key":
      return "master key";
    case "virtual-key":
      return `key ${identity.key?.name ?? ""}`;
    case "jwt":
      return storable(identity.email ?? identity.userId ?? identity.subject ?? identity.teamId ?? "unnamed token");
  }
}

/** Who a caller is, by what they cannot choose. */
export function actedByOf({ kind, via, issuer, subject, key }: Acting): ActedBy {
  switch (kind) {
    case "master-key":
      return { kind: via === "session" ? "session" : "master_key" };
    case "virtual-key":
      return { kind: "key", ...(key && { key: key.id }) };
    case "jwt":
      return {
        kind: via === "session" ? "session" : "token",
        ...(issuer !== undefined && { issuer: storable(issuer) }),
        ...(subject !== undefined && { subject: storable(subject) }),
      };
  }
}

/** A claim that names no row may hold characters that PostgreSQL's text refuses, and may be of any length. */
function storable(text: string): string {
  return text.slice(0, ENTITY_ID_MAX_LENGTH).replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd");
}
