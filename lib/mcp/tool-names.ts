import { TOOL_SEPARATOR } from "@/lib/tool-name";

/** What a server's name may be: joined names are split at their first hyphen, paths at slashes and commas. */
export const SERVER_NAME = /^[A-Za-z0-9_.]{1,64}$/;

/** Names that stand in paths of the gateway or of its callers' metadata. */
const IN_PATHS: ReadonlySet<string> = new Set([
  "v1",
  "v1beta",
  "v2",
  "mcp",
  "server",
  "tools",
  "console",
  "api",
  "_next",
  "openai",
  "health",
  "metrics",
  "register",
  "authorize",
  "token",
  "oauth",
  ".",
  "..",
  ".well-known",
]);

/** Why a server may not have a name; undefined: it may. */
export function nameFault(name: string): string | undefined {
  if (name.includes(TOOL_SEPARATOR)) return "has a hyphen, which separates a server from its tool in `server-tool`";
  if (!SERVER_NAME.test(name)) return "must have 1 to 64 letters, digits, dots or underscores";
  return IN_PATHS.has(name.toLowerCase()) ? "stands in a path of the gateway" : undefined;
}

const URI_MARK = "mcp+";

/**
 * The URI of a resource where several servers are one. URIs are passed to the server as it wrote them, so its name
 * stands before them: `mcp+files:file:///a.txt`.
 */
export function joinedUri(server: string, uri: string): string {
  return `${URI_MARK}${server}:${uri}`;
}

/** The server and its own URI; undefined: the URI is not a joined one. */
export function splitUri(uri: string): { readonly server: string; readonly uri: string } | undefined {
  const colon = uri.indexOf(":");
  if (!uri.startsWith(URI_MARK) || colon === -1) return undefined;
  return { server: uri.slice(URI_MARK.length, colon), uri: uri.slice(colon + 1) };
}
