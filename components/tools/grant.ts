import type { ObjectPermission } from "@/lib/config/mcp/mcp-schema";

/** How much of a server is granted: every tool, some of them by name or `*` pattern, or none. */
export type Extent = "all" | "some" | "none";

export interface Grant {
  readonly server: string;
  readonly extent: Extent;
  /** Counts for the extent `some`. */
  readonly tools: readonly string[];
}

/**
 * A permission with one server granted as wanted. What it says of other servers, of groups and of the tier stays. A
 * permission that no longer names a server still closes those that it does not name.
 */
export function permissionWith(
  { mcp_servers: servers = [], mcp_tool_permissions: byServer, ...rest }: ObjectPermission,
  { server, extent, tools }: Grant,
): ObjectPermission {
  const others = Object.entries(byServer ?? {}).filter(([name]) => name !== server);
  const permissions = Object.fromEntries(extent === "some" ? [...others, [server, [...tools]]] : others);
  const without = servers.filter((name) => name !== server);
  return {
    ...rest,
    mcp_servers: extent === "none" ? without : [...without, server],
    ...((byServer !== undefined || extent === "some") && { mcp_tool_permissions: permissions }),
  };
}
