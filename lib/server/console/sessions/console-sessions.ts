import { LRUCache } from "lru-cache";
import type { Claims } from "@/lib/auth/decision";
import { type ConsoleSession, type OpenSession, sessionToken } from "@/lib/auth/session/console-session";
import { refreshDueAt, type SessionPolicy, sessionState } from "@/lib/auth/session/session-state";
import { GatewayError } from "@/lib/errors";
import type { Logger } from "@/lib/log";
import {
  changeSession,
  createSession,
  endSessions,
  type NewSession,
  type ProviderTokens,
  type SessionChange,
  sessionId,
  type SessionWriter,
  takeLogoutToken,
} from "@/lib/store/sessions/console-sessions";
import type { Receipt } from "@/lib/store/changes/change-feed";
import type { SessionCache } from "@/lib/store/sessions/session-cache";
import { touchSession } from "@/lib/store/sessions/session-list";
import { createWorkQueue } from "@/lib/async/work-queue";
import type { LoginProvider } from "../login-providers";
import { judgeLogoutToken } from "./logout-token";
import { proveSignIn, type SignInProof, type SignInTokens, type TokenJudges } from "../prove-sign-in";
import type { ProviderClient } from "./provider-client";
import { claimsInForce, refreshSession } from "./session-refresh";

/** Somebody who has signed in. */
export type SignIn =
  | {
      readonly kind: "master-key";
      readonly address: string | undefined;
      /** Of the master key that was typed: the session ends when that key is no longer accepted. */
      readonly fingerprint: string;
    }
  | {
      readonly kind: "oidc";
      readonly address: string | undefined;
      readonly login: string;
      readonly tokens: SignInTokens;
      readonly refreshToken: string | undefined;
      /** As the provider sent it. */
      readonly idToken: string | undefined;
      /** For how many seconds the access token lasts. */
      readonly expiresIn: number | undefined;
    };

/** The session that a sign-in began, or why there is none. */
export type SessionBegun =
  | { readonly kind: "begun"; readonly secret: string; readonly accessTokenUnused: string | undefined }
  | { readonly kind: "too-large" }
  | Extract<SignInProof, { kind: "refused" }>;

/** What is needed to sign a person out at the provider too. */
export interface SignedOut {
  /** Null: the master key opened the session. */
  readonly login: string | null;
  readonly idToken: string | undefined;
}

/** What became of a log-out token. */
export type LogoutVerdict =
  | { readonly kind: "ended"; readonly sessions: number }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unproven" };

/** The sessions of the console. All methods throw GatewayError directory_unavailable while the database is away. */
export interface ConsoleSessions {
  /** Begins a session for somebody who has signed in. */
  begin(signIn: SignIn): Promise<SessionBegun>;
  /** The session whose cookie holds this secret, refreshed if it is due. Undefined: it is over, or there is none. */
  open(secret: string): Promise<OpenSession | undefined>;
  /** Ends a session because its person signs out. */
  signOut(secret: string): Promise<SignedOut>;
  /** Ends sessions for an administrator. `actor`: who it is, for the audit log. */
  end(ids: readonly string[], actor: string): Promise<{ readonly ended: readonly string[]; readonly nodes: Receipt[] }>;
  /** Ends the sessions that a provider's log-out token names. */
  logOut(logoutToken: string): Promise<LogoutVerdict>;
}

