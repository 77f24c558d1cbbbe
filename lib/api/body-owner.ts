import type { VerifiedToken } from "@/lib/auth/decision";

/** The caller that a body counts for: a key, the subject of a token, or the master key. */
export function bodyOwner(token: VerifiedToken): string {
  switch (token.kind) {
    case "master-key":
      return token.kind;
    case "virtual-key":
      return `key ${token.key.id}`;
    case "jwt": {
      const { sub, client_id, azp } = token.claims;
      return `jwt ${token.issuer} ${String(sub ?? client_id ?? azp)}`;
    }
  }
}
