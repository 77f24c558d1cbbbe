import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@/lib/config/environment-variables";
import { inspectDatabase } from "@/lib/database/inspect-database";
import { reachDatabase } from "@/lib/database/reach-database";
import { messageOf } from "@/lib/error-message";
import type { DatabaseSeen } from "./observations";

export interface LookedAtDatabase {
  /** Undefined: no gateway has made a database here yet. */
  readonly seen: DatabaseSeen | undefined;
  /** The address, if settings can be read there. */
  readonly url: string | undefined;
  /** Ends the embedded server if it was started for this. */
  close(): Promise<void>;
}

const NOTHING: LookedAtDatabase = { seen: undefined, url: undefined, close: async () => {} };

/** Reaches the database of the installation. The embedded one is started for it if no gateway runs. */
export async function lookAtDatabase(
  { databaseUrl, databaseDirectUrl, dataDirectory }: Environment,
  inspection: { readonly migrations: string; readonly version: string; readonly limitMs: number },
): Promise<LookedAtDatabase> {
  if (databaseUrl === undefined && !existsSync(join(dataDirectory, "postgres"))) return NOTHING;
  const inspect = async (url: string, variable: string) => inspectDatabase({ ...inspection, url, variable });
  let close = NOTHING.close;
  try {
    const reached = await reachDatabase({ databaseUrl, dataDirectory });
    close = () => reached.close();
    const variable = databaseUrl === undefined ? "GATEWAY_DATA_DIR" : "DATABASE_URL";
    const found = await inspect(reached.url, variable);
    if (databaseUrl !== undefined && databaseDirectUrl !== undefined)
      await inspect(databaseDirectUrl, "DATABASE_DIRECT_URL");
    return { seen: { reached: true, ...found }, url: found.isMigrated ? reached.url : undefined, close };
  } catch (error) {
    return { seen: { reached: false, message: messageOf(error) }, url: undefined, close };
  }
}
