import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDataFolder } from "@/lib/database/data-folder";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { ownFolder, removeAbandoned } from "./quick-folder";
import { copyCluster, SETTINGS, templateCluster } from "./test-server";

/** A PostgreSQL server and a streaming replica of it, with a migrated template database. */
export interface ReplicatedServer {
  /** The addresses of one database, at the primary and at its replica. */
  readonly primary: string;
  readonly replica: string;
  /** Ends both and removes their folders. */
  stop(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {} };
const REPLICATED = { ...SETTINGS, wal_level: "replica", max_wal_senders: "4" };

/** Starts a primary, and a replica that begins as a copy of its files while it was stopped. */
export async function startReplicatedServer(): Promise<ReplicatedServer> {
  await removeAbandoned();
  const folders = [openDataFolder(ownFolder()), openDataFolder(ownFolder())] as const;
  const [original, copy] = folders.map(({ directory }) => directory) as [string, string];
  const start = (directory: string, settings: Readonly<Record<string, string>>): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ directory, log: silent, settings: { ...REPLICATED, ...settings } });

  await copyCluster(await templateCluster(), original);
  // What the template wrote cannot be replicated: its write-ahead log is minimal.
  await (await start(original, {})).stop();
  await copyCluster(original, copy);
  await writeFile(join(copy, "postgres", "standby.signal"), "");
  const primary = await start(original, {});
  const { port, username, password } = new URL(primary.url);
  const replica = await start(copy, {
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
  });
  return {
    primary: primary.url,
    replica: replica.url,
    async stop() {
      await replica.stop();
      await primary.stop();
      for (const folder of folders) {
        folder.release();
        await rm(folder.directory, { recursive: true, force: true });
      }
    },
  };
}
