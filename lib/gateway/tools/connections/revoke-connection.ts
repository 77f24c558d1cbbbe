import { revokeTokens } from "@/lib/credentials/oauth/code-grant";
import { messageOf } from "@/lib/error-message";
import type { ConnectionCredential } from "@/lib/mcp/connections/credential";
import { type ConnectionEnds, listConnections } from "@/lib/store/settings/tool-connections";
import type { Services } from "../../services";

/**
 * Revokes a credential that is deleted already, at the authorization server that has issued it, if that says where. It
 * is tried once, and never rejects.
 */
export async function revokeConnection(
  { credentials, log }: Pick<Services, "credentials" | "log">,
  { server, userId }: ConnectionEnds,
  { client, ...tokens }: ConnectionCredential,
): Promise<void> {
  if (client.revocationUrl === undefined) return;
  const { ports, limit } = credentials.options;
  try {
    await revokeTokens(ports, client, client.revocationUrl, tokens, limit());
  } catch (error) {
    log.warn("tools.connection_not_revoked", { server, user_id: userId, reason: messageOf(error) });
  }
}

/** Authorization servers that end all access of a client for a user with any of its tokens, newer ones too. */
const ENDS_ALL: ReadonlySet<string> = new Set(["oauth2.googleapis.com"]);

/** Revokes a credential whose place `next` has taken, unless that would end the new one too. It never rejects. */
export async function revokeReplaced(
  services: Pick<Services, "credentials" | "log">,
  ends: ConnectionEnds,
  replaced: ConnectionCredential,
  next: ConnectionCredential,
): Promise<void> {
  const { accessToken, refreshToken, client } = replaced;
  const isShared =
    accessToken === next.accessToken || (refreshToken !== undefined && refreshToken === next.refreshToken);
  const isSameClient = client.clientId === next.client.clientId;
  const endsAll = client.revocationUrl !== undefined && ENDS_ALL.has(new URL(client.revocationUrl).hostname);
  if (!isShared && !(isSameClient && endsAll)) await revokeConnection(services, ends, replaced);
}

/** How many connections a deletion revokes, and how many at a time. */
const MOST_REVOKED = 10_000;
const AT_A_TIME = 4;

/**
 * Revokes the connections that a deletion of users, or of a server, ends. Read them before, and call the answer once
 * they are gone: it returns at once, and whatever fails is logged. @throws GatewayError directory_unavailable
 */
export async function connectionsToRevoke(
  services: Pick<Services, "credentials" | "log" | "database" | "secrets">,
  of: Parameters<typeof listConnections>[2],
): Promise<() => void> {
  const kept = await listConnections(services.database, services.secrets, of, MOST_REVOKED);
  const left = kept.flatMap(({ credential, ...ends }) =>
    credential?.client.revocationUrl ? [{ ends, credential }] : [],
  );
  const revokeOn = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await revokeConnection(services, next.ends, next.credential);
  };
  return () => Array.from({ length: AT_A_TIME }, () => void revokeOn());
}