export interface ConsoleSessionsOptions extends SessionWriter {
  readonly cache: SessionCache;
  readonly client: ProviderClient;
  readonly judges: TokenJudges;
  readonly providers: () => readonly LoginProvider[];
  readonly policy: () => SessionPolicy;
  /** `clock_skew_seconds` */
  readonly skewSeconds: () => number;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Claims beyond this are refused at sign-in, in bytes of JSON. */
const MOST_CLAIM_BYTES = 64 * 1024;
/** How often it is written down that a session is in use, in milliseconds. */
const TOUCH_MS = 30_000;
/** Each lane does one refresh at a time and holds one connection to the database for it. */
const REFRESH_LANES = 2;

/** Makes the console's sessions of one process. */
export function createConsoleSessions(options: ConsoleSessionsOptions): ConsoleSessions {
  const { cache, client, judges, providers, policy, log, now } = options;
  const lanes = Array.from({ length: REFRESH_LANES }, createWorkQueue);
  const flights = new Map<string, Promise<ConsoleSession | undefined>>();
  const used = new LRUCache<string, number>({ max: 10_000 });

  const inUse = (session: ConsoleSession): ConsoleSession => ({
    ...session,
    lastSeenAt: Math.max(session.lastSeenAt, used.get(session.id) ?? 0),
  });

  /** Decides about a session whose row is locked. */
  async function decide(locked: ConsoleSession, tokens: ProviderTokens): Promise<SessionChange | undefined> {
    const session = inUse(locked);
    const inForce = policy();
    const state = sessionState(session, inForce, now());
    switch (state.state) {
      case "valid":
        return undefined;
      case "ended":
        // Settings may be different on another node, or soon again, so they end no session for good.
        if (session.endedAt !== null || state.reason === "settings") return undefined;
        revoke(session.login, tokens.refreshToken);
        return told(session, { kind: "ended", at: now(), reason: state.reason }, undefined);
      case "refresh": {
        const provider = providers().find(({ id }) => id === session.login);
        const { change, words } = await refreshSession(
          { client, judges, policy: inForce, now },
          provider,
          session,
          tokens,
        );
        // A provider that has refused the token knows that it is over.
        if (change.kind === "ended" && change.reason !== "provider_refused") revoke(session.login, tokens.refreshToken);
        return told(session, change, words);
      }
    }
  }

  function revoke(login: string | null, refreshToken: string | undefined): void {
    const provider = refreshToken === undefined ? undefined : providers().find(({ id }) => id === login);
    if (provider && refreshToken !== undefined) client.revoke(provider, refreshToken);
  }

  function told({ id, login }: ConsoleSession, change: SessionChange, words: string | undefined): SessionChange {
    if (change.kind === "ended")
      log.info("console.session_ended", { session: id.slice(0, 12), login, reason: change.reason, words });
    return change;
  }

  /** Looks at the row itself, one request for each session at a time. */
  function settle(id: string): Promise<ConsoleSession | undefined> {
    const flight = flights.get(id) ?? start();
    return flight;

    function start(): Promise<ConsoleSession | undefined> {
      const lane = lanes[Number.parseInt(id.slice(0, 2), 16) % REFRESH_LANES] ?? createWorkQueue();
      const begun = lane(() => changeSession(options, id, decide)).finally(() => {
        flights.delete(id);
        // Another node may have changed it.
        cache.drop(id);
      });
      flights.set(id, begun);
      return begun;
    }
  }

  /** `known`, or the session of the row if that is needed to decide. Undefined: it is over. */
  async function current(known: ConsoleSession): Promise<ConsoleSession | undefined> {
    const { state } = sessionState(inUse(known), policy(), now());
    if (state === "valid") return known;
    if (known.endedAt !== null) return undefined;
    try {
      const session = await settle(known.id);
      return session && sessionState(inUse(session), policy(), now()).state !== "ended" ? session : undefined;
    } catch (error) {
      // A session cannot be refreshed without its row, so this counts as a provider that cannot be reached.
      const isAway = error instanceof GatewayError && error.code === "directory_unavailable";
      if (isAway && state === "refresh" && now() < refreshDueAt(known) + policy().staleMs) return known;
      throw error;
    }
  }

  function touch({ id, lastSeenAt }: ConsoleSession): void {
    const at = now();
    if (at - Math.max(lastSeenAt, used.get(id) ?? 0) < TOUCH_MS) return;
    used.set(id, at);
    // The next one notes it if this one cannot.
    touchSession(options.database, id, at).catch(() => {});
  }

  return {
    async begin(signIn) {
      const at = now();
      const { maxMs, masterKeys } = policy();
      const { address } = signIn;
      const expiresAt = at + maxMs;
      const create = (opened: NewSession["opened"]): Promise<string> =>
        createSession(options, { address, expiresAt, opened }, at);
      if (signIn.kind === "master-key") {
        const { fingerprint } = signIn;
        if (!masterKeys.has(fingerprint)) throw new Error("the master key must not sign in");
        const secret = await create({ kind: "master-key", fingerprint });
        return { kind: "begun", secret, accessTokenUnused: undefined };
      }
      const { tokens, login, refreshToken, idToken, expiresIn } = signIn;
      const proof = await proveSignIn(judges, tokens);
      if (proof.kind === "refused") return proof;
      const { idToken: idClaims } = tokens;
      const canRefresh = refreshToken !== undefined;
      const standing = claimsInForce(proof, { expiresIn, idClaims, canRefresh, at });
      if (Buffer.byteLength(JSON.stringify(standing.claims)) > MOST_CLAIM_BYTES) return { kind: "too-large" };
      const names = { issuer: textOf(idClaims, "iss"), subject: textOf(idClaims, "sub") };
      const providerSession = textOf(idClaims, "sid");
      const secret = await create({
        kind: "oidc",
        login,
        ...names,
        providerSession,
        ...standing,
        refreshToken,
        idToken,
      });
      return { kind: "begun", secret, accessTokenUnused: standing.accessTokenUnused };
    },
    async open(secret) {
      const known = await cache.read(sessionId(secret));
      const session = known && (await current(known));
      if (!session) return undefined;
      touch(session);
      const { id, accessTokenUnused } = session;
      return { id, token: sessionToken(session), accessTokenUnused: accessTokenUnused ?? undefined };
    },
    async signOut(secret) {
      let signedOut: SignedOut = { login: null, idToken: undefined };
      const id = sessionId(secret);
      await changeSession(options, id, async ({ login, endedAt }, { idToken, refreshToken }) => {
        signedOut = { login, idToken };
        revoke(login, refreshToken);
        return endedAt === null ? { kind: "ended", at: now(), reason: "signed_out" } : undefined;
      });
      cache.drop(id);
      return signedOut;
    },
    async end(ids, actor) {
      const done = await endSessions(options, { ids }, { reason: "administrator", at: now(), actor });
      for (const { session, refreshToken } of done?.ended ?? []) revoke(session.login, refreshToken);
      return { ended: done?.ended.map(({ session }) => session.id) ?? [], nodes: done?.nodes ?? [] };
    },
    async logOut(logoutToken) {
      const at = now();
      const { keys } = client;
      const judged = await judgeLogoutToken(logoutToken, {
        providers: providers(),
        keys,
        now: at,
        skewSeconds: options.skewSeconds(),
      });
      if (judged.kind !== "valid") return judged;
      const { token } = judged;
      const done = await endSessions(
        options,
        token,
        { reason: "provider_logout", at, actor: token.issuer },
        (transaction) => takeLogoutToken(transaction, token.id, token.expiresAt, at),
      );
      if (!done) return { kind: "refused", reason: "It has been used already." };
      for (const { session, refreshToken } of done.ended) {
        const { id, login } = session;
        // A token for offline access outlives the session at the provider.
        revoke(login, refreshToken);
        log.info("console.session_ended", {
          session: id.slice(0, 12),
          login,
          reason: "provider_logout",
          words: undefined,
        });
      }
      return { kind: "ended", sessions: done.ended.length };
    },
  };
}

function textOf(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === "string" ? value : undefined;
}
