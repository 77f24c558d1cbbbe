import type { Identity } from "@/lib/auth/decision";
import { ENTITY_ID_MAX_LENGTH } from "@/lib/entity-id";

type Named = Pick<Identity, "kind"> & Partial<Pick<Identity, "key" | "email" | "userId" | "subject" | "teamId">>;

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

/** A claim that names no row may hold characters that PostgreSQL's text refuses, and may be of any length. */
function storable(text: string): string {
  return text.slice(0, ENTITY_ID_MAX_LENGTH).replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd");
}
