import { revokeTokens } from "@/lib/credentials/oauth/code-grant";
import { messageOf } from "@/lib/error-message";
import type { ConnectionCredential } from "@/lib/mcp/connections/credential";
import type { ConnectionEnds } from "@/lib/store/settings/tool-connections";
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
