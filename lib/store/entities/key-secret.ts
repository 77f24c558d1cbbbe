import { createHash, randomBytes } from "node:crypto";

/** What a key is looked up by: its SHA-256, in hex. The secret itself is kept nowhere. */
export function keyHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** A new secret of 256 random bits, and what is kept of it. */
export function newSecret(): { secret: string; hash: string; name: string } {
  const secret = `sk-${randomBytes(32).toString("base64url")}`;
  return { secret, hash: keyHash(secret), name: `sk-...${secret.slice(-4)}` };
}

/** Whether a reference to a key is its secret rather than its token_id. */
export function isSecret(reference: string): boolean {
  return reference.startsWith("sk-");
}
