import { actingWriter } from "@/lib/api/acting-writer";
import { ifMatchOf } from "@/lib/api/if-match";
import { operationsOf } from "@/lib/api/operation";
import { mcpServerEntry, SECRET_DESTINATIONS, type McpServer, type McpServerEntry } from "@/lib/config/mcp/mcp-schema";
import { joinSecrets, splitSecrets } from "@/lib/config/secrets/secret-tree";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { connectionsToRevoke } from "@/lib/gateway/tools/connections/revoke-connection";
import { addedServerFaults } from "@/lib/settings/mcp-checks";
import { byServerName, firstError, openSecretTree } from "@/lib/settings/tool-servers/stored-tool-servers";
import { etagOf } from "@/lib/store/row-version";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { storedToolServers, type StoredToolServerRow, type ToolServerColumns } from "@/lib/store/settings/tool-servers";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import { toolServerRecord, type ToolServerView } from "@/lib/wire/tools/tool-server";
import { parsedFields, refuseReferences } from "../models/checked-fields";
import { grantsOfServers, healthOfServers, testServer } from "./server-state";

/** `/mcp/server`: the tool servers of the file, which are shown, and of the database, which can be changed. */
export const toolServerOperations = operationsOf(toolServerContracts, {
  list: async ({ services }) => ({ body: { data: everyServer(services) } }),
  async get({ services }, { server_id: id }) {
    const found = everyServer(services).find(({ server_id: own }) => own === id);
    if (!found) throw notFound();
    const row = found.source === "database" ? rowOf(services, id) : undefined;
    return { body: found, ...(row && { headers: tag(row) }) };
  },
  health: async (context, { names }) => ({ body: { data: await healthOfServers(context, names ?? false) } }),
  grants: async (context, { server_id: id }) => ({ body: { data: await grantsOfServers(context, id) } }),
  async test(context, { server_id: id, ...changes }) {
    const { services } = context;
    const row = id === undefined ? undefined : rowOf(services, id);
    if (id !== undefined) requireStored(services, id);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
    const server = row ? changed(services, row, plain(changes)) : checked(services, id ?? NAME_OF_TESTED, plain(given));
    return { body: await testServer(context, server) };
  },
  async create(context, { server_id: id, server_name: sameId, ...entry }) {
    const { services, caller } = context;
    const name = nameOf(id, sameId);
    if (services.settings.hasFileToolServer(name))
      throw new GatewayError("already_exists", "The configuration file has a tool server with this name.", {
        param: "server_id",
      });
    if (rowOf(services, name))
      throw new GatewayError(
        "already_exists",
        "There is already a tool server with this name; choose another, or change that one.",
        { param: "server_id" },
      );
    const columns = columnsOf(services, checked(services, name, plain(entry)));
    const { row, nodes } = await storedToolServers.create(actingWriter(context), caller.actor, name, columns);
    return { body: { ...viewOf(services, row), nodes }, headers: tag(row) };
  },
  async update(context, { server_id: id, ...changes }) {
    const { services, caller, request } = context;
    requireStored(services, id);
    const { row, nodes } = await storedToolServers.change(actingWriter(context), {
      actor: caller.actor,
      id,
      ifMatch: ifMatchOf(request),
      change: (before) => columnsOf(services, changed(services, before, plain(changes))),
    });
    return { body: { ...viewOf(services, row), nodes }, headers: tag(row) };
  },
  async delete(context, { server_id: id }) {
    const { services, caller, request } = context;
    requireStored(services, id);
    const revoke = await connectionsToRevoke(services, { server: id });
    const { nodes } = await storedToolServers.remove(actingWriter(context), caller.actor, {
      id,
      ifMatch: ifMatchOf(request),
    });
    revoke();
    return { body: { deleted_server: id, nodes } };
  },
});

/** What a server is called that has no name yet. */
const NAME_OF_TESTED = "tested";

/** Those of the file, then those of the database, served or not. */
function everyServer(services: Services): ToolServerView[] {
  const { settings } = services;
  return [
    ...settings
      .current()
      .mcpServers.filter(({ name }) => settings.hasFileToolServer(name))
      .map(fileView),
    ...settings
      .storedToolServers()
      .filter(({ row }) => !settings.hasFileToolServer(row.id))
      .map(({ row }) => viewOf(services, row)),
  ];
}

function fileView({ name, ...entry }: McpServer): ToolServerView {
  const nobody = { created_by: null, created_at: null, updated_at: null };
  return { ...shown(entry), server_id: name, ...nobody, source: "file", unusable: null };
}

/** A server of the database. What this version does not understand of it is shown as its defaults. */
function viewOf({ settings }: Pick<Services, "settings">, row: StoredToolServerRow): ToolServerView {
  const stored = settings.storedToolServers().find((one) => one.row.id === row.id);
  const parsed = mcpServerEntry.safeParse(joinSecrets(row.settings, row.hints));
  const entry = parsed.success ? parsed.data : mcpServerEntry.parse({});
  return {
    ...shown(entry),
    ...toolServerRecord(row),
    source: "database",
    unusable: stored?.unusable ?? null,
  };
}

