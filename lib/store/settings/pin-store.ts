import { coalesce } from "@/lib/async/coalesce";
import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import type { ToolPins } from "@/lib/mcp/judge-tools";
import type { Database } from "@/lib/store/database";
import { readToolPins } from "./tool-pins";

/** This process's copy of what is approved of tools. */
export interface PinStore {
  /** Those of a server as of the last refresh; reads memory only. */
  of(server: string): ToolPins;
  /** Reads all of them again. @throws the database's error; they then stay as they were */
  refresh(): Promise<void>;
}

const NONE: ToolPins = new Map();

/**
 * Reads what is approved. A process that starts while the database is away has nothing approved until the change feed
 * makes it read.
 */
export async function createPinStore({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Logger;
}): Promise<PinStore> {
  let pins: ReadonlyMap<string, ToolPins> = new Map();
  // Refreshes during a read share the next read, so that a slow older read cannot undo a newer one.
  const refresh = coalesce(async () => {
    pins = await readToolPins(database);
  });
  await refresh().catch((error: unknown) => log.error("tools.approvals_unread", { error: messageOf(error) }));
  return { of: (server) => pins.get(server) ?? NONE, refresh };
}
