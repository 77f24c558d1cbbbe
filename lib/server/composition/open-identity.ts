import { randomUUID } from "node:crypto";
import { countClaimsSeen } from "@/lib/auth/claims/claims-seen";
import { createTokenVerifier } from "@/lib/auth/token/verify";
import type { Settings } from "@/lib/config/schema";
import { createClaimCatalogue } from "@/lib/gateway/record/io/claim-catalogue";
import type { Services } from "@/lib/gateway/services";
import type { ProxyFor } from "@/lib/http/proxy-address";
import type { RowReader } from "@/lib/store/directory/row-reader";
import { guardedConnectors } from "@/lib/upstream/tunnel";
import { peerOf } from "@/lib/http/caller-address";
import { publicAddress } from "@/lib/http/public-address";
import { sessionSecretOf } from "../console/session";
import type { ConsoleSessions } from "../console/sessions/console-sessions";
import { openConsoleSessions } from "../console/sessions/open-sessions";

/** The longest wait for a connection to an identity provider that is asked about a token. */
const PROVIDER_CONNECT_MS = 5_000;

interface IdentityParts extends Pick<
  Services,
  "environment" | "database" | "changes" | "secrets" | "upstreams" | "observer" | "customValidate" | "log" | "now"
> {
  /** By which clock rows grow too old, in milliseconds since the epoch; see `pruningClock`. */
  readonly agedBy: () => Promise<number>;
  readonly settings: () => Settings;
  readonly readRows: RowReader;
  readonly proxyFor: ProxyFor;
  /** Encrypts the cookies of the console's sessions. */
  readonly sessionSecret: string;
}

type IdentityServices = Pick<
  Services,
  "tokens" | "claimsSeen" | "claimCatalogue" | "customValidate" | "endSessions" | "readSession"
>;

/** What proves who is calling. */
interface OpenIdentity {
  readonly services: IdentityServices;
  readonly sessions: ConsoleSessions;
  /** Closes the console's sessions; the services are closed by their owner. */
  close(): void;
}

/** Opens the proofs of tokens and the console's sessions. `overrides`: services that are there already. */
export function openIdentity(parts: IdentityParts, overrides: Partial<IdentityServices>): OpenIdentity {
  const { environment, database, upstreams, observer, customValidate, log, now, agedBy, settings, sessionSecret } =
    parts;
  const connectorFor = guardedConnectors(parts.proxyFor);
  const claimsSeen = overrides.claimsSeen ?? countClaimsSeen();
  const claimCatalogue =
    overrides.claimCatalogue ?? createClaimCatalogue({ database, log, now, agedBy, settings, process: randomUUID() });
  const tokens =
    overrides.tokens ??
    createTokenVerifier(settings, now, (origin) => upstreams.pool(origin, PROVIDER_CONNECT_MS), {
      keys: (event, { url, error, keys }) =>
        observer.happened?.({ kind: "key set", event, url, keys: keys.length, error }),
      proven: (token, { jwtAuth }) => {
        claimsSeen.add(token, jwtAuth);
        claimCatalogue.add(token, jwtAuth);
      },
      line: (condition) => observer.happened?.({ kind: "introspection", ...condition }),
      connectorFor,
    });
  const { sessions, close } = openConsoleSessions({ ...parts, tokens, connectorFor });
  return {
    services: {
      tokens,
      claimsSeen,
      claimCatalogue,
      customValidate,
      endSessions: (ids, actor, by) => sessions.end(ids, actor, by),
      async readSession({ headers, connection }) {
        const { isSecure } = publicAddress(environment, headers, peerOf(connection));
        const secrets = [sessionSecret, ...environment.previousNextAuthSecrets];
        const scope = { isSecure, basePath: environment.basePath };
        const secret = await sessionSecretOf({ headers, scope, secrets });
        return secret === undefined ? undefined : sessions.open(secret);
      },
    },
    sessions,
    close,
  };
}
