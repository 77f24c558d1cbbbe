import type { MaybePromise } from "@/lib/async/maybe-promise";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { messageOf } from "@/lib/error-message";
import { judgeTool, judgeTools, type JudgedTool } from "@/lib/mcp/judge-tools";
import { quote } from "@/lib/quote";
import { noteTools, readTools, shownDefinition } from "@/lib/store/settings/tool-pins";
import type { Services } from "../services";
import { isForCallers, listedFor } from "./server-headers";
import { freshTools, type Listing, toolsOfServer } from "./tool-catalogue";

export type JudgingServices = Pick<
  Services,
  | "upstreams"
  | "programs"
  | "credentials"
  | "toolSigner"
  | "observer"
  | "toolConnections"
  | "now"
  | "newId"
  | "version"
  | "wait"
  | "toolServers"
  | "toolPins"
  | "database"
  | "log"
>;

/**
 * The tools of a server, with those that wait for an administrator. @throws GatewayError if the server has never
 * answered
 */
export async function judgedTools(
  services: JudgingServices,
  server: McpServer,
  how: Listing = {},
): Promise<readonly JudgedTool[]> {
  const state = services.toolServers.of(server);
  const tools = await toolsOfServer(services, state, how);
  const judged = judgeTools(tools, services.toolPins.of(server.name), server.on_tool_change);
  const list = state.lists.of(how.asking && listedFor(server, how.asking));
  if (list.noted === tools) return judged;
  list.noted = tools;
  const suspect = judged.filter(({ suspicion }) => suspicion !== undefined);
  for (const { tool, suspicion, held } of suspect)
    services.log.warn("tools.unapproved", {
      server: server.name,
      tool: tool.name,
      held: held !== undefined,
      reason: suspicion,
    });
  try {
    if (judged.length > 0) await noteTools(services.database, server.name, judged);
  } catch (error) {
    // It is noted with the next list. What is held stays held.
    list.noted = undefined;
    services.log.warn("tools.not_noted", { server: server.name, error: messageOf(error) });
  }
  return judged;
}

/**
 * What a server says of one of its tools; undefined: it does not list the tool, or does not answer. Returns no promise
 * while the list that all callers share is fresh.
 */
export function judgedTool(
  services: JudgingServices,
  server: McpServer,
  tool: string,
  how: Listing = {},
): MaybePromise<JudgedTool | undefined> {
  const state = services.toolServers.of(server);
  const { own } = state.lists;
  const known = how.isFresh || isForCallers(server) ? undefined : freshTools(state, own);
  return known && own.noted === known
    ? judgeTool(known, tool, services.toolPins.of(server.name), server.on_tool_change)
    : judgeAnew(services, server, tool, how);
}

async function judgeAnew(
  services: JudgingServices,
  server: McpServer,
  tool: string,
  how: Listing,
): Promise<JudgedTool | undefined> {
  try {
    const tools = await judgedTools(services, server, how);
    return tools.find(({ tool: { name } }) => name === tool);
  } catch {
    // A call itself tells its caller what is wrong with the server.
    return undefined;
  }
}

/**
 * What is known of a tool where nobody in particular asks: what its server says, and of a server that is asked in the
 * names of callers what it last showed to any of them, at any node. @throws GatewayError directory_unavailable
 */
export async function shownTool(
  services: JudgingServices,
  server: McpServer,
  tool: string,
): Promise<JudgedTool | undefined> {
  if (!isForCallers(server)) return judgedTool(services, server, tool);
  return (await shownTools(services, server)).find(({ tool: { name } }) => name === tool);
}

/** The tools that a server has last shown to anybody, at any node. @throws GatewayError directory_unavailable */
export async function shownTools(
  services: Pick<JudgingServices, "database" | "toolPins">,
  { name, on_tool_change: approval }: McpServer,
): Promise<readonly JudgedTool[]> {
  const rows = await readTools(services.database, name);
  return judgeTools(rows.map(shownDefinition), services.toolPins.of(name), approval);
}

/**
 * Why a tool waits for an administrator; undefined: it does not. One that the server does not list, or that nobody
 * could look at, waits too where tools need approval.
 */
export function heldBecause(
  { name: server, on_tool_change: approval }: Pick<McpServer, "name" | "on_tool_change">,
  tool: string,
  judged: JudgedTool | undefined,
): string | undefined {
  const reason = judged ? judged.held : approval === "hold" ? "The server does not list it." : undefined;
  if (reason === undefined) return undefined;
  return `The tool ${quote(tool)} of the server ${quote(server)} waits for an administrator. ${reason}`;
}
