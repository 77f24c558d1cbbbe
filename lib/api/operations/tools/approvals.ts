import { actingWriter } from "@/lib/api/acting-writer";
import { operationsOf, type CallerContext } from "@/lib/api/operation";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { GatewayError } from "@/lib/errors";
import { isForCallers } from "@/lib/gateway/tools/server-headers";
import { judgedTools } from "@/lib/gateway/tools/judged-tools";
import { isObject } from "@/lib/is-object";
import { judgeTools, type ToolPin } from "@/lib/mcp/judge-tools";
import { approveTool, pinsOf, readTools, shownDefinition, type StoredTool } from "@/lib/store/settings/tool-pins";
import { toolContracts, type ShownTool } from "@/lib/wire/contracts/tools";

/** @throws GatewayError not_found */
function serverOf({ services }: CallerContext, id: string): McpServer {
  const server = services.settings.current().mcpServers.find(({ name }) => name === id);
  if (!server) throw new GatewayError("not_found", "There is no tool server with this id.", { param: "server_id" });
  return server;
}

/** The tools that a server has shown, judged as they are when callers ask for them. */
function shownTools(
  rows: readonly StoredTool[],
  { on_tool_change: approval }: McpServer,
  listed: ReadonlySet<string> | undefined,
): ShownTool[] {
  const pins = pinsOf(rows).get(rows[0]?.server ?? "") ?? new Map<string, ToolPin>();
  return judgeTools(rows.map(shownDefinition), pins, approval).flatMap(({ tool, suspicion, held }, at) => {
    const row = rows[at];
    if (!row) return [];
    return [
      {
        tool: row.name,
        state: held === undefined ? (row.hash === row.seenHash ? "approved" : "open") : "held",
        reason: suspicion ?? null,
        listed: listed?.has(row.name) ?? null,
        hash: row.seenHash,
        definition: tool.value,
        approved_hash: row.hash,
        approved_definition: objectOf(row.definition) ?? null,
        approved_by: row.approvedBy,
        approved_at: row.approvedAt?.toISOString() ?? null,
      },
    ];
  });
}

/** The tools that a server listed when this node last read its list; undefined: it has none that all callers share. */
function listedBy({ services }: CallerContext, server: McpServer): ReadonlySet<string> | undefined {
  if (isForCallers(server)) return undefined;
  const { read } = services.toolServers.of(server).lists.own;
  return read && new Set(read.tools.map(({ name }) => name));
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined;
}

/** `/mcp/server/tools` */
export const approvalOperations = operationsOf(toolContracts, {
  async tools(context, { server_id: id }) {
    const server = serverOf(context, id);
    // What the server shows at this moment, if it answers; otherwise what it has shown.
    await judgedTools(context.services, server, { isFresh: true }).catch(() => []);
    const rows = await readTools(context.services.database, id);
    return { body: { server_id: id, data: shownTools(rows, server, listedBy(context, server)) } };
  },
  async approve(context, { server_id: id, tool: name, hash }) {
    const server = serverOf(context, id);
    const nodes = await approveTool(actingWriter(context), {
      actor: context.caller.actor,
      server: id,
      name,
      hash,
    });
    const rows = await readTools(context.services.database, id);
    const all = shownTools(rows, server, listedBy(context, server));
    const approved = all.find(({ tool }) => tool === name);
    if (!approved) throw new GatewayError("not_found", "The tool no longer exists.", { param: "tool" });
    return { body: { ...approved, nodes } };
  },
});
