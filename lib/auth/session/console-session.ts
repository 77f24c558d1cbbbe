import type { Claims, VerifiedToken } from "@/lib/auth/decision";
import type { SessionFacts } from "./session-state";

/** A console session as its row says. It does not say what the person may do: each request decides that. */
export interface ConsoleSession extends SessionFacts {
  /** SHA-256 of the secret in the cookie, in hex. */
  readonly id: string;
  /** An e-mail address, or another name, for lists. */
  readonly name: string;
  /** The `iss` and `sub` of the ID token. Null for the master key. */
  readonly issuer: string | null;
  readonly subject: string | null;
  /** The IP address that the person signed in from. Null: not known. */
  readonly address: string | null;
  /** What the session stands for. Null for the master key. */
  readonly claims: Claims | null;
  /** Why these are the claims of the ID token. Null: they are those of the access token. */
  readonly accessTokenUnused: string | null;
}

/** A session that may be used now, and the credential that it stands for. */
export interface OpenSession {
  readonly id: string;
  readonly token: VerifiedToken;
  readonly accessTokenUnused: string | undefined;
}

/** The credential that a session stands for. Its claims are the same object for as long as the session's row is. */
export function sessionToken({ kind, claims, issuer }: ConsoleSession): VerifiedToken {
  if (kind === "master-key") return { kind: "master-key", via: "session" };
  const stated = claims ?? NO_CLAIMS;
  return { kind: "jwt", via: "session", claims: stated, issuer: issuerIn(stated), loginIssuer: issuer ?? undefined };
}

/** The issuer of a session's claims. */
export function issuerIn({ iss }: Claims): string | undefined {
  return typeof iss === "string" ? iss : undefined;
}

const NO_CLAIMS: Claims = {};
/** Characters of a name in lists. */
const LONGEST_NAME = 200;

/** The name of a person for lists and menus. */
export function nameInClaims(claims: Claims): string {
  for (const claim of ["email", "name", "preferred_username", "sub"]) {
    const value = claims[claim];
    if (typeof value !== "string" || value === "") continue;
    // PostgreSQL stores no NUL, and no list shows a line break.
    return value.slice(0, LONGEST_NAME).replaceAll(/\p{Cc}/gu, " ");
  }
  return "Unnamed";
}
