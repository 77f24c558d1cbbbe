import { createHash, timingSafeEqual } from "node:crypto";
import { readSessionCookie, secretIn } from "./session-cookie";

/** The SHA-256 of the master key, in hex. A session holds it, so that it ends when the key changes. */
export function masterKeyFingerprint(masterKey: string): string {
  return createHash("sha256").update("console-session:").update(masterKey).digest("hex");
}

/** Whether a text is the master key with this fingerprint, in constant time. */
export function isMasterKey(text: string, fingerprint: string): boolean {
  return timingSafeEqual(Buffer.from(masterKeyFingerprint(text)), Buffer.from(fingerprint));
}

/** A request's cookie, and what proves it. */
export interface SessionSource {
  /** Lower-case names, as node:http gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether the browser speaks TLS. */
  readonly isSecure: boolean;
  /** The secret with which next-auth encrypts. */
  readonly secret: string;
}

/** The secret of the session in a request's cookie; undefined without a valid one. */
export async function sessionSecretOf({ headers, isSecure, secret }: SessionSource): Promise<string | undefined> {
  const cookie = readSessionCookie(headers.cookie, isSecure);
  return cookie === undefined ? undefined : secretIn(await decrypt(cookie, secret));
}

async function decrypt(cookie: string, secret: string): Promise<unknown> {
  // Loaded on first use, because a gateway without the console never sees a session.
  const { decode } = await import("next-auth/jwt");
  try {
    return await decode({ token: cookie, secret });
  } catch {
    return undefined; // forged, foreign or expired
  }
}
