import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "@/lib/gateway/services";
import { EmbeddedPostgresError } from "./embedded-postgres-error";
import { persistentSecret } from "./persistent-secret";
import { POSTGRES_ENVIRONMENT } from "./postgres-account";
import { findPostgresBinaries } from "./postgres-binaries";
import { type Cluster, DATABASE_ROLE, openCluster, resetPassword } from "./postgres-cluster";
import { boundLog, logSize, openLog, readLogSince } from "./postgres-log";
import { endPostmaster, findPostmaster, isPostmaster } from "./postmaster";

export interface EmbeddedPostgres {
  /** With the password: for clients only, never for a log. Stays the same for as long as the server is supervised. */
  readonly url: string;
  /** Fast shutdown; harder after ten seconds. The database ends with it. */
  stop(): Promise<void>;
  /** Resolves once the server has ended for good, which only `stop` brings about: until then its death is repaired. */
  readonly exited: Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The data folder; this process must hold its lock. */
  readonly directory: string;
  readonly log: Logger;
  /** Server settings beside or instead of the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

const DATABASE = "gateway";
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "", // a socket's path is limited to 107 bytes, a data folder's is not
  max_connections: "100",
  shared_buffers: "128MB",
  fsync: "on",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB", // bounds what a start after a crash has to replay
  client_connection_check_interval: "1s", // statements of a killed gateway end
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C", // messages are matched below
  log_destination: "stderr",
  logging_collector: "off",
  log_line_prefix: "%m [%p] ",
};
const START_LIMIT_MS = 60_000;
const ORPHAN_PATIENCE_MS = 1_500;
const STOP_PATIENCE_MS = 10_000;
const LOG_CHECK_MS = 60_000;
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
  const server = new SupervisedServer(cluster, password, options);
  await server.start();
  return server;
}

class SupervisedServer implements EmbeddedPostgres {
  readonly exited: Promise<void>;
  readonly #cluster: Cluster;
  readonly #password: string;
  readonly #log: Logger;
  readonly #logPath: string;
  readonly #arguments: readonly string[];
  #announceExit: () => void = () => {};
  #port = 0;
  #pid = 0;
  #stopping = false;
  #watch: NodeJS.Timeout | undefined;
  #logWatch: NodeJS.Timeout | undefined;

  constructor(cluster: Cluster, password: string, options: EmbeddedPostgresOptions) {
    this.#cluster = cluster;
    this.#password = password;
    this.#log = options.log;
    this.#logPath = join(options.directory, "postgres.log");
    this.#arguments = settingArguments(cluster, { ...SETTINGS, ...options.settings });
    this.exited = new Promise((resolve) => {
      this.#announceExit = resolve;
    });
  }

  get url(): string {
    return `postgresql://${DATABASE_ROLE}:${this.#password}@127.0.0.1:${this.#port}/${DATABASE}`;
  }

  async start(): Promise<void> {
    if (!(await this.#adoptOrphan())) await this.#launch(() => freePort());
    if ((await this.#probe()) === "wrong password") {
      await endPostmaster(this.#pid, this.#cluster.directory, STOP_PATIENCE_MS);
      await resetPassword(this.#cluster, this.#password);
      await this.#launch(() => freePort());
    }
    await this.#prepareDatabase();
    this.#supervise();
  }

  async stop(): Promise<void> {
    if (this.#stopping) return this.exited;
    this.#stopping = true;
    clearInterval(this.#watch);
    clearInterval(this.#logWatch);
    await endPostmaster(this.#pid, this.#cluster.directory, STOP_PATIENCE_MS);
    this.#announceExit();
  }

  /** The server of a killed gateway serves on if it is well and runs with our settings; otherwise it is ended. */
  async #adoptOrphan(): Promise<boolean> {
    const orphan = await findPostmaster(this.#cluster.directory);
    if (!orphan) return false;
    this.#pid = orphan.pid;
    this.#port = orphan.port;
    const answer = orphan.port > 0 ? await this.#untilAnswer(ORPHAN_PATIENCE_MS) : "silent";
    if (answer === "ready" && (await this.#runsOurSettings())) {
      this.#log.info("database.adopted", { pid: orphan.pid, port: orphan.port });
      return true;
    }
    this.#log.info("database.orphan_ended", { pid: orphan.pid, answer });
    await endPostmaster(orphan.pid, this.#cluster.directory, ORPHAN_PATIENCE_MS);
    return false;
  }

  async #runsOurSettings(): Promise<boolean> {
    const name = this.#arguments.find((argument) => argument.startsWith("cluster_name="))?.slice("cluster_name=".length);
    return this.#query(async (client) => (await client.query("SHOW cluster_name")).rows[0]?.cluster_name === name);
  }

  /** Starts the server, on another port if the first is taken and again while remains of a killed one still end. */
  async #launch(choosePort: () => number | Promise<number>): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      this.#port = await choosePort();
      const logStart = await logSize(this.#logPath);
      const child = await this.#spawn();
      const answer = await this.#untilAnswer(deadline - Date.now(), child);
      if (answer === "ready" || answer === "wrong password") return;
      child.kill("SIGKILL");
      const output = await readLogSince(this.#logPath, logStart);
      const passing = /Address already in use|pre-existing shared memory|lock file ".*" already exists/.test(output);
      if (!passing || Date.now() > deadline) throw startError(this.#logPath, answer, output);
      await pause(100);
    }
  }

  async #spawn(): Promise<ChildProcess> {
    const log = await openLog(this.#logPath);
    const { postgres } = this.#cluster.binaries;
    const child = this.#cluster.spawnAs(postgres, [...this.#arguments, "-c", `port=${this.#port}`], {
      cwd: this.#cluster.directory,
      env: POSTGRES_ENVIRONMENT,
      detached: true, // Ctrl-C is for the gateway, which ends the database last
      stdio: ["ignore", log.fd, log.fd],
    });
    child.on("error", (error) => this.#log.error("database.spawn_failed", { message: error.message }));
    child.unref();
    await log.close();
    this.#pid = child.pid ?? 0;
    return child;
  }

  /** Asks until the server gives an answer that lasts, its process has ended, or the time is up. */
  async #untilAnswer(limitMs: number, child?: ChildProcess): Promise<Answer | "ended"> {
    const deadline = Date.now() + limitMs;
    for (;;) {
      const answer = await this.#probe();
      if (answer === "ready" || answer === "wrong password" || answer === "stopping") return answer;
      const ended = child ? child.exitCode !== null || child.signalCode !== null || !child.pid : !(await this.#runs());
      if (ended) return "ended";
      if (Date.now() > deadline) return answer;
      await pause(20);
    }
  }

  #runs(): Promise<boolean> {
    return isPostmaster(this.#pid, this.#cluster.directory);
  }

  async #probe(): Promise<Answer> {
    try {
      await this.#query((client) => client.query("SELECT 1"));
      return "ready";
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "28P01" || code === "28000") return "wrong password";
      return error instanceof Error && error.message.includes("shutting down") ? "stopping" : "silent";
    }
  }

  async #query<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({
      host: "127.0.0.1",
      port: this.#port,
      user: DATABASE_ROLE,
      password: this.#password,
      database: "postgres",
      connectionTimeoutMillis: 1_000,
      query_timeout: 10_000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return await work(client);
    } finally {
      client.end().catch(() => {});
    }
  }

  /** Statements of a killed gateway still run in an adopted server and hold locks: this process is alone, so they go. */
  async #prepareDatabase(): Promise<void> {
    await this.#query(async (client) => {
      await client.query(
        "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      );
      const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
      if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
    });
  }

  /** One check for both, the server we started and the one we adopted, which is no child of ours. */
  #supervise(): void {
    let repairing = false;
    const check = async (): Promise<void> => {
      if (repairing || this.#stopping || (await this.#runs())) return;
      repairing = true;
      await this.#repair();
      repairing = false;
    };
    this.#watch = setInterval(() => void check(), 200).unref();
    this.#logWatch = setInterval(() => void boundLog(this.#logPath), LOG_CHECK_MS).unref();
  }

  async #repair(): Promise<void> {
    this.#log.error("database.died", { pid: this.#pid });
    for (let attempt = 0; !this.#stopping; attempt++) {
      await pause(RESTART_PAUSES_MS[Math.min(attempt, RESTART_PAUSES_MS.length - 1)]);
      try {
        await this.#launch(() => this.#port);
        this.#log.info("database.restarted", { pid: this.#pid, port: this.#port });
        break;
      } catch (error) {
        this.#log.error("database.restart_failed", { message: error instanceof Error ? error.message : String(error) });
      }
    }
    if (this.#stopping) await endPostmaster(this.#pid, this.#cluster.directory, STOP_PATIENCE_MS);
  }
}

type Answer = "ready" | "wrong password" | "stopping" | "silent";

/** `cluster_name` carries a fingerprint of program and settings: an orphan of another version is not adopted. */
function settingArguments(cluster: Cluster, settings: Readonly<Record<string, string>>): string[] {
  const list = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const fingerprint = createHash("sha256").update([cluster.binaries.postgres, ...list].join("\n")).digest("hex");
  const named = [...list, `cluster_name=gateway-${fingerprint.slice(0, 16)}`];
  return ["-D", cluster.directory, ...named.flatMap((setting) => ["-c", setting])];
}

function startError(logPath: string, answer: string, output: string): EmbeddedPostgresError {
  const what = answer === "ended" ? "ended while starting" : "did not become ready";
  return new EmbeddedPostgresError(`The embedded PostgreSQL ${what}; the end of ${logPath}:\n${output.trim().split("\n").slice(-10).join("\n")}`);
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
