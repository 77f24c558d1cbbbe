import { issuerIn } from "@/lib/auth/session/console-session";
import { sessionTimes, type SessionPolicy } from "@/lib/auth/session/session-state";
import type { TokenVerifier } from "@/lib/auth/token/verify";
import type { Environment } from "@/lib/config/environment-variables";
import type { Settings } from "@/lib/config/schema";
import { validateToken } from "@/lib/gateway/request/authenticate";
import type { Services } from "@/lib/gateway/services";
import type { Logger } from "@/lib/log";
import type { RowReader } from "@/lib/store/directory/row-reader";
import { createSessionCache } from "@/lib/store/sessions/session-cache";
import type { SessionWriter } from "@/lib/store/sessions/console-sessions";
import { loginProviders } from "../login-providers";
import { createProviderClient, type ProviderConnections } from "./provider-client";
import { masterKeyFingerprint } from "../session";
import { type ConsoleSessions, createConsoleSessions } from "./console-sessions";

/** What the sessions of a process are made of. */
interface SessionParts extends SessionWriter {
  readonly environment: Pick<Environment, "oidc">;
  readonly settings: () => Settings;
  readonly tokens: Pick<TokenVerifier, "verify" | "opaque" | "withAllGroups">;
  readonly customValidate: Services["customValidate"];
  readonly readRows: RowReader;
  readonly log: Logger;
  readonly now: () => number;
  /** How connections to the providers are made. */
  readonly connectorFor: ProviderConnections;
}

/** Opens the console's sessions of this process, by the settings in force. */
export function openConsoleSessions(parts: SessionParts): {
  readonly sessions: ConsoleSessions;
  close(): void;
} {
  const { environment, settings, tokens, customValidate, readRows, changes, log, now, connectorFor } = parts;
  const client = createProviderClient({
    now,
    log,
    connectorFor,
    keyTimes: () => ({ ttl: settings().jwtAuth.public_key_ttl, staleTtl: settings().jwtAuth.public_key_stale_ttl }),
  });
  const providers = (): ReturnType<typeof loginProviders> => loginProviders(environment, settings());
  const staleTtlMs = (): number => settings().general.directory_stale_ttl * 1000;
  const sessions = createConsoleSessions({
    ...parts,
    client,
    cache: createSessionCache({ readRows, changes, now, staleTtlMs }),
    judges: {
      verify: async (jwt) => (await tokens.verify(jwt)).claims,
      introspect: (token, issuer) => tokens.opaque.verifyOf(token, issuer)?.then(({ claims }) => claims),
      withAllGroups: (claims) => tokens.withAllGroups(claims, issuerIn(claims)),
      validate: async (claims) =>
        validateToken(
          { customValidate, settings: { current: settings } },
          { kind: "jwt", via: "session", claims, issuer: issuerIn(claims) },
        ),
    },
    providers,
    policy: () => sessionPolicy(environment, settings()),
    skewSeconds: () => settings().jwtAuth.clock_skew_seconds,
  });
  return { sessions, close: () => client.close() };
}

/** The fingerprints of the master keys that are accepted, the one in force first. */
export function acceptedFingerprints({
  masterKey,
  previousMasterKeys,
}: Pick<Settings, "masterKey" | "previousMasterKeys">): readonly string[] {
  return [masterKey, ...previousMasterKeys].map((key) => masterKeyFingerprint(key.reveal()));
}

function sessionPolicy(environment: Pick<Environment, "oidc">, settings: Settings): SessionPolicy {
  const { general } = settings;
  return {
    ...sessionTimes(general),
    staleMs: general.session_stale_ttl * 1000,
    masterKeys: new Set(general.console_master_key_login ? acceptedFingerprints(settings) : []),
    logins: new Set(loginProviders(environment, settings).map(({ id }) => id)),
  };
}
