import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { Settings } from "@/lib/config/schema";

/** What an address of tools leads to. */
export interface ToolAddress {
  /** The name, known or not, of the only server of an address, whose tools have their own names there. */
  readonly only: string | undefined;
  /** The servers that it leads to, each once, in the order of the settings. Their grants are another question. */
  readonly servers: readonly McpServer[];
}

type ServerSettings = Pick<Settings, "mcpServers" | "mcpAliases">;

/** What paths lead to where no header narrows it, by the settings. */
const addresses = new WeakMap<ServerSettings, Map<string | undefined, ToolAddress>>();
/** Callers choose the paths. */
const MOST_ADDRESSES = 200;

/**
 * What a path and the header `x-mcp-servers` lead to. `named`: the servers, aliases and groups of the path, with
 * commas; undefined: all servers. The same settings and path mostly give the same object.
 */
export function toolAddress(
  settings: ServerSettings,
  named: string | undefined,
  header: string | string[] | undefined,
): ToolAddress {
  if (header !== undefined) return readAddress(settings, named, header);
  let known = addresses.get(settings);
  if (!known || known.size > MOST_ADDRESSES) addresses.set(settings, (known = new Map()));
  let address = known.get(named);
  if (!address) known.set(named, (address = readAddress(settings, named, undefined)));
  return address;
}

function readAddress(
  settings: ServerSettings,
  named: string | undefined,
  header: string | string[] | undefined,
): ToolAddress {
  const names = listed(named);
  const narrowed = header === undefined ? undefined : listed(Array.isArray(header) ? header.join(",") : header);
  const isIn = (list: readonly string[] | undefined, server: McpServer): boolean =>
    list === undefined ||
    list.some((name) => server.access_groups.includes(name) || serverName(settings, name) === server.name);
  const servers = settings.mcpServers.filter(
    (server) => isIn(named === undefined ? undefined : names, server) && isIn(narrowed, server),
  );
  const [first, second] = names;
  const isGroup = settings.mcpServers.some(({ access_groups: groups }) => groups.includes(first ?? ""));
  if (first === undefined || second !== undefined || isGroup) return { only: undefined, servers };
  const only = serverName(settings, first) ?? first;
  return { only, servers: settings.mcpServers.filter(({ name }) => name === only) };
}

/** The name of a server by its name or an alias; undefined: there is none. */
function serverName({ mcpServers, mcpAliases }: ServerSettings, name: string): string | undefined {
  const meant = Object.hasOwn(mcpAliases, name) ? mcpAliases[name] : name;
  return mcpServers.find((server) => server.name === meant || server.alias === name)?.name;
}

function listed(text = ""): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
