import { endSessions, type SessionWriter, takeLogoutToken } from "@/lib/store/sessions/console-sessions";
import type { ProviderClient } from "./provider-client";
import { judgeLogoutToken } from "./logout-token";
import { type EndMeans, logSessionEnd, revokeAtProvider } from "./session-end";

/** What became of a logout token. */
export type LogoutVerdict =
  | { readonly kind: "ended"; readonly sessions: number }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unproven" };

/** What a logout token is judged and obeyed with. */
export interface LogoutMeans extends SessionWriter, EndMeans {
  readonly client: Pick<ProviderClient, "keys" | "revoke">;
  /** `clock_skew_seconds` */
  readonly skewSeconds: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Ends the sessions that a provider's logout token names. @throws GatewayError directory_unavailable */
export async function logOutSessions(means: LogoutMeans, logoutToken: string): Promise<LogoutVerdict> {
  const at = means.now();
  const { keys } = means.client;
  const skewSeconds = means.skewSeconds();
  const judged = await judgeLogoutToken(logoutToken, { providers: means.providers(), keys, now: at, skewSeconds });
  if (judged.kind !== "valid") return judged;
  const { token } = judged;
  const end = { reason: "provider_logout", at, actor: token.issuer } as const;
  const done = await endSessions(means, token, end, (transaction) =>
    takeLogoutToken(transaction, token.id, token.expiresAt, at),
  );
  if (!done) return { kind: "refused", reason: "It has been used already." };
  for (const { session, refreshToken } of done.ended) {
    // A token for offline access outlives the session at the provider.
    revokeAtProvider(means, session.login, refreshToken);
    logSessionEnd(means.log, session, { reason: end.reason, detail: undefined });
  }
  return { kind: "ended", sessions: done.ended.length };
}
