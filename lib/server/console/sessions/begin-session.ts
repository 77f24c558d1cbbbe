import type { Claims } from "@/lib/auth/decision";
import type { SessionPolicy } from "@/lib/auth/session/session-state";
import { GatewayError } from "@/lib/errors";
import { isDatabaseAway } from "@/lib/store/failures";
import { createSession, type NewSession, type SessionWriter } from "@/lib/store/sessions/console-sessions";
import { proveSignIn, type SignInProof, type SignInTokens, type TokenJudges } from "../prove-sign-in";
import { claimsInForce } from "./session-refresh";

/** Somebody who has signed in with the master key. */
interface MasterKeySignIn {
  readonly kind: "master-key";
  readonly address: string | undefined;
  /** Of the master key that was typed: the session ends when that key is no longer accepted. */
  readonly fingerprint: string;
}

/** Somebody who has signed in at a provider. */
interface ProviderSignIn {
  readonly kind: "oidc";
  readonly address: string | undefined;
  readonly login: string;
  readonly tokens: SignInTokens;
  readonly refreshToken: string | undefined;
  /** As the provider sent it. */
  readonly idToken: string | undefined;
  /** For how many seconds the access token lasts. */
  readonly expiresIn: number | undefined;
}

/** Somebody who has signed in. */
export type SignIn = MasterKeySignIn | ProviderSignIn;

/** The session that a sign-in began, or why there is none. */
export type SessionBegun =
  | { readonly kind: "begun"; readonly secret: string; readonly accessTokenUnused: string | undefined }
  | { readonly kind: "too-large" }
  /** The database cannot be reached, or takes no new session. */
  | { readonly kind: "away" }
  | Extract<SignInProof, { kind: "refused" }>;

/** What a session is begun with. */
export interface BeginMeans extends SessionWriter {
  readonly judges: TokenJudges;
  readonly policy: () => SessionPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Claims beyond this are refused at sign-in, in bytes of JSON. */
const MOST_CLAIM_BYTES = 64 * 1024;

/** Begins a session for somebody who has signed in. */
export async function beginSession(means: BeginMeans, signIn: SignIn): Promise<SessionBegun> {
  try {
    return await begin(means, signIn);
  } catch (error) {
    const isAway = error instanceof GatewayError ? error.code === "directory_unavailable" : isDatabaseAway(error);
    if (isAway) return { kind: "away" };
    throw error;
  }
}

async function begin(means: BeginMeans, signIn: SignIn): Promise<SessionBegun> {
  const at = means.now();
  const { maxMs, masterKeys } = means.policy();
  const create = (opened: NewSession["opened"]): Promise<string> =>
    createSession(means, { address: signIn.address, expiresAt: at + maxMs, opened }, at);
  switch (signIn.kind) {
    case "master-key": {
      const { kind, fingerprint } = signIn;
      if (!masterKeys.has(fingerprint)) throw new Error("the master key must not sign in");
      return { kind: "begun", secret: await create({ kind, fingerprint }), accessTokenUnused: undefined };
    }
    case "oidc": {
      const proof = await proveSignIn(means.judges, signIn.tokens);
      if (proof.kind === "refused") return proof;
      const opened = openedBy(signIn, proof, at);
      if (Buffer.byteLength(JSON.stringify(opened.claims)) > MOST_CLAIM_BYTES) return { kind: "too-large" };
      return { kind: "begun", secret: await create(opened), accessTokenUnused: opened.accessTokenUnused };
    }
  }
}

function openedBy(
  { login, tokens: { idToken: idClaims }, refreshToken, idToken, expiresIn }: ProviderSignIn,
  proof: Extract<SignInProof, { kind: "accepted" }>,
  at: number,
): Extract<NewSession["opened"], { kind: "oidc" }> {
  return {
    kind: "oidc",
    login,
    issuer: textOf(idClaims, "iss"),
    subject: textOf(idClaims, "sub"),
    providerSession: textOf(idClaims, "sid"),
    ...claimsInForce(proof, { expiresIn, idClaims, canRefresh: refreshToken !== undefined, at }),
    refreshToken,
    idToken,
  };
}

function textOf(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === "string" ? value : undefined;
}
