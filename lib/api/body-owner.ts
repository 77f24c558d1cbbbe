import type { VerifiedToken } from "@/lib/auth/decision";

/** One caller's bodies are counted together: those of a key, or of a subject. */
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
