import type { GeneralSettings } from "@/lib/config/schema";

/** Why a session is over. `session/list` shows these words, so their meaning never changes. */
export const SESSION_ENDS = {
  signed_out: "The person signed out.",
  administrator: "An administrator ended it.",
  provider_logout: "The provider said that the person logged out there (back-channel logout).",
  provider_refused: "The provider refused to refresh it.",
  provider_unreachable: "The provider could not be asked for longer than `session_stale_ttl`.",
  claims_refused: "The gateway refuses the refreshed claims.",
  token_ended: "The token that it stands on has ended, and there is no refresh token.",
  expired: "It reached `session_max_hours`.",
  idle: "Nobody used it for `session_idle_minutes`.",
  settings: "The settings no longer accept its way of signing in.",
  restored: "The database was restored from a backup.",
} as const;
export type SessionEnd = keyof typeof SESSION_ENDS;

/** What decides whether a session goes on. Times are milliseconds since the epoch. */
export interface SessionFacts {
  readonly kind: "oidc" | "master-key";
  /** The provider's id in the address of its callback. Null for the master key. */
  readonly login: string | null;
  /** The fingerprint of the master key that opened it. Null for a provider's session. */
  readonly fingerprint: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  /** When the token ends that the claims come from. Null: it does not say. */
  readonly tokenEndsAt: number | null;
  /** When the provider last vouched for it. */
  readonly refreshedAt: number;
  readonly canRefresh: boolean;
  /** The first of the refreshes in a row for which the provider could not be reached. */
  readonly staleSince: number | null;
  /** The last of them. */
  readonly attemptedAt: number | null;
  readonly endedAt: number | null;
  readonly endReason: SessionEnd | null;
}

/** What the settings in force say about sessions. */
export interface SessionPolicy {
  readonly maxMs: number;
  /** Undefined: an unused session lasts as long as a used one. */
  readonly idleMs: number | undefined;
  readonly staleMs: number;
  /** The fingerprints of the master keys that are accepted. Empty: none may open the console. */
  readonly masterKeys: ReadonlySet<string>;
  /** The ids of the providers through which people may sign in. */
  readonly logins: ReadonlySet<string>;
}

export type SessionState =
  | { readonly state: "valid" }
  /** The provider has to be asked before the session may be used. */
  | { readonly state: "refresh" }
  | { readonly state: "ended"; readonly reason: SessionEnd };

/** The longest time for which the provider is not asked, so that a person disabled there is out by then. */
const LONGEST_UNASKED_MS = 5 * 60_000;
/** A token that ends at once must not make every request a refresh. */
const SHORTEST_UNASKED_MS = 1_000;
/** The pause after a provider could not be reached, so that not every request waits for it. */
const RETRY_MS = 10_000;

const VALID: SessionState = { state: "valid" };

/**
 * Decides whether a session may be used now, needs a refresh first, or is over. `now`: milliseconds since the epoch.
 */
export function sessionState(session: SessionFacts, policy: SessionPolicy, now: number): SessionState {
  const reason = endOf(session, policy, now);
  if (reason !== undefined) return { state: "ended", reason };
  if (session.kind === "master-key" || !session.canRefresh || now < refreshDueAt(session)) return VALID;
  const { staleSince, attemptedAt } = session;
  const isPausing =
    staleSince !== null && attemptedAt !== null && now < attemptedAt + RETRY_MS && now < staleSince + policy.staleMs;
  return isPausing ? VALID : { state: "refresh" };
}

/** When the provider has to be asked again, in milliseconds since the epoch. */
export function refreshDueAt({ tokenEndsAt, refreshedAt }: SessionFacts): number {
  const due = Math.min(tokenEndsAt ?? Number.POSITIVE_INFINITY, refreshedAt + LONGEST_UNASKED_MS);
  return Math.max(due, refreshedAt + SHORTEST_UNASKED_MS);
}

/** Whether a session whose provider cannot be reached at `now` is over. */
export function isTooStale({ staleSince }: SessionFacts, { staleMs }: SessionPolicy, now: number): boolean {
  return now >= (staleSince ?? now) + staleMs;
}

/** How long sessions last, by the settings in force. */
export type SessionTimes = Pick<SessionPolicy, "maxMs" | "idleMs">;

/** The lengths of sessions in `general_settings`. */
export function sessionTimes({
  session_max_hours: hours,
  session_idle_minutes: minutes,
}: Pick<GeneralSettings, "session_max_hours" | "session_idle_minutes">): SessionTimes {
  return { maxMs: hours * 3_600_000, idleMs: minutes === undefined ? undefined : minutes * 60_000 };
}

/** Whether a session is over by a moment, in milliseconds since the epoch, whoever may sign in by then. */
export function isSessionOver(session: SessionFacts, { maxMs, idleMs }: SessionTimes, at: number): boolean {
  const { endedAt, expiresAt, createdAt, lastSeenAt } = session;
  const isUsed = idleMs === undefined || at < lastSeenAt + idleMs;
  return endedAt !== null || Math.min(expiresAt, createdAt + maxMs) <= at || !isUsed || hasOutlivedToken(session, at);
}

/** Without a refresh token, a session ends with the token that it stands on. */
function hasOutlivedToken(
  { kind, canRefresh, tokenEndsAt }: Pick<SessionFacts, "kind" | "canRefresh" | "tokenEndsAt">,
  at: number,
): boolean {
  return kind === "oidc" && !canRefresh && tokenEndsAt !== null && tokenEndsAt <= at;
}

function endOf(session: SessionFacts, policy: SessionPolicy, now: number): SessionEnd | undefined {
  if (session.endedAt !== null) return session.endReason ?? "administrator";
  if (!isAccepted(session, policy)) return "settings";
  if (now >= Math.min(session.expiresAt, session.createdAt + policy.maxMs)) return "expired";
  if (policy.idleMs !== undefined && now >= session.lastSeenAt + policy.idleMs) return "idle";
  return hasOutlivedToken(session, now) ? "token_ended" : undefined;
}

function isAccepted({ kind, login, fingerprint }: SessionFacts, { masterKeys, logins }: SessionPolicy): boolean {
  return kind === "master-key"
    ? fingerprint !== null && masterKeys.has(fingerprint)
    : login !== null && logins.has(login);
}
