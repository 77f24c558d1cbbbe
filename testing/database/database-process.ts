import { messageOf } from "@/lib/error-message";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase } from "@/lib/database/migrate";

/**
 * The part of a gateway's start that concerns the database, as a process that tests can kill: `database-process
 * DATA_FOLDER MIGRATIONS_FOLDER`. It prints one JSON line per event. SIGTERM stops it. SIGUSR2 makes it exit without
 * stopping its server first.
 */
async function main(dataDirectory: string, migrationsDirectory: string): Promise<void> {
  const print = (event: string, fields: object = {}): void => {
    process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
  };
  const folder = openDataFolder(dataDirectory);
  const log = { info: print, warn: print, error: print };
  const server = await startEmbeddedPostgres({ directory: folder.directory, log });
  print("migrating", { url: server.url });
  const applied = await migrateDatabase(server.url, { directory: migrationsDirectory });
  const alive = setInterval(() => {}, 60_000);
  process.once("SIGUSR2", () => process.exit(1)); // an exit that forgets to stop
  process.once("SIGTERM", () => {
    clearInterval(alive);
    void server.stop().then(() => folder.release());
  });
  print("ready", { url: server.url, applied }); // last: whoever reads it may send a signal before the next line runs
}

main(process.argv[2] ?? "", process.argv[3] ?? "").catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});
