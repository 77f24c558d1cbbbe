import { queryString } from "@/components/api/client";

/** The kinds of entity that have a page of their own, each with the path of that page. */
const PATHS = {
  team: "/console/team",
  user: "/console/user",
  organization: "/console/organization",
  end_user: "/console/end-user",
  key: "/console/key",
  model: "/console/model",
  deployment: "/console/deployment",
  issuer: "/console/issuer",
  mcp_server: "/console/server",
} as const;
export type PagedKind = keyof typeof PATHS;

/** Whether a kind of entity has a page of its own. */
export function hasPage(kind: string): kind is PagedKind {
  return Object.hasOwn(PATHS, kind);
}

/** The address at which the console shows an entity of any kind; undefined: none. */
export function anyAddress(kind: string, id: string): string | undefined {
  return hasPage(kind) ? entityAddress(kind, id) : undefined;
}

/** The path of an entity's page. The id is a parameter, because ids may hold slashes. */
export function entityAddress(kind: PagedKind, id: string): string {
  return PATHS[kind] + queryString({ id });
}

/** The address of the page of a tool server, at one of them. */
export function toolAddress(server: string, tool: string): string {
  return PATHS.mcp_server + queryString({ id: server, tool });
}

/** The address of a dashboard. */
export function dashboardAddress(id: string): string {
  return `/console/dashboard${queryString({ id })}`;
}
