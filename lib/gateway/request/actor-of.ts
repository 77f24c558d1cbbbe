import type { Identity } from "@/lib/auth/decision";

/** The name of the caller in audit events. */
export function actorOf(identity: Identity): string {
  switch (identity.kind) {
    case "master-key":
      return "master key";
    case "virtual-key":
      return `key ${identity.key?.name ?? ""}`;
    case "jwt":
      return identity.email ?? identity.userId ?? identity.subject ?? identity.teamId ?? "unnamed token";
  }
}
