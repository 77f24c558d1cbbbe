import { z } from "zod";
import { defineContract } from "../contract";
import { receipts } from "../fields";

const definition = z.record(z.string(), z.unknown());

const tool = z.object({
  tool: z.string(),
  state: z.enum(["approved", "held", "open"]).describe("`open`: it is served without approval (`on_tool_change`)."),
  reason: z.string().nullable().describe("Why it is not approved."),
  listed: z
    .boolean()
    .nullable()
    .describe(
      "Whether the server listed it when this node last read its list; null: not known, or each caller has a list.",
    ),
  hash: z.string().describe("The SHA-256 of what the server last showed; send it to approve that."),
  definition: definition.describe("What the server last showed."),
  approved_hash: z.string().nullable(),
  approved_definition: definition.nullable().describe("What was approved."),
  approved_by: z.string().nullable(),
  approved_at: z.string().nullable(),
});
export type ShownTool = z.output<typeof tool>;

const serverId = z.string().min(1).max(64).describe("The name of the tool server.");

/** `/mcp/server/tools`: what servers show of their tools, and what is approved of it. */
export const toolContracts = {
  tools: defineContract({
    id: "mcp.tools.list",
    method: "GET",
    path: "/mcp/server/tools",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the tools that a server shows, with what is approved of them",
    input: z.strictObject({ server_id: serverId }),
    output: z.object({ server_id: z.string(), data: z.array(tool) }),
  }),
  approve: defineContract({
    id: "mcp.tools.approve",
    method: "POST",
    path: "/mcp/server/tools/approve",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Approve the definition of a tool that its server shows, so that it is listed and can be called",
    input: z.strictObject({
      server_id: serverId,
      tool: z.string().min(1).max(512).describe("The name of the tool, as its server gives it."),
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "must be the hash of the definition")
        .describe("The `hash` of the definition that you have looked at."),
    }),
    output: tool.extend({ nodes: receipts }),
  }),
};
