import { z } from "zod";
import { mcpServerEntry } from "@/lib/config/mcp/mcp-schema";
import { defineContract } from "../contract";
import { flagInput, receipts } from "../fields";
import { toolServerView } from "../tools/tool-server";
import { serverGrants, serverHealth, serverTest } from "../tools/server-state";

const FAMILY = { family: "management_routes", access: "administrators" } as const;
const changed = toolServerView.extend({ nodes: receipts });
const serverId = z.string().min(1).max(64).describe("The name of the tool server.");
const newName = serverId.optional();

/** Every setting may be left out, which keeps it, or null, which clears it: none has its default here. */
const changes: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(mcpServerEntry.shape).map(([name, setting]) => [
    name,
    (setting instanceof z.ZodDefault ? setting.removeDefault() : setting).nullish().describe(setting.description ?? ""),
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
    input: z.strictObject({ server_id: z.string().describe("The name of the tool server.") }),
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
    input: z.strictObject({
      names: flagInput.describe("Whether the answer has the names of the tools; absent: it does not"),
    }),
    output: z.object({ data: z.array(serverHealth) }),
  }),
  grants: defineContract({
    id: "mcp.servers.grants",
    method: "GET",
    path: "/mcp/server/grants",
    ...FAMILY,
    effect: "reads",
    summary:
      "Show who may use each tool server; with `server_id`, the answer names everybody, with their tools and tier",
    input: z.strictObject({ server_id: serverId.optional().describe("Only this tool server, by its name") }),
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
    input: z.strictObject({
      server_id: newName.describe("The name of a stored tool server, from which the test takes what is left out."),
      ...changes,
    }),
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
      server_id: newName.describe("The name of the tool server. Required, unless `server_name` has it."),
      server_name: newName.describe("LiteLLM's word for `server_id`."),
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
      "Change a tool server of the database. Fields that you leave out stay, and null clears one. A change of its address to another origin needs the secrets again",
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
    input: z.strictObject({ server_id: z.string().describe("The name of the tool server.") }),
    output: z.object({ deleted_server: z.string(), nodes: receipts }),
  }),
};
