import { createHash, timingSafeEqual } from "node:crypto";
import { type ConsoleSession, parseSession, readSessionCookie } from "./session-cookie";
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

/** A request's cookie, and what proves it. */
export interface SessionSource {
  /** Lower-case names, as node:http gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether the browser speaks TLS. */
  readonly isSecure: boolean;
  /** The secret with which next-auth encrypts. */
  readonly secret: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The session in a request's cookie; undefined without a valid one. */
export async function openConsoleSession(source: SessionSource): Promise<ConsoleSession | undefined> {
  const cookie = readSessionCookie(source.headers.cookie, source.isSecure);
  return cookie === undefined ? undefined : parseSession(await decrypt(cookie, source.secret), source.now);
}

/**
 * The identity that a session proves; undefined if it proves none any more. Each request decides what the caller may do,
 * by the settings then in force.
 * @param accepts which sessions count by the settings in force
 */
export function sessionToken(
  session: ConsoleSession | undefined,
  accepts: AcceptedSessions,
): VerifiedToken | undefined {
  if (session?.kind === "oidc") {
    // A session stands for a JWT, so it ends when JWTs do.
    if (!accepts.jwts) return undefined;
    return { kind: "jwt", via: "session", claims: session.claims, issuer: session.issuer };
  }
  return session && session.fingerprint === accepts.masterKey ? { kind: "master-key", via: "session" } : undefined;
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
