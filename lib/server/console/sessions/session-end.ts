import type { ConsoleSession } from "@/lib/auth/session/console-session";
import type { SessionEnd } from "@/lib/auth/session/session-state";
import type { Logger } from "@/lib/log";
import type { LoginProvider } from "../login-providers";
import type { ProviderClient } from "./provider-client";

/** What the end of a session is announced with: to its provider, and in the log. */
export interface EndMeans {
  readonly client: Pick<ProviderClient, "revoke">;
  readonly providers: () => readonly LoginProvider[];
  readonly log: Logger;
}

/** Asks a session's provider to forget its refresh token, if there is one and the settings still name the provider. */
export function revokeAtProvider(
  { client, providers }: Pick<EndMeans, "client" | "providers">,
  login: string | null,
  refreshToken: string | undefined,
): void {
  if (refreshToken === undefined) return;
  const provider = providers().find(({ id }) => id === login);
  if (provider) client.revoke(provider, refreshToken);
}

/** Logs that a session has ended. `detail`: why, as the provider or the gateway says it. */
export function logSessionEnd(
  log: Logger,
  { id, login }: Pick<ConsoleSession, "id" | "login">,
  { reason, detail }: { readonly reason: SessionEnd; readonly detail: string | undefined },
): void {
  log.info("console.session_ended", { session: id.slice(0, 12), login, reason, detail });
}
