import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDataFolder } from "./data-folder";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { DATABASE_ROLE } from "./postgres-cluster";
import { findPostmaster } from "./postmaster";

export interface ReachedDatabase {
  /** Holds the password, so it must never be logged. */
  readonly url: string;
  /** Ends the server if it was started for this. */
  close(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {} };

/**
 * Reaches the database of a configuration, for commands that run beside the gateway: the external one, or the embedded
 * one. If no gateway runs on the data folder, the embedded one is started until the command closes it.
 * @throws DataFolderInUseError, DataFolderError, EmbeddedPostgresError
 */
export async function reachDatabase(options: {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
}): Promise<ReachedDatabase> {
  const { databaseUrl, dataDirectory } = options;
  if (databaseUrl !== undefined) return { url: databaseUrl, close: () => Promise.resolve() };
  const running = await findPostmaster(join(dataDirectory, "postgres"));
  const password = await readFile(join(dataDirectory, "postgres.password"), "utf8").catch(() => undefined);
  if (running && password !== undefined) {
    return {
      url: `postgresql://${DATABASE_ROLE}:${password.trim()}@127.0.0.1:${running.port}/gateway`,
      close: () => Promise.resolve(),
    };
  }
  const folder = openDataFolder(dataDirectory);
  try {
    const server = await startEmbeddedPostgres({ directory: dataDirectory, log: silent });
    return {
      url: server.url,
      async close() {
        await server.stop();
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw error;
  }
}
