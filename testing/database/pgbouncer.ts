import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./free-port";

/** A real PgBouncer in transaction mode in front of a test database. */
export interface PgBouncer {
  /** The address of the database through it. */
  readonly url: string;
  /** Kills it by SIGKILL. Its clients lose their connections, whatever they are doing. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const PROGRAM = "/usr/sbin/pgbouncer";

/** Finds the program, or installs it as root on Debian. @throws Error that says how to install it */
function requirePgBouncer(): string {
  if (!isExecutable(PROGRAM) && process.getuid?.() === 0) {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    for (const parameters of [
      ["update", "-q"],
      ["install", "-y", "-q", "--no-install-recommends", "pgbouncer"],
    ])
      spawnSync("apt-get", parameters, options);
  }
  if (!isExecutable(PROGRAM)) throw new Error("This test needs PgBouncer: apt-get install pgbouncer");
  return PROGRAM;
}

/** Starts a PgBouncer on a free port, with so few server connections that clients often change theirs. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const program = requirePgBouncer();
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  chmodSync(folder, 0o755);
  const listens = await findFreePort();
  const database = `host=${hostname} port=${port} user=${username} password='${decodeURIComponent(password)}'`;
  const settings = [
    "[databases]",
    `${pathname.slice(1)} = ${database}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${listens}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 3",
    "max_client_conn = 200",
    // Its default of 15 s would prolong each outage of the server.
    "server_login_retry = 1",
  ];
  writeFileSync(join(folder, "pgbouncer.ini"), settings.join("\n"));
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(program, [...account, join(folder, "pgbouncer.ini")], { stdio: "ignore" });
    await untilListening(started, listens);
    return started;
  };
  let child = await start();
  const endWithUs = (): void => void child.kill("SIGKILL");
  process.on("exit", endWithUs);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${listens}`;
  return {
    url: url.href,
    kill,
    async restart() {
      child = await start();
    },
    async stop() {
      process.off("exit", endWithUs);
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode} before it was ready`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => (socket.destroy(), resolve(true)));
    socket.on("error", () => resolve(false));
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
