import { z } from "zod";
import { mcpServerEntry } from "@/lib/config/mcp/mcp-schema";
import { defineContract } from "../contract";
import { flagInput, receipts } from "../fields";
import { toolServerView } from "../tools/tool-server";
import { serverGrants, serverHealth, serverTest } from "../tools/server-state";

const FAMILY = { family: "management_routes", access: "administrators" } as const;
const changed = toolServerView.extend({ nodes: receipts });
const serverId = z.string().min(1).max(64);
const newName = serverId.optional();

/** Every setting may be left out, which keeps it, or null, which clears it: none has its default here. */
const changes: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(mcpServerEntry.shape).map(([name, setting]) => [
    name,
    (setting instanceof z.ZodDefault ? setting.removeDefault().describe(setting.description ?? "") : setting).nullish(),
  ]),
);

/** `/mcp/server`: the tool servers, those of the file and those of the database. */
export const toolServerContracts = {
  list: defineContract({
    id: "mcp.servers.list",
    method: "GET",
    path: "/mcp/server",
    ...FAMILY,
    effect: "reads",
    summary: "List the tool servers, those of the file first, without their secrets",
    input: z.strictObject({}),
    output: z.object({ data: z.array(toolServerView) }),
  }),
  get: defineContract({
    id: "mcp.servers.get",
    method: "GET",
    path: "/mcp/server/{server_id}",
    ...FAMILY,
    effect: "reads",
    versioned: true,
    summary: "Show a tool server without its secrets",
    input: z.strictObject({ server_id: z.string() }),
    output: toolServerView,
  }),
  health: defineContract({
    id: "mcp.servers.health",
    method: "GET",
    path: "/mcp/server/health",
    ...FAMILY,
    effect: "reads",
    summary:
      "Show whether the tool servers answer this node, since when, and how many of their tools wait for approval. The gateway checks a server that nobody has called for a while, for a second at most",
    input: z.strictObject({ names: flagInput.describe("Whether the names of the tools are told; default: false") }),
    output: z.object({ data: z.array(serverHealth) }),
  }),
  grants: defineContract({
    id: "mcp.servers.grants",
    method: "GET",
    path: "/mcp/server/grants",
    ...FAMILY,
    effect: "reads",
    summary: "Show who is granted each tool server; with `server_id`, by name, with the tools and the tier",
    input: z.strictObject({ server_id: serverId.optional() }),
    output: z.object({ data: z.array(serverGrants) }),
  }),
  test: defineContract({
    id: "mcp.servers.test",
    method: "POST",
    path: "/mcp/server/test",
    ...FAMILY,
    effect: "writes",
    summary:
      "Try a tool server before it is saved: connect to it and list its tools. With `server_id` of a stored one, what is left out is taken from it",
    input: z.strictObject({ server_id: newName, ...changes }),
    output: serverTest,
  }),
  create: defineContract({
    id: "mcp.servers.create",
    method: "POST",
    path: "/mcp/server",
    ...FAMILY,
    effect: "writes",
    summary:
      "Add a tool server, with the settings of `mcp_servers`, on every node at once; its secrets are encrypted and never shown again",
    input: z.strictObject({
      server_id: newName.describe("Its name. Required, unless `server_name` says it."),
      server_name: newName.describe("The same, as LiteLLM calls it."),
      ...mcpServerEntry.shape,
    }),
    output: changed,
  }),
  update: defineContract({
    id: "mcp.servers.update",
    method: "PUT",
    path: "/mcp/server",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary:
      "Change a tool server of the database; what is left out stays, and null clears. A change of its address to another origin needs the secrets again",
    input: z.strictObject({ server_id: serverId, ...changes }),
    output: changed,
  }),
  delete: defineContract({
    id: "mcp.servers.delete",
    method: "DELETE",
    path: "/mcp/server/{server_id}",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary: "Delete a tool server of the database, with what was approved of its tools",
    input: z.strictObject({ server_id: z.string() }),
    output: z.object({ deleted_server: z.string(), nodes: receipts }),
  }),
};
