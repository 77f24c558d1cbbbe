import { z } from "zod";
import { joinSecrets } from "@/lib/config/secrets/secret-tree";

/** A tool server as shown: of secrets only the hints. Its other settings follow in the names of `mcp_servers`. */
export const storedToolServer = z.looseObject({
  server_id: z.string().describe("Its name."),
  created_by: z.string().nullable().describe("Null: it is one of the configuration file."),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
});

export const toolServerView = storedToolServer.extend({
  alias: z.string().nullable(),
  description: z.string().nullable(),
  url: z.string(),
  transport: z.enum(["http", "stdio"]),
  auth_type: z.string(),
  access_groups: z.array(z.string()),
  allow_all_keys: z.boolean(),
  on_tool_change: z.enum(["hold", "warn", "allow"]),
  source: z.enum(["file", "database"]),
  unusable: z.string().nullable().describe("Why this node does not serve it; null: it does."),
});
export type ToolServerView = z.input<typeof toolServerView>;

interface ToolServerRow {
  readonly id: string;
  readonly settings: unknown;
  readonly hints: unknown;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A tool server as the API and audit events show it. */
export function toolServerRecord(row: ToolServerRow): z.infer<typeof storedToolServer> {
  return {
    ...joinSecrets(row.settings, row.hints),
    server_id: row.id,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
