import { actingWriter } from "@/lib/api/acting-writer";
import { operationsOf, type CallerContext } from "@/lib/api/operation";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { GatewayError } from "@/lib/errors";
import { beginConnection } from "@/lib/gateway/tools/connections/begin-connection";
import { finishConnection } from "@/lib/gateway/tools/connections/finish-connection";
import { factsOf } from "@/lib/gateway/tools/connections/io/tool-connections";
import { revokeConnection, revokeReplaced } from "@/lib/gateway/tools/connections/revoke-connection";
import { asksUsers } from "@/lib/gateway/tools/connections/issued-for";
import { judgedTools } from "@/lib/gateway/tools/judged-tools";
import { openTools } from "@/lib/gateway/tools/open-tools";
import { gatewayAddress } from "@/lib/gateway/tools/protected-resource";
import { ownAsking } from "@/lib/gateway/tools/server-session";
import { connectionState } from "@/lib/mcp/connections/connection-state";
import {
  type ConnectionEnds,
  connectUser,
  disconnectUser,
  listConnections,
  type StoredConnection,
} from "@/lib/store/settings/tool-connections";
import { readBegunSignIns, type SignInSession } from "@/lib/store/settings/tool-sign-ins";
import { toolConnectionContracts } from "@/lib/wire/contracts/connections/tool-connections";

/** `/connection/*`, and who is connected to a server. */
export const connectionOperations = operationsOf(toolConnectionContracts, {
  async list(context) {
    const { services, caller } = context;
    const { userId } = caller.principal;
    const isOpen = await openTools(services, caller);
    const [kept, begun] =
      userId === undefined
        ? [[], new Set<string>()]
        : await Promise.all([
            listConnections(services.database, services.secrets, { userIds: [userId] }),
            readBegunSignIns(services.database, userId),
          ]);
    const data = serversOf(context).flatMap((server) => {
      const own = kept.find((one) => one.server === server.name);
      const isAllowed = isOpen({ mcpServer: server.name });
      if (!isAllowed && !own && !caller.principal.admin) return [];
      const { name, description = null } = server;
      const shown = stateOf(own, server, begun.has(name));
      return [{ server_id: name, description, ...shown, allowed: isAllowed }];
    });
    return { body: { user_id: userId ?? null, data } };
  },
  async begin(context, { server_id: id }) {
    const { services, caller, request } = context;
    const session = await sessionOf(context);
    const server = serversOf(context).find(({ name }) => name === id);
    const isOpen = server !== undefined && (await openTools(services, caller))({ mcpServer: id });
    // A server that there is not is refused as one that nobody grants. Administrators look at its tools first.
    if (!server || !(isOpen || caller.principal.admin))
      throw new GatewayError("mcp_server_not_allowed", "You may not use this tool server.", { param: "server_id" });
    const url = await beginConnection(services, server, session, gatewayAddress(services.environment, request));
    return { body: { server_id: id, url }, headers: { "cache-control": "no-store" } };
  },
  async finish(context, answer) {
    const { services, caller } = context;
    const session = await sessionOf(context);
    const given = await finishConnection(services, session, answer);
    const writer = { ...actingWriter(context), secrets: services.secrets };
    const { userId } = session;
    const { replaced, nodes } = await connectUser(writer, caller.actor, { ...given, userId });
    if (replaced) void revokeReplaced(services, { userId, server: given.server }, replaced, given.credential);
    const server = serversOf(context).find(({ name }) => name === given.server);
    // What the server shows to this user can be approved at once. Why it does not answer is told with the first call.
    const asking = { ...ownAsking(), userId, sessionOf: `user ${userId}` };
    if (server) await judgedTools(services, server, { isFresh: true, asking }).catch(() => []);
    return { body: { server_id: given.server, nodes } };
  },
  async end(context, { server_id: server }) {
    const { userId } = context.caller.principal;
    if (userId === undefined) throw notUser();
    return disconnected(context, { userId, server });
  },
  endOfUser: async (context, { server_id: server, user_id: userId }) => disconnected(context, { userId, server }),
  async ofServer(context, { server_id: id }) {
    const { database, secrets } = context.services;
    const server = context.services.settings.current().mcpServers.find(({ name }) => name === id);
    if (!server) throw new GatewayError("not_found", "There is no tool server with this id.", { param: "server_id" });
    const kept = await listConnections(database, secrets, { server: id });
    const data = kept.map((one) => ({ user_id: one.userId, ...stateOf(one, server, false) }));
    return { body: { server_id: id, data } };
  },
});

async function disconnected(context: CallerContext, ends: ConnectionEnds) {
  const { services, caller } = context;
  const writer = { ...actingWriter(context), secrets: services.secrets };
  const { wasConnected, credential, nodes } = await disconnectUser(writer, caller.actor, ends);
  // Nobody waits for an authorization server: what it answers changes nothing here.
  if (credential) void revokeConnection(services, ends, credential);
  return { body: { server_id: ends.server, was_connected: wasConnected, nodes } };
}

/** The servers that are asked with credentials of users. */
function serversOf({ services }: Pick<CallerContext, "services">): readonly McpServer[] {
  return services.settings.current().mcpServers.filter(asksUsers);
}

function stateOf(kept: StoredConnection | undefined, server: McpServer, isAsked: boolean) {
  const state = connectionState(factsOf(kept, server), isAsked);
  const isConnected = kept !== undefined && (state === "connected" || state === "refreshing");
  return { state, connected_at: isConnected ? kept.connectedAt.toISOString() : null };
}

/**
 * The session of the console that a request comes from, and its user: what one session begins, no other one ends.
 * @throws GatewayError invalid_request, user_required
 */
async function sessionOf({ services, caller, request }: CallerContext): Promise<SignInSession> {
  const isSession = caller.token.kind !== "virtual-key" && caller.token.via === "session";
  const session = isSession ? await services.readSession(request) : undefined;
  if (!session) throw new GatewayError("invalid_request", "Users connect in the console, where they are signed in.");
  const { userId } = caller.principal;
  if (userId === undefined) throw notUser();
  return { userId, sessionId: session.id };
}

function notUser(): GatewayError {
  return new GatewayError("user_required", "Only users connect to tool servers, and this caller is not a user.");
}
