import { createHash, timingSafeEqual } from "node:crypto";
import { parseSession, readSessionCookie } from "./session-cookie";
import type { VerifiedToken } from "@/lib/auth/decision";

/** The SHA-256 of the master key, in hex. A session holds it, so that it ends when the key changes. */
export function masterKeyFingerprint(masterKey: string): string {
  return createHash("sha256").update("console-session:").update(masterKey).digest("hex");
}

/** Whether a text is the master key with this fingerprint, in constant time. */
export function isMasterKey(text: string, fingerprint: string): boolean {
  return timingSafeEqual(Buffer.from(masterKeyFingerprint(text)), Buffer.from(fingerprint));
}

/** The sessions that count. */
export interface AcceptedSessions {
  /** The fingerprint of the master key in force; undefined: the key must not open the console. */
  readonly masterKey: string | undefined;
  /** Whether JWTs are accepted (`enable_jwt_auth`). */
  readonly jwts: boolean;
}

/**
 * The identity that the console's session cookie proves; undefined without a valid one. Each request decides what the
 * caller may do, by the settings then in force.
 *
 * @param headers lower-case names, as node:http gives them
 * @param secret the secret with which next-auth encrypts
 * @param accepts which sessions count by the settings in force
 * @param now milliseconds since the epoch
 */
export async function readConsoleSession(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
  accepts: AcceptedSessions,
  now: number,
): Promise<VerifiedToken | undefined> {
  const cookie = readSessionCookie(headers.cookie);
  if (!cookie) return undefined;
  const session = parseSession(await decrypt(cookie, secret), now);
  if (!session) return undefined;
  if (session.kind === "oidc") {
    // A session stands for a JWT, so it ends when JWTs do.
    if (!accepts.jwts) return undefined;
    return { kind: "jwt", via: "session", claims: session.claims, issuer: session.issuer };
  }
  if (session.fingerprint !== accepts.masterKey) return undefined;
  return { kind: "master-key", via: "session" };
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
