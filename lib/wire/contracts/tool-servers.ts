import { z } from "zod";
import { mcpServerEntry } from "@/lib/config/mcp/mcp-schema";
import { defineContract } from "../contract";
import { receipts } from "../fields";
import { toolServerView } from "../tools/tool-server";

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

/** `/mcp/server`: the servers of tools, those of the file and those of the database. */
export const toolServerContracts = {
  list: defineContract({
    id: "mcp.servers.list",
    method: "GET",
    path: "/mcp/server",
    ...FAMILY,
    effect: "reads",
    summary: "List the servers of tools, those of the file first, without their secrets",
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
    summary: "Show a server of tools without its secrets",
    input: z.strictObject({ server_id: z.string() }),
    output: toolServerView,
  }),
  create: defineContract({
    id: "mcp.servers.create",
    method: "POST",
    path: "/mcp/server",
    ...FAMILY,
    effect: "writes",
    summary:
      "Add a server of tools, with the settings of `mcp_servers`, on every node at once; its secrets are encrypted and never shown again",
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
      "Change a server of tools of the database; what is left out stays, and null clears. A change of its address to another origin needs the secrets again",
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
    summary: "Delete a server of tools of the database, with what was approved of its tools",
    input: z.strictObject({ server_id: z.string() }),
    output: z.object({ deleted_server: z.string(), nodes: receipts }),
  }),
};
