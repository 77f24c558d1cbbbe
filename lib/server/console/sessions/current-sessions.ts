import { bounded } from "@/lib/time/io/deadline";
import { createWorkQueue, type WorkQueue } from "@/lib/async/work-queue";
import type { ConsoleSession } from "@/lib/auth/session/console-session";
import { refreshDueAt, type SessionPolicy, sessionState } from "@/lib/auth/session/session-state";
import { GatewayError } from "@/lib/errors";
import {
  changeSession,
  type ProviderTokens,
  type SessionChange,
  type SessionWriter,
} from "@/lib/store/sessions/console-sessions";
import type { SessionCache } from "@/lib/store/sessions/session-cache";
import type { ProviderClient } from "./provider-client";
import { type EndMeans, logSessionEnd, revokeAtProvider } from "./session-end";
import { type RefreshMeans, refreshSession } from "./session-refresh";
import type { SessionUse } from "./session-use";

/** What sessions are kept current with. */
export interface CurrentMeans extends SessionWriter, EndMeans, Pick<RefreshMeans, "judges" | "now"> {
  readonly cache: SessionCache;
  readonly client: Pick<ProviderClient, "refresh" | "revoke">;
  readonly policy: () => SessionPolicy;
}

/** Sessions that may be used now. */
export interface CurrentSessions {
  /**
   * The session with this id, refreshed if it is due. Undefined: it is over, or there is none. @throws GatewayError
   * directory_unavailable
   */
  read(id: string): Promise<ConsoleSession | undefined>;
}

/**
 * The lanes of each provider, so that a slow one delays its own sessions alone. Each lane does one refresh at a time
 * and holds one connection to the database for it.
 */
const REFRESH_LANES = 2;
/** For how long a request waits for a refresh while the old token is still valid, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Keeps the sessions of one process current. Each is refreshed once at a time, on all nodes together. */
export function createCurrentSessions(means: CurrentMeans, use: SessionUse): CurrentSessions {
  const { cache, policy, now } = means;
  const lanes = new Map<string, WorkQueue>();
  const flights = new Map<string, Promise<ConsoleSession | undefined>>();

  /** Decides by the row, which is locked. Requests for one session share one look. */
  function settle({ id, login }: ConsoleSession): Promise<ConsoleSession | undefined> {
    const flight = flights.get(id);
    if (flight) return flight;
    const name = `${Number.parseInt(id.slice(0, 2), 16) % REFRESH_LANES} ${login}`;
    const lane = lanes.get(name) ?? createWorkQueue();
    lanes.set(name, lane);
    const decide = (session: ConsoleSession, tokens: ProviderTokens): Promise<SessionChange | undefined> =>
      decideLocked(means, use.withLastUse(session), tokens);
    const begun = lane(() => changeSession(means, id, decide)).finally(() => {
      flights.delete(id);
      // Another node may have changed it.
      cache.drop(id);
    });
    flights.set(id, begun);
    return begun;
  }

  /** `known`, or the session of the row if that is needed to decide. Undefined: it is over. */
  async function current(known: ConsoleSession): Promise<ConsoleSession | undefined> {
    const { state } = sessionState(use.withLastUse(known), policy(), now());
    if (state === "valid") return known;
    if (known.endedAt !== null) return undefined;
    const lasts = now() < refreshDueAt(known) + policy().staleMs;
    try {
      const settled = settle(known).then((session) => ({ session }));
      const isStillValid = state === "refresh" && lasts && known.tokenEndsAt !== null && now() < known.tokenEndsAt;
      const { session } = isStillValid ? ((await bounded(settled, PATIENCE_MS)) ?? { session: known }) : await settled;
      return session && sessionState(use.withLastUse(session), policy(), now()).state !== "ended" ? session : undefined;
    } catch (error) {
      // A session cannot be refreshed without its row, so this counts as a provider that cannot be reached.
      const isAway = error instanceof GatewayError && error.code === "directory_unavailable";
      if (isAway && state === "refresh" && lasts) return known;
      throw error;
    }
  }

  return {
    async read(id) {
      const known = await cache.read(id);
      return known && current(known);
    },
  };
}

/** Decides about a session whose row is locked. */
async function decideLocked(
  means: CurrentMeans,
  session: ConsoleSession,
  tokens: ProviderTokens,
): Promise<SessionChange | undefined> {
  const { client, judges, providers, log, now } = means;
  const policy = means.policy();
  const state = sessionState(session, policy, now());
  switch (state.state) {
    case "valid":
      return undefined;
    case "ended":
      // Settings may be different on another node, or soon again, so they end no session for good.
      if (session.endedAt !== null || state.reason === "settings") return undefined;
      revokeAtProvider(means, session.login, tokens.refreshToken);
      logSessionEnd(log, session, { reason: state.reason, detail: undefined });
      return { kind: "ended", at: now(), reason: state.reason };
    case "refresh": {
      const provider = providers().find(({ id }) => id === session.login);
      const { change, detail } = await refreshSession({ client, judges, policy, now }, provider, session, tokens);
      if (change.kind !== "ended") return change;
      const { reason } = change;
      // A provider that has refused the token knows that it is over.
      if (reason !== "provider_refused") revokeAtProvider(means, session.login, tokens.refreshToken);
      logSessionEnd(log, session, { reason, detail });
      return change;
    }
  }
}
