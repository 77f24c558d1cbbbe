import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/receipts";
import { toolServerRecord } from "@/lib/wire/tools/tool-server";
import { auditEntry, type Audited } from "../audit-entry";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { orAlreadyExists } from "../failures";
import type { Prisma, StoredToolServer } from "@/lib/store/generated/client";
import { requireUnchanged, type IfMatch } from "../row-version";
import { lockAll } from "../row-locks";
import { write, type Writer } from "../write";

/** A server of tools as the database holds it, with sealed secrets. Its id is its name. */
export type StoredToolServerRow = StoredToolServer;

const COLUMNS = `id, settings, sealed, hints, created_by AS "createdBy", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

const AUDITED: Audited<StoredToolServerRow> = { entityType: "mcp_server", record: toolServerRecord };

/** Servers are read with the settings. */
const CHANGES: readonly Change[] = [{ entity: "config", id: "" }];

/** The columns that administrators write. */
export interface ToolServerColumns {
  readonly settings: Prisma.InputJsonObject;
  readonly sealed: string | null;
  readonly hints: Prisma.InputJsonObject;
}

interface Written {
  readonly row: StoredToolServerRow;
  readonly nodes: Receipt[];
}

/** Every server that administrators added, oldest first. @throws the database's error */
export async function readToolServers(database: Pick<Database, "pool">): Promise<StoredToolServerRow[]> {
  const statement = `SELECT ${COLUMNS} FROM mcp_servers ORDER BY created_at, id`;
  return (await database.pool.query<StoredToolServerRow>(longStatement(statement, []))).rows;
}

/** Adds a server. @throws GatewayError already_exists */
export async function createToolServer(
  services: Writer,
  actor: string,
  id: string,
  columns: ToolServerColumns,
): Promise<Written> {
  const written = write(services, async (transaction) => {
    const row = await transaction.storedToolServer.create({ data: { ...columns, id, createdBy: actor } });
    const audit = [auditEntry(AUDITED, { actor, action: "mcp_server.create", after: row })];
    return { result: row, audit, changes: CHANGES };
  });
  const message = "There is already a server of tools with this name; choose another, or change that one.";
  const { result, nodes } = await orAlreadyExists(written, message, "server_id");
  return { row: result, nodes };
}

/**
 * Changes a server. `change` makes the new columns from the old row.
 * @throws GatewayError not_found, changed_meanwhile, and what `change` throws
 */
export async function changeToolServer(
  services: Writer,
  {
    actor,
    id,
    ifMatch,
    change,
  }: {
    readonly actor: string;
    readonly id: string;
    readonly ifMatch?: IfMatch;
    readonly change: (row: StoredToolServerRow) => ToolServerColumns;
  },
): Promise<Written> {
  const { result, nodes } = await write(services, async (transaction) => {
    await lockAll(transaction, "toolServer", [id], "change", "server_id");
    const before = await transaction.storedToolServer.findUniqueOrThrow({ where: { id } });
    const after = await transaction.storedToolServer.update({ where: { id }, data: change(before) });
    requireUnchanged(ifMatch, { current: toolServerRecord(before), proposed: toolServerRecord(after) });
    const audit = [auditEntry(AUDITED, { actor, action: "mcp_server.update", before, after })];
    return { result: after, audit, changes: CHANGES };
  });
  return { row: result, nodes };
}

/**
 * Deletes a server, with what was approved of its tools: another server of this name starts without it.
 * @throws GatewayError not_found, changed_meanwhile
 */
export async function deleteToolServer(
  services: Writer,
  actor: string,
  { id, ifMatch }: { readonly id: string; readonly ifMatch?: IfMatch },
): Promise<{ readonly nodes: Receipt[] }> {
  const { nodes } = await write(services, async (transaction) => {
    await lockAll(transaction, "toolServer", [id], "delete", "server_id");
    const row = await transaction.storedToolServer.delete({ where: { id } });
    requireUnchanged(ifMatch, { current: toolServerRecord(row), proposed: null });
    await transaction.mcpTool.deleteMany({ where: { server: id } });
    const audit = [auditEntry(AUDITED, { actor, action: "mcp_server.delete", before: row })];
    return { result: undefined, audit, changes: [...CHANGES, { entity: "mcp_tool", id }] };
  });
  return { nodes };
}
