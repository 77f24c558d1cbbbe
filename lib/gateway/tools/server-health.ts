import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { judgeTools, type JudgedTool } from "@/lib/mcp/judge-tools";
import { readTools, shownDefinition } from "@/lib/store/settings/tool-pins";
import type { Services } from "../services";
import { judgedTools, type JudgingServices } from "./judged-tools";
import { isForCallers } from "./server-headers";
import { toolsOfServer } from "./tool-catalogue";
import { ServerState } from "./server-state";

/** For how long those who look at the servers wait for lists that are due, in milliseconds. */
const LOOK_MS = 1_000;

/** A server as this node sees it. */
export interface SeenServer {
  readonly name: string;
  readonly state: ServerState;
  /** What it shows: at this node, or of a server that this node has not listed, at any. */
  readonly tools: readonly JudgedTool[];
  /** The names of those whose definition has changed since it was approved. */
  readonly changed: readonly string[];
}

/** The servers as they are now: lists that are due are read first, but nobody waits long for a server that hangs. */
export async function seenServers(services: JudgingServices, servers: readonly McpServer[]): Promise<SeenServer[]> {
  const over = new AbortController();
  const asked = servers.filter((server) => !isForCallers(server));
  // What a server answers later, or why it does not, is seen by the next look.
  const looks = Promise.all(asked.map((server) => judgedTools(services, server).catch(() => [])));
  await Promise.race([looks, services.wait(LOOK_MS, over.signal)]);
  over.abort();
  return Promise.all(servers.map((server) => seen(services, server)));
}

async function seen(services: JudgingServices, server: McpServer): Promise<SeenServer> {
  const state = services.toolServers.of(server);
  const pins = services.toolPins.of(server.name);
  const listed = state.lists.own.read?.tools ?? (await readTools(services.database, server.name)).map(shownDefinition);
  const tools = judgeTools(listed, pins, server.on_tool_change);
  const changed = tools.filter(({ tool, hash }) => (pins.get(tool.name)?.hash ?? hash) !== hash);
  return { name: server.name, state, tools, changed: changed.map(({ tool }) => tool.name) };
}

/** What became of an attempt to list the tools of a server. */
interface TriedServer {
  readonly state: ServerState;
  readonly tools: readonly JudgedTool[];
  /** Why it could not be listed; undefined: it was. */
  readonly reason: string | undefined;
}

/** Asks a server that need not be configured for its tools. Nothing of it is remembered. */
export async function tryServer(services: Services, server: McpServer): Promise<TriedServer> {
  const state = new ServerState(server, services.now);
  if (isForCallers(server)) {
    const reason = "The gateway calls the server only in a caller's name, so it cannot check it by itself.";
    return { state, tools: [], reason };
  }
  try {
    const tools = await toolsOfServer(services, state, { isFresh: true });
    return { state, tools: judgeTools(tools, new Map(), "allow"), reason: undefined };
  } catch {
    return { state, tools: [], reason: state.health?.reason ?? "The server does not answer." };
  }
}
