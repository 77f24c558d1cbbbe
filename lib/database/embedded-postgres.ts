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
  /** Holds the password, so it must never be logged. It stays the same while the server is supervised. */
  readonly url: string;
  /** Shuts the server down fast, and harder after ten seconds. A second call does nothing. */
  stop(): Promise<void>;
  /** Resolves when the server has ended for good. Only `stop` ends it: a server that dies is restarted. */
  readonly exited: Promise<void>;
}

const DATABASE = "gateway";
const STOP_TIMEOUT_MS = 10_000;
const WATCH_INTERVAL_MS = 200;
const LOG_CHECK_INTERVAL_MS = 60_000;
const RESTART_PAUSES_MS = [0, 250, 1_000, 5_000];

/**
 * Runs PostgreSQL on the data folder: creates the cluster on first use, takes over the server that a killed gateway
 * left behind, and restarts the server on the same port whenever it dies.
 * @throws EmbeddedPostgresError with the reason why it cannot run and the end of the server's log
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await findPostgresBinaries();
  const generate = (): string => randomBytes(24).toString("base64url");
  const { value: password } = await persistentSecret(options.directory, "postgres.password", generate);
  const cluster = await openCluster(options.directory, binaries, password);
  const server = new PostgresServer(cluster, password, options);
  await server.bringUp();
  if ((await server.ask()) === "wrong password") {
    await server.end(STOP_TIMEOUT_MS);
    await resetPassword(cluster, password);
    await server.bringUp();
  }
  await prepareDatabase(server);
  return supervise(server, options);
}

/**
 * Prepares the database. Statements of a killed gateway may still hold locks in an adopted server, so its connections
 * are ended.
 */
async function prepareDatabase(server: PostgresServer): Promise<void> {
  await withSession(server.login, async (client) => {
    await client.query(
      "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    // initdb's empty database is renamed, because creating another takes as long as the rest of the start.
    if (!rowCount) await client.query(`ALTER DATABASE postgres RENAME TO ${DATABASE}`);
  });
}

/** Polls the process, because an adopted server is not a child of this process and has no exit event. */
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
        if (!stopped) log.info("database.restarted", { pid: server.pid, port });
        return;
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
    await server.end(STOP_TIMEOUT_MS);
    announceExit();
  };
  const url = `postgresql://${DATABASE_ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return { url, exited, stop: () => (stopped ??= stop()) };
}
