import type { PoolClient } from "pg";
import { isObject } from "@/lib/is-object";
import { GatewayError } from "@/lib/errors";
import type { JudgedTool, ToolPin, ToolPins } from "@/lib/mcp/judge-tools";
import { tierOf, type ToolDefinition } from "@/lib/mcp/tool-definition";
import { storableJson } from "@/lib/storable-text";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { McpTool, Prisma } from "@/lib/store/generated/client";
import { joinedName } from "@/lib/tool-name";
import { auditEntry, type Audited } from "../audit-entry";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { orUnavailable } from "../failures";
import { write, type Writer } from "../write";

/** A tool as servers have shown it, and as it was approved. */
export type StoredTool = McpTool;

type PinnedTool = Pick<StoredTool, "server" | "name" | "hash" | "definition">;

/** A tool as audit events show it. */
const AUDITED: Audited<StoredTool & { readonly id: string }> = {
  entityType: "mcp_tool",
  record: ({ server, name, hash, definition, approvedBy }) => ({
    server,
    tool: name,
    hash,
    definition,
    approved_by: approvedBy,
  }),
};

/** What is approved, by the names of servers. @throws the database's error */
export async function readToolPins({ pool }: Pick<Database, "pool">): Promise<ReadonlyMap<string, ToolPins>> {
  const statement = "SELECT server, name, hash, definition FROM mcp_tools WHERE hash IS NOT NULL";
  return pinsOf((await pool.query<PinnedTool>(longStatement(statement, []))).rows);
}

/** What is approved in rows, by the names of servers. */
export function pinsOf(rows: readonly PinnedTool[]): ReadonlyMap<string, ToolPins> {
  const pins = new Map<string, Map<string, ToolPin>>();
  for (const { server, name, hash, definition } of rows) {
    if (hash === null) continue;
    const own = pins.get(server) ?? new Map<string, ToolPin>();
    pins.set(server, own);
    own.set(name, { hash, tier: isObject(definition) ? tierOf({ name, value: definition }) : "write" });
  }
  return pins;
}

/** The tools that a server has shown, in the order of their names. @throws GatewayError directory_unavailable */
export async function readTools({ prisma }: Database, server: string): Promise<StoredTool[]> {
  return orUnavailable(prisma.mcpTool.findMany({ where: { server }, orderBy: { name: "asc" } }));
}

/** The definition that a server has shown last of a tool. */
export function shownDefinition({ name, seenDefinition }: Pick<StoredTool, "name" | "seenDefinition">): ToolDefinition {
  return { name, value: isObject(seenDefinition) ? seenDefinition : {} };
}

/**
 * The tools that show something else than was approved, by server: those that have changed, and those that came to a
 * server of which others were approved. A server of which nobody has approved anything yet has no changes.
 * @throws the database's error
 */
export async function readChangedTools(
  client: Pick<PoolClient, "query">,
): Promise<{ readonly server: string; readonly tools: readonly string[] }[]> {
  const { rows } = await client.query<{ server: string; tools: string[] }>(
    `SELECT server, array_agg(name ORDER BY name COLLATE "C") AS tools FROM mcp_tools AS tool
     WHERE hash IS DISTINCT FROM seen_hash
       AND EXISTS (SELECT FROM mcp_tools AS known WHERE known.server = tool.server AND known.hash IS NOT NULL)
     GROUP BY server ORDER BY server`,
  );
  return rows;
}

/** Names may have 128 characters; longer ones are held, and an index takes some 2,700 bytes. */
const MOST_OF_NAME = 200;

/**
 * Notes what a server shows, so that an administrator can approve it at any node. A name that the database cannot keep
 * is noted as near as possible; a tool of that name stays held. @throws the database's error
 */
export async function noteTools(
  { pool }: Pick<Database, "pool">,
  server: string,
  tools: readonly JudgedTool[],
): Promise<void> {
  const rows = tools.map(({ tool, hash }) => ({
    name: tool.name.slice(0, MOST_OF_NAME),
    hash,
    definition: tool.value,
  }));
  await pool.query(
    `INSERT INTO mcp_tools (server, name, seen_hash, seen_definition)
     SELECT DISTINCT ON (name) $1, name, hash, definition
     FROM jsonb_to_recordset($2::jsonb) AS seen(name text, hash text, definition jsonb) ORDER BY name
     ON CONFLICT (server, name) DO UPDATE
     SET seen_hash = excluded.seen_hash, seen_definition = excluded.seen_definition, seen_at = now()
     WHERE mcp_tools.seen_hash <> excluded.seen_hash`,
    [server, storableJson(rows)],
  );
}

/** Approves the definition that a server shows. @throws GatewayError not_found, changed_meanwhile */
export async function approveTool(
  services: Writer,
  {
    actor,
    server,
    name,
    hash,
  }: { readonly actor: string; readonly server: string; readonly name: string; readonly hash: string },
): Promise<Receipt[]> {
  const { nodes } = await write(services, async (transaction) => {
    const where = { server_name: { server, name } };
    const before = await transaction.mcpTool.findUnique({ where });
    if (!before)
      throw new GatewayError("not_found", "The server has not listed a tool of this name.", { param: "tool" });
    if (before.seenHash !== hash)
      throw new GatewayError(
        "changed_meanwhile",
        `The server now has another definition, with the hash ${before.seenHash}. Look at that one, and approve it.`,
        { param: "hash" },
      );
    const approved: Prisma.McpToolUpdateInput = {
      hash,
      definition: before.seenDefinition ?? {},
      approvedBy: actor,
      approvedAt: new Date(),
    };
    const after = await transaction.mcpTool.update({ where, data: approved });
    const id = joinedName({ server, tool: name });
    return {
      result: undefined,
      audit: [
        auditEntry(AUDITED, { actor, action: "mcp_tool.approve", before: { ...before, id }, after: { ...after, id } }),
      ],
      changes: [{ entity: "mcp_tool", id }],
    };
  });
  return nodes;
}
