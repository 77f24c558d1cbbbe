import type { Prisma, StoredToolServer } from "@/lib/store/generated/client";
import { toolServerRecord } from "@/lib/wire/tools/tool-server";
import { KEPT_COLUMNS, sealedStore } from "./sealed-rows";
import { deleteConnections } from "./tool-connections";

/** A tool server as the database holds it, with sealed secrets. Its id is its name. */
export type StoredToolServerRow = StoredToolServer;

/** The columns that administrators write. */
export interface ToolServerColumns {
  readonly settings: Prisma.InputJsonObject;
  readonly sealed: string | null;
  readonly hints: Prisma.InputJsonObject;
}

/** The servers that administrators added. With one goes what was approved of its tools, and who was connected to it. */
export const storedToolServers = sealedStore<StoredToolServerRow, ToolServerColumns>({
  table: "mcp_servers",
  columns: `id, settings, ${KEPT_COLUMNS}`,
  lock: "toolServer",
  audited: { entityType: "mcp_server", record: toolServerRecord },
  actions: { create: "mcp_server.create", update: "mcp_server.update", delete: "mcp_server.delete" },
  param: { new: "server_id", known: "server_id" },
  taken: "There is already a tool server with this name; choose another, or change that one.",
  rows: ({ storedToolServer }) => ({
    create: (data) => storedToolServer.create({ data }),
    find: (id) => storedToolServer.findUniqueOrThrow({ where: { id } }),
    update: (id, data) => storedToolServer.update({ where: { id }, data }),
    delete: (id) => storedToolServer.delete({ where: { id } }),
  }),
  // Servers are read with the settings.
  changes: () => [{ entity: "config", id: "" }],
  /** Another server of this name starts without what was approved of this one, and without its users' credentials. */
  async beforeDeletion(transaction, id) {
    await transaction.mcpTool.deleteMany({ where: { server: id } });
    await deleteConnections(transaction, { server: id });
    return [{ entity: "mcp_tool", id }];
  },
});
