import { createHash, timingSafeEqual } from "node:crypto";
import type { Secret } from "@/lib/config/secret";
import { parseSession, readSessionCookie } from "./console-session";
import type { VerifiedToken } from "./decision";

/** The SHA-256 of the master key, in hex: a session holds this, and so ends when the key changes. */
export function masterKeyFingerprint(masterKey: Secret): string {
  return createHash("sha256").update("console-session:").update(masterKey.reveal()).digest("hex");
}

/** Whether a text is the master key, in constant time. */
export function isMasterKey(text: string, masterKey: Secret): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(text), digest(masterKey.reveal()));
}

/**
 * Who the console's session cookie proves to be calling, if it is there and good. It answers identity only; what
 * the caller may do is decided on each request with the settings then in force.
 *
 * @param headers lower-case names, as node:http gives them
 * @param secret the one next-auth encrypts with
 * @param masterKey the key in force, or undefined where it must not open the console
 * @param now milliseconds since the epoch
 */
export async function readConsoleSession(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
  masterKey: Secret | undefined,
  now: number,
): Promise<VerifiedToken | undefined> {
  const cookie = readSessionCookie(headers.cookie);
  if (!cookie) return undefined;
  const session = parseSession(await decrypt(cookie, secret), now);
  if (!session) return undefined;
  if (session.kind === "oidc") return { kind: "jwt", via: "session", claims: session.claims, issuer: session.issuer };
  if (!masterKey || session.fingerprint !== masterKeyFingerprint(masterKey)) return undefined;
  return { kind: "master-key", via: "session" };
}

async function decrypt(cookie: string, secret: string): Promise<unknown> {
  // Loaded on first use: an API-only gateway never sees a session.
  const { decode } = await import("next-auth/jwt");
  try {
    return await decode({ token: cookie, secret });
  } catch {
    return undefined; // forged, foreign or expired
  }
}
