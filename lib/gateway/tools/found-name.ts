import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { splitUri } from "@/lib/mcp/tool-names";
import { splitName } from "@/lib/tool-name";
import type { Conversation } from "./conversation";

/** What a caller names, and the server that has it. */
export interface FoundName {
  /** The name of the server, whether or not there is one. */
  readonly server: string;
  /** Undefined: there is no such server at the address. */
  readonly at: McpServer | undefined;
  /** The server's own name of it. */
  readonly name: string;
}

/** The tool or prompt of a name; undefined: the name is not one of an address of several servers. */
export function findTool({ address }: Conversation, name: unknown): FoundName | undefined {
  if (typeof name !== "string") return undefined;
  if (address.only !== undefined) return found(address.servers, address.only, name);
  const split = splitName(name);
  return split && found(address.servers, split.server, split.tool);
}

/** The resource of a URI, likewise. */
export function findUri({ address }: Conversation, uri: unknown): FoundName | undefined {
  if (typeof uri !== "string") return undefined;
  if (address.only !== undefined) return found(address.servers, address.only, uri);
  const split = splitUri(uri);
  return split && found(address.servers, split.server, split.uri);
}

function found(servers: readonly McpServer[], server: string, name: string): FoundName {
  return { server, name, at: servers.find((one) => one.name === server) };
}
