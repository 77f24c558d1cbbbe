import { type OpenSession, sessionToken } from "@/lib/auth/session/console-session";
import type { ActedBy } from "@/lib/store/audit-entry";
import type { Receipt } from "@/lib/store/changes/receipts";
import { changeSession, endSessions, sessionId } from "@/lib/store/sessions/console-sessions";
import { proveSignIn, type SignInProof, type SignInTokens } from "../prove-sign-in";
import { beginSession, type BeginMeans, type SessionBegun, type SignIn } from "./begin-session";
import { createCurrentSessions, type CurrentMeans } from "./current-sessions";
import { logOutSessions, type LogoutMeans, type LogoutVerdict } from "./logout";
import type { ProviderClient } from "./provider-client";
import { revokeAtProvider } from "./session-end";
import { SessionUse } from "./session-use";

/** What is needed to sign a person out at the provider too. */
export interface SignedOut {
  /** Null: the master key opened the session. */
  readonly login: string | null;
  readonly idToken: string | undefined;
}

/** The sessions of the console. All methods throw GatewayError directory_unavailable while the database is away. */
export interface ConsoleSessions {
  /** Begins a session for somebody who has signed in. */
  begin(signIn: SignIn): Promise<SessionBegun>;
  /** What a session of these tokens would stand for, or why there would be none. It begins none. */
  prove(tokens: SignInTokens): Promise<SignInProof>;
  /** The session whose cookie holds this secret, refreshed if it is due. Undefined: it is over, or there is none. */
  open(secret: string): Promise<OpenSession | undefined>;
  /** Ends a session because its person signs out. */
  signOut(secret: string): Promise<SignedOut>;
  /** Ends sessions for an administrator. `actor`: who it is, for the audit log. */
  end(
    ids: readonly string[],
    actor: string,
    by?: ActedBy,
  ): Promise<{ readonly ended: readonly string[]; readonly nodes: Receipt[] }>;
  /** Ends the sessions that a provider's logout token names. */
  logOut(logoutToken: string): Promise<LogoutVerdict>;
}

export interface ConsoleSessionsOptions extends BeginMeans, CurrentMeans, LogoutMeans {
  readonly client: ProviderClient;
}

/** Makes the console's sessions of one process. */
export function createConsoleSessions(options: ConsoleSessionsOptions): ConsoleSessions {
  const { cache, now } = options;
  const use = new SessionUse(options);
  const sessions = createCurrentSessions(options, use);
  return {
    begin: (signIn) => beginSession(options, signIn),
    prove: (tokens) => proveSignIn(options.judges, tokens),
    async open(secret) {
      const session = await sessions.read(sessionId(secret));
      if (!session) return undefined;
      use.note(session);
      const { id, accessTokenUnused } = session;
      return { id, token: sessionToken(session), accessTokenUnused: accessTokenUnused ?? undefined };
    },
    async signOut(secret) {
      let signedOut: SignedOut = { login: null, idToken: undefined };
      const id = sessionId(secret);
      await changeSession(options, id, async ({ login, endedAt }, { idToken, refreshToken }) => {
        signedOut = { login, idToken };
        revokeAtProvider(options, login, refreshToken);
        return endedAt === null ? { kind: "ended", at: now(), reason: "signed_out" } : undefined;
      });
      cache.drop(id);
      return signedOut;
    },
    async end(ids, actor, by) {
      const done = await endSessions(
        { ...options, actedBy: by },
        { ids },
        { reason: "administrator", at: now(), actor },
      );
      for (const { session, refreshToken } of done?.ended ?? []) revokeAtProvider(options, session.login, refreshToken);
      return { ended: done?.ended.map(({ session }) => session.id) ?? [], nodes: done?.nodes ?? [] };
    },
    logOut: (logoutToken) => logOutSessions(options, logoutToken),
  };
}
