import { mcpServerEntry, type McpServer } from "@/lib/config/mcp/mcp-schema";
import { FINDINGS, type Fault, type Finding } from "@/lib/config/finding";
import { joinSecrets } from "@/lib/config/secrets/secret-tree";
import type { StoredToolServerRow } from "@/lib/store/settings/tool-servers";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { notUnderstood, openSealedTree, type OpenSealed } from "@/lib/store/open-sealed";
import { addedServerFaults, type NamedServers } from "../mcp-checks";

/** A server of the database, as this node reads it. */
export interface DecodedToolServer {
  readonly name: string;
  /** Undefined: this node cannot use it. */
  readonly server: McpServer | undefined;
  /** Why; undefined if it can. Repeats no secret. */
  readonly unusable: string | undefined;
}

/** Decodes the server of a row. */
export function decodeToolServer(row: StoredToolServerRow, open: OpenSealed): DecodedToolServer {
  const name = row.id;
  const secrets = openSecretTree(row, open);
  if (typeof secrets === "string") return { name, server: undefined, unusable: secrets };
  const parsed = mcpServerEntry.safeParse(joinSecrets(row.settings, secrets));
  if (parsed.success) return { name, server: { ...parsed.data, name }, unusable: undefined };
  return { name, server: undefined, unusable: notUnderstood(parsed.error.issues, "settings") };
}

/** The secrets of a row, in their places, or a string that says why they cannot be decrypted. */
export function openSecretTree(
  { id, sealed }: Pick<StoredToolServerRow, "id" | "sealed">,
  open: OpenSealed,
): Record<string, unknown> | string {
  return openSealedTree(sealed, SEALED_COLUMNS.toolServerSecrets.context(id), open);
}

/**
 * The servers in force: those of the file, then those of the database. One of the database whose name, alias or groups
 * stand for something else by now is not served, and its reason is said.
 */
export function mergeToolServers(
  inFile: readonly McpServer[],
  stored: readonly DecodedToolServer[],
  aliases: NamedServers["mcp_aliases"],
): { readonly servers: readonly McpServer[]; readonly stored: readonly DecodedToolServer[] } {
  const servers = [...inFile];
  const judged = stored.map((one): DecodedToolServer => {
    if (!one.server) return one;
    const fault = firstError(
      addedServerFaults(one.server, { mcp_servers: byServerName(servers), mcp_aliases: aliases }),
    );
    if (fault)
      return { name: one.name, server: undefined, unusable: `${fault.path.slice(-1).join("")} ${fault.message}` };
    servers.push(one.server);
    return one;
  });
  return { servers, stored: judged };
}

/** The servers as the file has them. */
export function byServerName(servers: readonly McpServer[]): NamedServers["mcp_servers"] {
  return Object.fromEntries(servers.map(({ name, ...entry }) => [name, entry]));
}

/** The first fault that keeps a server from being served. */
export function firstError(faults: readonly Fault[]): Fault | undefined {
  return faults.find(({ number }) => FINDINGS[number][0] === "error");
}

/** Findings about stored servers that are not served. */
export function unservedFindings(decoded: readonly DecodedToolServer[]): Finding[] {
  return decoded.flatMap(({ name, unusable }): Finding[] =>
    unusable === undefined
      ? []
      : [
          {
            number: "C268",
            severity: "warning",
            path: `mcp_servers.${name}`,
            message: `this server of the database is not served here: ${unusable}`,
          },
        ],
  );
}
