import type { AccessRequest } from "@/lib/auth/decision";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { JudgedTool } from "@/lib/mcp/judge-tools";
import type { Services } from "../services";
import type { Caller } from "../request/caller";
import { decideAbout, loadKnownIdentity } from "../request/known-identity";

/** What is decided about of a server. */
export type NamedTool = Pick<AccessRequest, "mcpServer" | "mcpTool" | "mcpTier">;

/** How a call of a tool names it to the rules. */
export function namedTool(server: Pick<McpServer, "name">, { tool, tier }: JudgedTool): NamedTool {
  return { mcpServer: server.name, mcpTool: tool.name, mcpTier: tier };
}

/** A request with the server that it asks, and its tool. Written out: spreads take microseconds of each call. */
export function namingTool(access: AccessRequest, { mcpServer, mcpTool, mcpTier }: NamedTool): AccessRequest {
  return {
    method: access.method,
    route: access.route,
    family: access.family,
    access: access.access,
    effect: access.effect,
    model: access.model,
    requestedTeam: access.requestedTeam,
    requestedOrganization: access.requestedOrganization,
    endUser: access.endUser,
    hostedTools: access.hostedTools,
    mcpServer,
    mcpTool,
    mcpTier,
  };
}

/**
 * Says which tools a caller may use: each is decided about just as a call would be.
 * @throws GatewayError directory_unavailable
 */
export async function openTools(
  services: Pick<Services, "settings" | "directory" | "now">,
  { identity, access }: Pick<Caller, "identity" | "access">,
): Promise<(named: NamedTool) => boolean> {
  const settings = services.settings.current();
  const factSettings = { scope: settings.general.end_user_scope, jwtAuth: [settings.jwtAuth] };
  const known = await loadKnownIdentity(services.directory, identity, access, factSettings);
  const now = services.now();
  return (named) => decideAbout(known, namingTool(access, named), settings, now).allow;
}
