import { isObject } from "@/lib/is-object";
import type { JsonObject } from "@/lib/providers/json-value";
import { addressName, shownName } from "./tool-address";

/** Types of tools that the caller runs itself, or whose address stands elsewhere in the body (`mcp_toolset`). */
const OWN = /^(?:custom|mcp_toolset|local_shell|apply_patch|(?:bash|text_editor|memory)_\d{8})$/;

/** Members that only describe a tool without a type. Google's tools have none, but a member that names them. */
const DESCRIBING: ReadonlySet<string> = new Set([
  "function",
  "functionDeclarations",
  "function_declarations",
  "name",
  "description",
  "parameters",
  "input_schema",
  "cache_control",
  "strict",
]);

/** Members of a chat completion that have a tool run without naming it in `tools`. */
const SWITCHES = [
  ["web_search_options", "web_search"],
  ["search_parameters", "live_search"],
] as const;

/**
 * The tools that a body brings which do not run at the caller: those of servers by the servers' addresses, others by
 * their types, each once and in order. `family`: that of the route. Undefined: none, as in nearly all calls.
 */
export function broughtTools(body: JsonObject, family: string): readonly string[] | undefined {
  if (!mayBring(body)) return undefined;
  const names = new Set<string>();
  if (body["tools"] !== undefined) addTools(names, body["tools"], family);
  if (body["mcp_servers"] !== undefined) addServers(names, body["mcp_servers"]);
  for (const [member, name] of SWITCHES) if (isStated(body[member])) names.add(name);
  // Tools that a client has found are among what the model reads.
  if (Array.isArray(body["input"])) addFound(names, body["input"], family);
  return names.size === 0 ? undefined : [...names].sort();
}

/** Whether it has a member by which a call brings tools. */
function mayBring(body: JsonObject): boolean {
  return (
    body["tools"] !== undefined ||
    body["mcp_servers"] !== undefined ||
    body["web_search_options"] !== undefined ||
    body["search_parameters"] !== undefined ||
    Array.isArray(body["input"])
  );
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function addTools(names: Set<string>, tools: unknown, family: string): void {
  for (const tool of listOf(tools)) if (isObject(tool)) addTool(names, tool, family);
}

function addTool(names: Set<string>, tool: JsonObject, family: string): void {
  // Google's tools have no type: one beside another member must not hide it.
  if (family === "google_routes") return addMembers(names, tool);
  const { type } = tool;
  if (type === "function") return;
  if (type === "mcp") names.add(serverName(tool["server_url"], tool["connector_id"]));
  else if (type === "namespace") addTools(names, tool["tools"], family);
  else if (type === "shell") addShell(names, tool["environment"]);
  else if (typeof type === "string") addType(names, type);
  // Anthropic's tools without a type are the caller's own.
  else if (isStated(type) || family !== "anthropic_routes") addMembers(names, tool);
}

function addType(names: Set<string>, type: string): void {
  if (!OWN.test(type)) names.add(shownName(type));
}

/** OpenAI's shell runs at the caller, or in a container of theirs. */
function addShell(names: Set<string>, environment: unknown): void {
  if (!isObject(environment) || environment["type"] !== "local") names.add("shell");
}

/** What the members of a tool without a type name: `googleSearch` is `google_search`. */
function addMembers(names: Set<string>, tool: JsonObject): void {
  for (const [member, value] of Object.entries(tool)) {
    if (DESCRIBING.has(member) || !isStated(value)) continue;
    if (member === "mcpServers" || member === "mcp_servers") addServers(names, value);
    else names.add(shownName(member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  }
}

/** Anthropic's have a `url`, Google's have it in their transport. */
function addServers(names: Set<string>, servers: unknown): void {
  for (const server of listOf(servers)) {
    if (!isObject(server)) continue;
    const transport = server["streamableHttpTransport"] ?? server["streamable_http_transport"];
    names.add(serverName(isObject(transport) ? transport["url"] : server["url"], undefined));
  }
}

/** The tools in items of OpenAI's Responses, such as the results of a search of tools that the client has made. */
function addFound(names: Set<string>, items: readonly unknown[], family: string): void {
  for (const item of items) if (isObject(item) && Array.isArray(item["tools"])) addFoundIn(names, item, family);
}

/** A model's own list of a server's tools brings nothing: each of them is an object with a name and a schema. */
function addFoundIn(names: Set<string>, item: JsonObject, family: string): void {
  if (item["type"] !== "mcp_list_tools") addTools(names, item["tools"], family);
}

function serverName(url: unknown, connector: unknown): string {
  if (url === undefined && typeof connector === "string") return shownName(connector);
  return addressName(url);
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? [value] : [];
}
