import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { messageOf } from "@/lib/error-message";
import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { JudgedTool } from "@/lib/mcp/judge-tools";
import { joinedUri } from "@/lib/mcp/tool-names";
import { listAt, type JsonObject } from "@/lib/providers/json-value";
import { joinedName } from "@/lib/tool-name";
import { ConnectionRequired } from "./connections/connection-required";
import { askingOf, listingFor, stateOf, type Conversation } from "./conversation";
import { judgedTools, shownTools } from "./judged-tools";
import { namedTool, openTools } from "./open-tools";
import { listedFor } from "./server-headers";
import { readPages, withinTime } from "./tool-catalogue";

/** The tools that the caller may call, as the address names them. A server that fails leaves the others listed. */
export async function listTools(conversation: Conversation): Promise<readonly JsonObject[]> {
  const isOpen = await openTools(conversation.services, conversation.caller);
  const { only } = conversation.address;
  return ofServers(conversation, isOpen, async (server) => {
    const tools = await listedTools(conversation, server);
    return tools
      .filter((judged) => judged.held === undefined && isOpen(namedTool(server, judged)))
      .map(({ tool: { name, value } }) =>
        only === undefined ? { ...value, name: joinedName({ server: server.name, tool: name }) } : value,
      );
  });
}

/**
 * The tools of a server for the caller. Among other servers, one that the user is not connected to is listed as it is
 * approved: whoever calls such a tool is told where to connect.
 */
async function listedTools(conversation: Conversation, server: McpServer): Promise<readonly JudgedTool[]> {
  const { services, address } = conversation;
  try {
    return await judgedTools(services, server, { asking: listingFor(conversation, server) });
  } catch (error) {
    if (!(error instanceof ConnectionRequired) || address.only !== undefined) throw error;
    return shownTools(services, server);
  }
}

/** The lists that follow their server, each with the member of its result. */
export const LISTS = {
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
} as const;

/** The prompts or resources of the servers that the caller may use, as the address names them. */
export async function listEntries(
  conversation: Conversation,
  method: keyof typeof LISTS,
): Promise<readonly JsonObject[]> {
  const isOpen = await openTools(conversation.services, conversation.caller);
  const { only } = conversation.address;
  return ofServers(conversation, isOpen, async (server) => {
    const state = stateOf(conversation, server);
    const reading = readPages(conversation.services, state, method, askingOf(conversation, server));
    const tools = state.lists.of(listedFor(server, listingFor(conversation, server)));
    const pages = await (only === undefined ? withinTime(conversation.services, reading, tools) : reading);
    const entries = pages.flatMap((page) => listAt(page, LISTS[method]).filter(isObject));
    return only === undefined ? entries.map((entry) => joined(server, entry)) : entries;
  });
}

function joined({ name: server }: McpServer, entry: JsonObject): JsonObject {
  const { name, uri, uriTemplate } = entry;
  return {
    ...entry,
    ...(typeof name === "string" && { name: joinedName({ server, tool: name }) }),
    ...(typeof uri === "string" && { uri: joinedUri(server, uri) }),
    ...(typeof uriTemplate === "string" && { uriTemplate: joinedUri(server, uriTemplate) }),
  };
}

/** That a caller is not connected to a server is nothing that its operators could mend. */
const OF_USERS: ReadonlySet<string> = new Set(["connection_required", "user_required"]);

/**
 * Asks every server of the address that the caller may use, at the same time. One that fails adds nothing. Each list
 * has its own limit: one that is remembered must come when the limit is over.
 * @throws what the only server of an address throws
 */
async function ofServers(
  conversation: Conversation,
  isOpen: (named: { readonly mcpServer: string }) => boolean,
  list: (server: McpServer) => Promise<readonly JsonObject[]>,
): Promise<readonly JsonObject[]> {
  const { services, address } = conversation;
  const servers = address.servers.filter(({ name }) => isOpen({ mcpServer: name }));
  if (address.only !== undefined) return (await Promise.all(servers.map(list))).flat();
  const lists = servers.map(async (server) => {
    try {
      return await list(server);
    } catch (error) {
      if (error instanceof GatewayError && OF_USERS.has(error.code)) return [];
      services.log.warn("tools.list_failed", { server: server.name, error: messageOf(error) });
      return [];
    }
  });
  return (await Promise.all(lists)).flat();
}
