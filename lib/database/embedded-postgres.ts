import { messageOf } from "@/lib/error-message";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { persistentSecret } from "./persistent-secret";
import { findPostgresBinaries } from "./postgres-binaries";
import { DATABASE_ROLE, openCluster, resetPassword, type EmbeddedPostgresOptions } from "./postgres-cluster";
import { boundLog } from "./postgres-log";
import { PostgresServer } from "./postgres-server";
import { withSession } from "./postgres-session";

export interface EmbeddedPostgres {
  /** With the password: for clients only, never for a log. Stays the same for as long as the server is supervised. */
  readonly url: string;
  /** Fast shutdown, harder if it takes over ten seconds. Does nothing the second time. */
  stop(): Promise<void>;
  /** Resolves once the server has ended for good, which only `stop` brings about: until then its death is repaired. */
  readonly exited: Promise<void>;
}

const DATABASE = "gateway";
const STOP_PATIENCE_MS = 10_000;
const WATCH_INTERVAL_MS = 200;
const LOG_CHECK_INTERVAL_MS = 60_000;
const RESTART_PAUSES_MS = [0, 250, 1_000, 5_000];

/**
 * Runs PostgreSQL on the data folder: creates the cluster on first use, takes over the server that a killed gateway
 * left behind, and restarts the server on the same port whenever it dies.
 * @throws EmbeddedPostgresError saying why it cannot run, with the end of the server's log
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await findPostgresBinaries();
  const generate = (): string => randomBytes(24).toString("base64url");
  const { value: password } = await persistentSecret(options.directory, "postgres.password", generate);
  const cluster = await openCluster(options.directory, binaries, password);
  const server = new PostgresServer(cluster, password, options);
  await server.bringUp();
  if ((await server.ask()) === "wrong password") {
    await server.end(STOP_PATIENCE_MS);
    await resetPassword(cluster, password);
    await server.bringUp();
  }
  await prepareDatabase(server);
  return supervise(server, options);
}

/** Statements of a killed gateway still run in an adopted server and hold locks: this process is alone, so they go. */
async function prepareDatabase(server: PostgresServer): Promise<void> {
  await withSession(server.login, async (client) => {
    await client.query(
      "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    // initdb's own empty database takes our name: creating another would take as long as the rest of the start.
    if (!rowCount) await client.query(`ALTER DATABASE postgres RENAME TO ${DATABASE}`);
  });
}

/** Looks at the process rather than waiting for its exit event: an adopted server is no child of this process. */
function supervise(server: PostgresServer, { log }: EmbeddedPostgresOptions): EmbeddedPostgres {
  const { port, password } = server.login;
  let repair: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  let announceExit = (): void => {};
  const exited = new Promise<void>((resolve) => {
    announceExit = resolve;
  });

  const repairServer = async (): Promise<void> => {
    if (await server.isRunning()) return;
    log.error("database.died", { pid: server.pid });
    for (let attempt = 0; !stopped; attempt++) {
      await pause(RESTART_PAUSES_MS[Math.min(attempt, RESTART_PAUSES_MS.length - 1)]);
      try {
        if (!stopped) await server.bringUp(port);
        return log.info("database.restarted", { pid: server.pid, port });
      } catch (error) {
        log.error("database.restart_failed", { message: messageOf(error) });
      }
    }
  };
  const watch = setInterval(() => {
    repair ??= repairServer().finally(() => {
      repair = undefined;
    });
  }, WATCH_INTERVAL_MS).unref();
  const logWatch = setInterval(() => void boundLog(server.logPath), LOG_CHECK_INTERVAL_MS).unref();

  const stop = async (): Promise<void> => {
    clearInterval(watch);
    clearInterval(logWatch);
    server.abandonStart();
    await repair;
    await server.end(STOP_PATIENCE_MS);
    announceExit();
  };
  const url = `postgresql://${DATABASE_ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return { url, exited, stop: () => (stopped ??= stop()) };
}
