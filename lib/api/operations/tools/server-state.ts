import type { CallerContext } from "@/lib/api/operation";
import { actingWriter } from "@/lib/api/acting-writer";
import type { McpServer, McpServerEntry, ObjectPermission } from "@/lib/config/mcp/mcp-schema";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { seenServers, tryServer, type SeenServer } from "@/lib/gateway/tools/server-health";
import { definitionFault } from "@/lib/mcp/tool-definition";
import { patternsOverlap } from "@/lib/patterns/overlap";
import { countToolGrants, readToolGrants, type ToolGrant } from "@/lib/store/settings/tool-grants";
import { write } from "@/lib/store/write";
import { joinedName } from "@/lib/tool-name";
import type {
  ProgramView,
  ServerGrant,
  ServerGrants,
  ServerHealthView,
  ServerTest,
} from "@/lib/wire/tools/server-state";

/** How many entities of each kind are told by name. */
const MOST_NAMED = 100;

/** Whether the servers answer this node. @throws GatewayError directory_unavailable */
export async function healthOfServers({ services }: CallerContext, hasNames: boolean): Promise<ServerHealthView[]> {
  const seen = await seenServers(services, services.settings.current().mcpServers);
  return seen.map((one) => ({
    ...healthView(one),
    program: programView(one, services),
    ...(hasNames && { names: one.tools.map(({ tool }) => tool.name) }),
  }));
}

function healthView({
  name,
  state: { health, version },
  tools,
  changed,
}: SeenServer): Omit<ServerHealthView, "program"> {
  return {
    server_id: name,
    state: health === undefined ? "unknown" : health.reason === undefined ? "answers" : "fails",
    since: health ? new Date(health.since).toISOString() : null,
    reason: health?.reason ?? null,
    protocol: version ?? null,
    tools: tools.length,
    held: tools.filter(({ held }) => held !== undefined).length,
    changed: changed.length,
  };
}

function programView(
  { name, state: { server } }: SeenServer,
  { programs }: Pick<Services, "programs">,
): ProgramView | null {
  if (server.transport !== "stdio") return null;
  const { runningSince, restarts = 0, lastEnd, pausedUntil } = programs.stateOf(name) ?? {};
  return {
    state: runningSince !== undefined ? "running" : pausedUntil !== undefined ? "waiting" : "stopped",
    running_since: timeOf(runningSince),
    restarts,
    last_exit: lastEnd ? { at: new Date(lastEnd.at).toISOString(), reason: lastEnd.reason } : null,
    paused_until: timeOf(pausedUntil),
  };
}

function timeOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}

/**
 * Who is granted the servers. `id`: only this one, with names. @throws GatewayError not_found, directory_unavailable
 */
export async function grantsOfServers({ services }: CallerContext, id: string | undefined): Promise<ServerGrants[]> {
  const settings = services.settings.current();
  const servers = settings.mcpServers.filter(({ name }) => id === undefined || name === id);
  if (id !== undefined && servers.length === 0)
    throw new GatewayError("not_found", "There is no tool server with this id.", { param: "server_id" });
  const asked = servers.map(namesOf);
  const [counted, named] = await Promise.all([
    countToolGrants(services.database, asked),
    id === undefined ? [] : readToolGrants(services.database, asked[0] ?? { server: id, groups: [] }, MOST_NAMED),
  ]);
  return servers.map((server) => {
    const { name } = server;
    const stated = statedGrants(settings, name);
    const ofKind = (type: "role" | "scope"): number => stated.filter((one) => one.type === type).length;
    const counts = [
      ...counted.filter((one) => one.server === name).map(({ type, count }) => ({ type, count })),
      ...(["role", "scope"] as const).map((type) => ({ type, count: ofKind(type) })).filter(({ count }) => count > 0),
    ];
    const data = id === undefined ? [] : [...named.map((one) => entityGrant(one, server)), ...stated];
    return { server_id: name, allow_all_keys: server.allow_all_keys, counts, data };
  });
}

function namesOf({ name, access_groups: groups }: McpServer) {
  return { server: name, groups };
}

function entityGrant({ type, id, name, says, isGrant }: ToolGrant, server: McpServer): ServerGrant {
  return {
    type,
    id,
    name,
    tools: toolsIn(says, server.name),
    max_tier: says.mcp_max_tier ?? null,
    groups: says.mcp_servers?.includes(server.name)
      ? []
      : (says.mcp_access_groups ?? []).filter((group) => server.access_groups.includes(group)),
    narrows: !isGrant,
  };
}

function toolsIn({ mcp_tool_permissions: tools = {} }: ObjectPermission, server: string): string[] | null {
  return Object.hasOwn(tools, server) ? (tools[server] ?? null) : null;
}

/** The roles and the scopes whose `mcp_tools` may hold tools of a server, where they are in force. */
function statedGrants({ jwtAuth }: Pick<Settings, "jwtAuth">, server: string): ServerGrant[] {
  const { enforce_rbac: hasRoles, enforce_scope_based_access: hasScopes } = jwtAuth;
  const all = joinedName({ server, tool: "*" });
  const grant = (type: "role" | "scope", id: string, patterns: readonly string[] = []): ServerGrant[] => {
    const tools = patterns.filter((pattern) => patternsOverlap(pattern, all));
    return tools.length === 0 ? [] : [{ type, id, name: null, tools, max_tier: null, groups: [], narrows: false }];
  };
  return [
    ...(hasRoles ? jwtAuth.role_permissions.flatMap((one) => grant("role", one.role, one.mcp_tools)) : []),
    ...(hasRoles ? jwtAuth.role_mappings.flatMap((one) => grant("role", one.role, one.mcp_tools)) : []),
    ...(hasScopes ? jwtAuth.scope_mappings.flatMap((one) => grant("scope", one.scope, one.mcp_tools)) : []),
  ];
}

/** Tries a server, which leaves an audit event: the gateway has sent something to an address. */
export async function testServer(
  context: CallerContext,
  server: McpServerEntry & { name: string },
): Promise<ServerTest> {
  const { services, caller } = context;
  const event = { actor: caller.actor, action: "mcp_server.test", entityType: "mcp_server", entityId: server.name };
  await write(actingWriter(context), async () => ({ result: undefined, audit: [event], changes: [] }));
  const began = services.now();
  const { state, tools, reason } = await tryServer(services, server);
  return {
    ok: reason === undefined,
    reason: reason ?? null,
    protocol: state.version ?? null,
    duration_ms: services.now() - began,
    tools: tools.map(({ tool, tier }) => ({ tool: tool.name, tier, fault: definitionFault(tool) ?? null })),
  };
}
