import { decodeJwt } from "jose";
import type { Claims } from "@/lib/auth/decision";
import { type ConsoleSession, nameInClaims } from "@/lib/auth/session/console-session";
import { isTooStale, type SessionPolicy } from "@/lib/auth/session/session-state";
import { messageOf } from "@/lib/error-message";
import { GatewayError } from "@/lib/errors";
import type { ProviderTokens, SessionChange, SessionClaims } from "@/lib/store/sessions/console-sessions";
import type { LoginProvider } from "../login-providers";
import { proveSignIn, type SignInProof, type TokenJudges } from "../prove-sign-in";
import type { ProviderClient, RefreshAnswer } from "./provider-client";

/** What a refresh is made with. */
export interface RefreshMeans {
  readonly client: Pick<ProviderClient, "refresh">;
  readonly judges: TokenJudges;
  readonly policy: SessionPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What became of a session, and why, as the provider or the gateway says it. */
export interface Refreshed {
  readonly change: SessionChange;
  readonly detail: string | undefined;
}

/**
 * Asks the provider whether it still vouches for a session. The new claims replace the old ones, so that withdrawn
 * roles and groups no longer count. The caller must hold the session's row: a provider takes a refresh token that comes
 * twice for a stolen one.
 */
export async function refreshSession(
  { client, judges, policy, now }: RefreshMeans,
  provider: LoginProvider | undefined,
  session: ConsoleSession,
  tokens: ProviderTokens,
): Promise<Refreshed> {
  const { refreshToken } = tokens;
  // A refresh token that another encryption key sealed reads as undefined.
  if (provider === undefined || refreshToken === undefined) return ended("token_ended", undefined);
  const answer = await client.refresh(provider, refreshToken);
  if (answer.kind === "refused") return ended("provider_refused", answer.detail);
  if (answer.kind === "unreachable") return unreachable(answer.detail, NOTHING_NEW);
  // The hash in the ID token of the login is of another access token.
  const idClaims =
    answer.idToken === undefined ? { ...claimsOf(tokens.idToken), at_hash: undefined } : claimsOf(answer.idToken);
  if (answer.idToken !== undefined && !isSamePerson(idClaims, session, provider))
    return ended("claims_refused", "The refreshed ID token is about somebody else.");
  let proof: SignInProof;
  try {
    proof = await proveSignIn(insisting(judges), {
      accessToken: answer.accessToken,
      // A token endpoint may leave out scopes that have not changed (RFC 6749 §5.1).
      grantedScope: answer.scope ?? grantedBefore(session),
      idToken: idClaims,
    });
  } catch (error) {
    // The provider may no longer take the old refresh token, so the new one is kept.
    return unreachable(messageOf(error), answer);
  }
  if (proof.kind === "refused") return ended("claims_refused", proof.message);
  const at = now();
  const standing = claimsInForce(proof, { ...answer, idClaims, canRefresh: true, at });
  const { refreshToken: next, idToken } = answer;
  return { change: { kind: "refreshed", at, ...standing, refreshToken: next, idToken }, detail: undefined };

  function ended(reason: Extract<SessionChange, { kind: "ended" }>["reason"], detail: string | undefined): Refreshed {
    return { change: { kind: "ended", at: now(), reason }, detail };
  }
  function unreachable(detail: string, { refreshToken: kept, idToken }: ProviderTokens): Refreshed {
    const at = now();
    return isTooStale(session, policy, at)
      ? ended("provider_unreachable", detail)
      : { change: { kind: "stale", at, refreshToken: kept, idToken }, detail };
  }
}

const NOTHING_NEW: ProviderTokens = { refreshToken: undefined, idToken: undefined };

/** The claims of a session whose tokens are proven, and when the token that it depends on ends. */
export function claimsInForce(
  { claims, accessTokenUnused }: Extract<SignInProof, { kind: "accepted" }>,
  {
    expiresIn,
    idClaims,
    canRefresh,
    at,
  }: {
    readonly expiresIn: Extract<RefreshAnswer, { kind: "tokens" }>["expiresIn"];
    readonly idClaims: Claims;
    readonly canRefresh: boolean;
    /** Milliseconds since the epoch. */
    readonly at: number;
  },
): SessionClaims {
  const accessEnds = expiresIn === undefined ? undefined : at + expiresIn * 1000;
  const idEnds = endOf(idClaims);
  const unusedEnds = canRefresh ? (accessEnds ?? idEnds) : (idEnds ?? accessEnds);
  return {
    claims,
    accessTokenUnused,
    name: nameInClaims(claims),
    tokenEndsAt: accessTokenUnused === undefined ? (endOf(claims) ?? accessEnds) : unusedEnds,
  };
}

/**
 * Judges that throw while the provider cannot be asked about the access token. `proveSignIn` would otherwise fall back
 * on the claims of the ID token.
 */
function insisting(judges: TokenJudges): TokenJudges {
  return {
    ...judges,
    verify: (token) => provenNow(judges.verify(token)),
    introspect(token, issuer) {
      const proof = judges.introspect(token, issuer);
      return proof && provenNow(proof);
    },
  };
}

/** @throws Error while the provider cannot be asked */
async function provenNow(proof: Promise<Claims>): Promise<Claims> {
  try {
    return await proof;
  } catch (error) {
    if (error instanceof GatewayError && error.code === "auth_provider_unavailable") throw new Error(error.message);
    throw error;
  }
}

/**
 * OpenID Connect Core §12.2. The token comes from the token endpoint itself, which stands in for its signature
 * (§3.1.3.7, number 6).
 */
function isSamePerson(claims: Claims, { issuer, subject }: ConsoleSession, { clientId }: LoginProvider): boolean {
  const audiences = [claims["aud"]].flat();
  return claims["iss"] === issuer && claims["sub"] === subject && audiences.includes(clientId);
}

function grantedBefore({ accessTokenUnused, claims }: ConsoleSession): string | undefined {
  const scope = claims?.["scope"];
  return accessTokenUnused !== null && typeof scope === "string" ? scope : undefined;
}

function claimsOf(token: string | undefined): Claims {
  if (token === undefined) return {};
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

function endOf(claims: Claims): number | undefined {
  const { exp } = claims;
  return typeof exp === "number" && Number.isFinite(exp) ? exp * 1000 : undefined;
}