/**
 * The settings that everybody's view has, and the others as they were given, of secrets the hints. The arguments of a
 * program stay in the file: people put passwords there.
 */
function shown({ args: _, ...entry }: McpServerEntry) {
  const { open, hints } = splitSecrets(entry);
  return {
    ...joinSecrets(open, hints),
    alias: entry.alias ?? null,
    description: entry.description ?? null,
    url: entry.url ?? "",
    transport: entry.transport === "stdio" ? ("stdio" as const) : ("http" as const),
    auth_type: entry.auth_type,
    access_groups: entry.access_groups,
    allow_all_keys: entry.allow_all_keys,
    on_tool_change: entry.on_tool_change,
  };
}

function rowOf({ settings }: Services, id: string): StoredToolServerRow | undefined {
  return settings.storedToolServers().find(({ row }) => row.id === id)?.row;
}

function tag(row: StoredToolServerRow): { readonly etag: string } {
  return { etag: etagOf(toolServerRecord(row)) };
}

function notFound(): GatewayError {
  return new GatewayError("not_found", "There is no tool server with this id.", { param: "server_id" });
}

/** @throws GatewayError invalid_request for a server of the configuration file, which can be changed only there */
function requireStored({ settings }: Services, id: string): void {
  if (!settings.hasFileToolServer(id)) return;
  const message = "This tool server is in the configuration file. Change it there, which takes effect immediately.";
  throw new GatewayError("invalid_request", message, { param: "server_id" });
}

/** @throws GatewayError invalid_request without a name, or with two */
function nameOf(id: string | undefined, sameId: string | undefined): string {
  const name = id ?? sameId;
  if (name !== undefined && (sameId ?? name) === name) return name;
  const message = name === undefined ? "is missing: name the server" : "is another name than server_name";
  throw new GatewayError("invalid_request", `server_id: ${message}.`, { param: "server_id" });
}

/** Settings with their secrets as strings. */
function plain(settings: object): Record<string, unknown> {
  const { open, secrets } = splitSecrets(settings);
  return joinSecrets(open, secrets);
}

/** A server that may stand beside the others. @throws GatewayError invalid_request that names the setting at fault */
function checked({ settings }: Services, name: string, raw: Readonly<Record<string, unknown>>): McpServer {
  refuseReferences(raw, []);
  const server = { ...parsedFields(mcpServerEntry, raw, ""), name };
  const { mcpServers, mcpAliases } = settings.current();
  const others = byServerName(mcpServers.filter((one) => one.name !== name));
  const faults = addedServerFaults(server, { mcp_servers: others, mcp_aliases: mcpAliases });
  // An address that may serve cloud metadata is only a warning in a file, whose operator may have named it on purpose.
  const fault = firstError(faults) ?? faults.find(({ number }) => number === "C038");
  if (!fault) return server;
  const [section, own, ...rest] = fault.path;
  const param = section === "mcp_servers" && own === name && rest.length > 0 ? rest.join(".") : "server_id";
  const message = `${param}: ${fault.message}${fault.fix === undefined ? "" : ` (${fault.fix})`}`;
  throw new GatewayError("invalid_request", message, { param });
}

/** A server with changes. What is left out stays, and null clears. @throws GatewayError invalid_request */
function changed(
  services: Services,
  before: StoredToolServerRow,
  changes: Readonly<Record<string, unknown>>,
): McpServer {
  const kept = openSecretTree(before, (sealed, context) => services.secrets.open(sealed, context));
  if (typeof kept === "string")
    throw new GatewayError("invalid_request", `The server cannot be changed here: ${kept}.`, { param: "server_id" });
  const old = joinSecrets(before.settings, kept);
  const merged = Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
  const moved = SECRET_DESTINATIONS.find((name) => originOf(merged[name]) !== originOf(old[name]));
  const stays = Object.keys(kept).find((name) => !Object.hasOwn(changes, name));
  if (moved !== undefined && stays !== undefined)
    throw new GatewayError(
      "invalid_request",
      `${moved}: the change sends secrets to another origin, which does not get a stored one. Send ${stays} with the change, or null to remove it.`,
      { param: stays },
    );
  return checked(services, before.id, merged);
}

function originOf(address: unknown): string | undefined {
  return typeof address === "string" && URL.canParse(address) ? new URL(address).origin : undefined;
}

function columnsOf({ secrets: box }: Services, { name, ...entry }: McpServer): ToolServerColumns {
  const { open, secrets, hints } = splitSecrets(entry);
  const isSealed = Object.keys(secrets).length > 0;
  return {
    settings: JSON.parse(JSON.stringify(open)),
    sealed: isSealed ? box.seal(JSON.stringify(secrets), SEALED_COLUMNS.toolServerSecrets.context(name)) : null,
    hints: JSON.parse(JSON.stringify(hints)),
  };
}
