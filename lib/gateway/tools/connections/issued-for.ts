import { createHash } from "node:crypto";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";

/** Whether a server is asked with credentials that users have given in the console. */
export function asksUsers({
  auth_type: type,
  oauth2_flow: flow,
}: Pick<McpServer, "auth_type" | "oauth2_flow">): boolean {
  return type === "oauth2" && flow === "authorization_code";
}

/**
 * Stands for what a credential is good for: the server's address, and where and how its tokens are issued. A credential
 * is sent nowhere else: once this differs, its user connects again.
 */
export function issuedFor(server: McpServer): string {
  const {
    url,
    token_url: token,
    authorization_url: page,
    upstream_resource: resource,
    token_validation: must,
  } = server;
  const said = [url, token, page, resource, Object.entries(must).toSorted(([a], [b]) => (a < b ? -1 : 1))];
  return createHash("sha256").update(JSON.stringify(said)).digest("base64url");
}

/**
 * What tokens for a server are asked for (RFC 8707): what the settings say, otherwise what its metadata call it
 * (`named`), otherwise its address without a fragment; undefined: for nothing.
 */
export function resourceOf(
  { url = "", upstream_resource: given }: Pick<McpServer, "url" | "upstream_resource">,
  named: string | undefined,
): string | undefined {
  if (given === "none") return undefined;
  if (given !== undefined) return given;
  if (named !== undefined) return named;
  const address = new URL(url);
  address.hash = "";
  // A server at the root of its host has no slash in its name (MCP, Authorization: canonical server URI).
  return address.pathname === "/" && address.search === "" ? address.origin : address.href;
}
