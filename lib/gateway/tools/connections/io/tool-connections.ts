import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { CredentialKeeper } from "@/lib/credentials/keeper";
import { askGrant, type GrantAnswer } from "@/lib/credentials/oauth/code-grant";
import { CredentialError } from "@/lib/credentials/source";
import { messageOf } from "@/lib/error-message";
import { GatewayError } from "@/lib/errors";
import type { Logger } from "@/lib/log";
import {
  afterRefresh,
  afterRefusal,
  connectionAction,
  type ConnectionFacts,
} from "@/lib/mcp/connections/connection-state";
import type { ConnectionCredential } from "@/lib/mcp/connections/credential";
import type { Database } from "@/lib/store/database";
import type { SecretBox } from "@/lib/store/secret-box";
import {
  endAccessToken,
  holdConnection,
  pauseConnection,
  readConnection,
  refuseConnection,
  storeRefreshed,
  type StoredConnection,
} from "@/lib/store/settings/tool-connections";
import { ConnectionRequired, userRequired } from "../connection-required";
import { issuedFor } from "../issued-for";

/** The credentials of users at tool servers. */
export interface ToolConnections {
  /**
   * The access token of a user for a server, refreshed where that is due. It is read from the database each time, so
   * that what was deleted, replaced or refused at any node serves no further request at any.
   * @throws ConnectionRequired; GatewayError user_required, upstream_access_refused, directory_unavailable
   */
  token(server: McpServer, userId: string | undefined): Promise<string>;
  /** Notes that a server has refused a token with 401. @throws GatewayError directory_unavailable */
  refused(server: McpServer, userId: string | undefined, token: string): Promise<void>;
}

export interface ConnectionParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly credentials: CredentialKeeper;
  /** Names the process. */
  readonly node: string;
  readonly log: Logger;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** How often, and how long apart, it is seen whether another node is done. */
const LOOKS = 60;
const LOOK_MS = 250;

/** The facts of a connection for its server as that is now. */
export function factsOf(kept: StoredConnection | undefined, server: McpServer): ConnectionFacts | undefined {
  return kept && { ...kept, isUsable: kept.credential !== undefined && kept.issuedFor === issuedFor(server) };
}

export function createToolConnections(parts: ConnectionParts): ToolConnections {
  const { database, secrets, wait } = parts;
  const refreshing = new Map<string, Promise<void>>();

  /** Refreshes a credential: once in this process, and in no other one at the same time. */
  function refresh(kept: StoredConnection & { readonly credential: ConnectionCredential }): Promise<void> {
    const under = refreshing.get(kept.id);
    if (under) return under;
    const work = refreshConnection(parts, kept).finally(() => refreshing.delete(kept.id));
    refreshing.set(kept.id, work);
    return work;
  }

  return {
    async token(server, userId) {
      if (userId === undefined) throw userRequired(server.name);
      for (let look = 0; look < LOOKS; look++) {
        const kept = await readConnection(database, secrets, { userId, server: server.name });
        const action = connectionAction(factsOf(kept, server), "call");
        const credential = kept?.credential;
        if (action === "fail") break;
        if (!kept || !credential || action === "ask") throw new ConnectionRequired(server.name);
        // Whoever finds that it is over waits for the next one; this caller has one that holds.
        if (action === "use and refresh") refresh({ ...kept, credential }).catch(() => {});
        if (action === "use" || action === "use and refresh") return credential.accessToken;
        if (action === "refresh") await refresh({ ...kept, credential });
        else await wait(LOOK_MS);
      }
      throw new GatewayError(
        "upstream_access_refused",
        `The authorization server of ${JSON.stringify(server.name)} does not renew your connection at the moment. Ask again.`,
      );
    },
    async refused(server, userId, token) {
      if (userId === undefined) return;
      const kept = await readConnection(database, secrets, { userId, server: server.name });
      // Another token may have taken its place meanwhile.
      if (!kept || kept.credential?.accessToken !== token) return;
      const facts = factsOf(kept, server);
      if (facts && afterRefusal(facts) === "renew") await endAccessToken(database, kept);
      else if (await refuseConnection(database, kept)) noteRefusal(parts, kept, "the server refuses its token");
    },
  };
}

/** @throws GatewayError directory_unavailable */
async function refreshConnection(
  parts: ConnectionParts,
  kept: StoredConnection & { readonly credential: ConnectionCredential },
): Promise<void> {
  const { database, secrets, node } = parts;
  if (!(await holdConnection(database, kept, node))) return;
  const { credential } = kept;
  const { client, refreshToken, resource } = credential;
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, resource };
  const { ports, limit } = parts.credentials.options;
  let answer: GrantAnswer | undefined;
  let reason = "it is not answered";
  try {
    answer = await askGrant(ports, client, form, limit());
    reason = `it is answered with ${[answer.status, answer.error].filter(Boolean).join(", ")}`;
  } catch (error) {
    if (error instanceof CredentialError) reason = messageOf(error);
  }
  const tokens = answer?.tokens;
  const outcome = afterRefresh({ status: answer?.status, error: answer?.error, hasToken: tokens !== undefined });
  if (outcome === "store" && tokens) {
    // A token endpoint that gives no other refresh token goes on with the old one (RFC 6749 §6).
    const next = { ...credential, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken };
    await storeRefreshed(database, secrets, kept, { credential: next, lifeMs: tokens.lifeMs });
    return;
  }
  if (outcome === "refuse") {
    if (await refuseConnection(database, kept)) noteRefusal(parts, kept, reason);
    return;
  }
  await pauseConnection(database, kept);
  parts.log.warn("tools.connection_not_refreshed", { server: kept.server, user_id: kept.userId, reason });
}

function noteRefusal({ log }: ConnectionParts, { server, userId }: StoredConnection, reason: string): void {
  log.warn("tools.connection_refused", { server, user_id: userId, reason });
}
