import { hash } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import type { Claims } from "@/lib/auth/decision";
import { MAX_TOKEN_LENGTH } from "@/lib/auth/token/compact-token";
import type { KeySource } from "@/lib/auth/token/io/key-source";
import { ALGORITHMS } from "@/lib/config/algorithms";
import { isObject } from "@/lib/is-object";
import type { LoginProvider } from "../login-providers";

/** Whose sessions a provider ends. */
export interface LogoutToken {
  readonly issuer: string;
  readonly subject: string | undefined;
  /** `sid` */
  readonly providerSession: string | undefined;
  /** Names the token, so that it is used once. */
  readonly id: string;
  /** Until when the token could be used again, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

export type LogoutTokenVerdict =
  | { readonly kind: "valid"; readonly token: LogoutToken }
  | { readonly kind: "refused"; readonly reason: string }
  /** The provider's keys cannot be fetched. */
  | { readonly kind: "unproven" };

/** What a logout token is judged by. */
export interface LogoutJudges {
  readonly providers: readonly LoginProvider[];
  readonly keys: (provider: LoginProvider) => Pick<KeySource, "issuer" | "isUsable" | "prepare" | "seek" | "keysFor">;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly skewSeconds: number;
}

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** The greatest age of an accepted token, in seconds: providers send a token at once. */
const LONGEST_AGE_SECONDS = 5 * 60;

/** Judges a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6). */
export async function judgeLogoutToken(token: string, judges: LogoutJudges): Promise<LogoutTokenVerdict> {
  const read = readUnproven(token);
  if (read === undefined) return refused("It is not a signed JWT with a public-key algorithm.");
  const { algorithm, keyId, issuer } = read;
  const known = judges.providers.filter((provider) => isOf(provider, issuer, judges));
  if (known.length === 0) return refused("Its issuer is not a login provider of this console.");
  let isUnproven = false;
  for (const provider of known) {
    const source = judges.keys(provider);
    await source.prepare();
    if (source.keysFor(algorithm, keyId).length === 0) await source.seek();
    isUnproven ||= !source.isUsable;
    if (source.issuer !== issuer) continue;
    for (const key of source.keysFor(algorithm, keyId)) {
      try {
        const { payload } = await jwtVerify(token, await key.import(algorithm), {
          algorithms: [algorithm],
          issuer,
          audience: provider.clientId,
          currentDate: new Date(judges.now),
          clockTolerance: judges.skewSeconds,
        });
        return judgeLogoutClaims(payload, issuer, judges);
      } catch {
        // Another key, or another client of the same issuer, may fit.
      }
    }
  }
  return isUnproven ? { kind: "unproven" } : refused("Its signature, audience or time does not fit.");
}

/** Judges the claims of a logout token whose signature, issuer and audience are proven. */
function judgeLogoutClaims(
  claims: Claims,
  issuer: string,
  { now, skewSeconds }: Pick<LogoutJudges, "now" | "skewSeconds">,
): LogoutTokenVerdict {
  const { iat, jti, events, sub, sid } = claims;
  const seconds = now / 1000;
  if (!isObject(events) || !isObject(events[EVENT]))
    return refused("Its events claim does not say back-channel logout.");
  // An ID token must never pass for a logout token.
  if (Object.hasOwn(claims, "nonce")) return refused("It has a nonce, so it is an ID token.");
  if (typeof iat !== "number" || iat > seconds + skewSeconds) return refused("It has no iat, or one in the future.");
  if (iat < seconds - LONGEST_AGE_SECONDS - skewSeconds) return refused("It is older than five minutes.");
  if (typeof jti !== "string" || jti === "") return refused("It has no jti.");
  const subject = nameOf(sub);
  const providerSession = nameOf(sid);
  if (subject === null || providerSession === null) return refused("Its sub or sid is not text.");
  if (subject === undefined && providerSession === undefined) return refused("It has neither sub nor sid.");
  return {
    kind: "valid",
    token: {
      issuer,
      subject,
      providerSession,
      id: hash("sha256", JSON.stringify([issuer, jti]), "hex"),
      expiresAt: (iat + LONGEST_AGE_SECONDS + 2 * skewSeconds) * 1000,
    },
  };
}

/** A claim as text. Undefined: it is absent. Null: it is not text. */
function nameOf(claim: unknown): string | undefined | null {
  if (claim === undefined) return undefined;
  return typeof claim === "string" && claim !== "" && !claim.includes("\0") ? claim : null;
}

/** The parts of an unproven token that choose its key. Undefined: no such token is accepted. */
function readUnproven(token: string) {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  try {
    const { alg, kid, typ } = decodeProtectedHeader(token);
    const algorithm = ALGORITHMS.find((one) => one === alg);
    const type = typ?.toLowerCase().replace(/^application\//, "");
    const { iss: issuer } = decodeJwt(token);
    if (algorithm === undefined || issuer === undefined) return undefined;
    return type === undefined || type === "jwt" || type === "logout+jwt"
      ? { algorithm, keyId: kid, issuer }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an issuer may be this provider's. For any other, no keys are fetched. */
function isOf(provider: LoginProvider, issuer: string, { keys }: LogoutJudges): boolean {
  const bare = (address: string): string => address.replace(/\/$/, "");
  return bare(provider.issuer) === bare(issuer) || keys(provider).issuer === issuer;
}

function refused(reason: string): LogoutTokenVerdict {
  return { kind: "refused", reason };
}
