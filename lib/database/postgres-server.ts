import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { EmbeddedPostgresError } from "./embedded-postgres-error";
import type { EmbeddedPostgresOptions } from "./postgres-cluster";
import { POSTGRES_ENVIRONMENT } from "./postgres-account";
import type { Cluster } from "./postgres-cluster";
import { logSize, openLog, readLogSince } from "./postgres-log";
import { type Answer, askServer, type Login, withSession } from "./postgres-session";
import { endPostmaster, findPostmaster, isPostmaster, type Postmaster, signalServer } from "./postmaster";

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "", // a socket's path is limited to 107 bytes, and a data folder's can be longer
  max_connections: "100",
  shared_buffers: "128MB",
  fsync: "on",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB", // bounds the replay after a crash
  client_connection_check_interval: "1s", // ends the statements of a killed gateway
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C", // the messages that are matched below are English
  log_destination: "stderr",
  logging_collector: "off",
  log_line_prefix: "%m [%p] ",
};
const START_LIMIT_MS = 60_000;
/** How long the server of a killed gateway may take to answer, and then to shut down by itself, in milliseconds. */
const ORPHAN_TIMEOUT_MS = 1_000;
const ASK_LIMIT_MS = 1_000;
const PASSING_FAULT = /Address already in use|pre-existing shared memory|lock file "[^"]*" already exists/;

/** The server process of a cluster, which this process has started or adopted. */
export class PostgresServer {
  readonly logPath: string;
  readonly #cluster: Cluster;
  readonly #password: string;
  readonly #options: EmbeddedPostgresOptions;
  readonly #arguments: readonly string[];
  readonly #fingerprint: string;
  #process: Postmaster = { pid: 0, port: 0 };
  #abandoned = false;
  /**
   * Ends the server when this process exits without `end`, for example after a second Ctrl-C or an uncaught error.
   * SIGKILL and a crash of Node.js itself leave the server running.
   */
  readonly #exitWithProcess = (): void => signalServer(this.#process.pid);

  constructor(cluster: Cluster, password: string, options: EmbeddedPostgresOptions) {
    this.logPath = join(options.directory, "postgres.log");
    this.#cluster = cluster;
    this.#password = password;
    this.#options = options;
    const settings = Object.entries({ ...SETTINGS, ...options.settings }).map(([name, value]) => `${name}=${value}`);
    // Used as cluster_name, so that an orphan with other settings or of another version is not adopted.
    const identity = createHash("sha256")
      .update([cluster.binaries.postgres, ...settings].join("\n"))
      .digest("hex");
    this.#fingerprint = `gateway-${identity.slice(0, 16)}`;
    this.#arguments = [...settings, `cluster_name=${this.#fingerprint}`].flatMap((setting) => ["-c", setting]);
  }

  get pid(): number {
    return this.#process.pid;
  }

  get login(): Login {
    return { port: this.#process.port, password: this.#password };
  }

  ask(limitMs = ASK_LIMIT_MS): Promise<Answer> {
    return askServer(this.login, limitMs);
  }

  isRunning(): Promise<boolean> {
    return isPostmaster(this.#process.pid, this.#cluster.directory);
  }

  async end(timeoutMs: number): Promise<void> {
    await endPostmaster(this.#process.pid, this.#cluster.directory, timeoutMs);
    process.off("exit", this.#exitWithProcess);
  }

  /** Makes a running `bringUp` give up soon. */
  abandonStart(): void {
    this.#abandoned = true;
  }

  /**
   * Resolves when a server answers, even if the answer is "wrong password". Without `port`, adopts a running server or
   * starts one on a free port. Tries again while a killed server is still ending.
   * @throws EmbeddedPostgresError with the end of the server's log
   */
  async bringUp(port?: number): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS;
    process.off("exit", this.#exitWithProcess).on("exit", this.#exitWithProcess);
    while (!this.#abandoned) {
      if (await this.#adoptOrEndOrphan(port)) return;
      const logStart = await logSize(this.logPath);
      const child = await this.#spawn(port ?? (await freePort()));
      const answer = await this.#untilAnswer(deadline, child);
      if (answer === "ready" || answer === "wrong password") return;
      child.kill("SIGKILL");
      const output = await readLogSince(this.logPath, logStart);
      if (!PASSING_FAULT.test(output) || Date.now() > deadline) throw startError(this.logPath, answer, output);
      await pause(100);
    }
  }

  /** Adopts the server of a killed gateway if it is healthy and has this version's settings. Otherwise ends it. */
  async #adoptOrEndOrphan(port: number | undefined): Promise<boolean> {
    const orphan = await findPostmaster(this.#cluster.directory);
    if (!orphan) return false;
    this.#process = orphan;
    const mayAdopt = orphan.port > 0 && (port === undefined || port === orphan.port);
    const answer = mayAdopt ? await this.#untilAnswer(Date.now() + ORPHAN_TIMEOUT_MS) : "unasked";
    const adopted = answer === "ready" && (await this.#runsOurSettings());
    this.#options.log.info(adopted ? "database.adopted" : "database.orphan_ended", {
      pid: orphan.pid,
      port: orphan.port,
      answer,
    });
    if (!adopted) await endPostmaster(orphan.pid, this.#cluster.directory, ORPHAN_TIMEOUT_MS);
    return adopted;
  }

  async #runsOurSettings(): Promise<boolean> {
    const shown = withSession(
      this.login,
      (client) => client.query<{ cluster_name: string }>("SHOW cluster_name"),
      ASK_LIMIT_MS,
    );
    return (await shown.catch(() => undefined))?.rows[0]?.cluster_name === this.#fingerprint;
  }

  async #spawn(port: number): Promise<ChildProcess> {
    const log = await openLog(this.logPath);
    const { binaries, directory, spawnAs } = this.#cluster;
    const child = spawnAs(binaries.postgres, ["-D", directory, ...this.#arguments, "-c", `port=${port}`], {
      cwd: directory,
      env: POSTGRES_ENVIRONMENT,
      detached: true, // so that Ctrl-C reaches only the gateway, which ends the database last
      stdio: ["ignore", log.fd, log.fd],
    });
    child.on("error", (error) => this.#options.log.error("database.spawn_failed", { message: error.message }));
    child.unref();
    await log.close();
    this.#process = { pid: child.pid ?? 0, port };
    return child;
  }

  /**
   * Asks until the answer is final, the process has ended, or the deadline has passed. A server that is still starting
   * gets a minute.
   */
  async #untilAnswer(deadline: number, child?: ChildProcess): Promise<Answer | "ended"> {
    const latest = Date.now() + START_LIMIT_MS;
    for (;;) {
      const answer = await this.ask();
      if (answer === "ready" || answer === "wrong password" || answer === "stopping") return answer;
      const running = child
        ? child.exitCode === null && child.signalCode === null && child.pid
        : await this.isRunning();
      if (!running) return "ended";
      if (this.#abandoned || Date.now() > (answer === "starting" ? latest : deadline)) return answer;
      await pause(20);
    }
  }
}

export function startError(logPath: string, answer: string, output: string): EmbeddedPostgresError {
  const what = answer === "ended" ? "ended while starting" : "did not become ready in a minute";
  const end = output.trim().split("\n").slice(-10).join("\n");
  const cure = output.includes("No space left on device")
    ? " because its disk is full: free some room there, or move GATEWAY_DATA_DIR to a larger disk"
    : "";
  return new EmbeddedPostgresError(`The embedded PostgreSQL ${what}${cure}; the end of ${logPath}:\n${end}`);
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
