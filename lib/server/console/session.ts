import { createHash, timingSafeEqual } from "node:crypto";
import type { CookieScope } from "./next-auth/cookies";
import { decodeCookie } from "./next-auth/decode-cookie";
import { readSessionCookie, secretIn } from "./session-cookie";

/** The SHA-256 of the master key, in hex. A session holds it, so that it ends when the key changes. */
export function masterKeyFingerprint(masterKey: string): string {
  return createHash("sha256").update("console-session:").update(masterKey).digest("hex");
}

/** Whether a string is a master key with one of these fingerprints, each compared in constant time. */
export function isMasterKey(text: string, fingerprints: readonly string[]): boolean {
  const typed = Buffer.from(masterKeyFingerprint(text));
  return fingerprints.some((fingerprint) => timingSafeEqual(typed, Buffer.from(fingerprint)));
}

/** A request's cookie, and the secrets that decrypt it. */
export interface SessionSource {
  /** Lower-case names, as node:http gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly scope: CookieScope;
  /** The secret that next-auth encrypts cookies with, and the previous ones. */
  readonly secrets: readonly string[];
}

/** The secret of the session in a request's cookie; undefined without a valid one. */
export async function sessionSecretOf({ headers, scope, secrets }: SessionSource): Promise<string | undefined> {
  const cookie = readSessionCookie(headers.cookie, scope);
  return cookie === undefined ? undefined : secretIn(await decodeCookie({ cookie, secrets, salt: "" }));
}
