import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { createConnection } from "node:net";
import { delimiter, join } from "node:path";
import { findFreePort } from "./free-port";

/** A real Redis for the tests of one file; nothing of it is kept on disk. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends the server. `start` brings an empty one back at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends the process; `resume` lets it go on. */
  pause(): void;
  resume(): void;
}

/** The names of the program. Debian's server is a second name of a tool that comes without a service. */
const NAMES = ["redis-server", "valkey-server", "redis-check-rdb"];

/** Finds a Redis on the PATH or, as root on Debian, installs one; undefined: there is none. */
export function findRedis(): string | undefined {
  const found = onPath();
  if (found !== undefined || process.getuid?.() !== 0 || !isExecutable("/usr/bin/apt-get")) return found;
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const parameters of [
    ["update", "-q"],
    ["install", "-y", "-q", "--no-install-recommends", "redis-tools"],
  ])
    spawnSync("apt-get", parameters, { env: environment });
  return onPath();
}

/**
 * Starts a server of its own on a free port, with more parameters if need be. With the configuration of a Sentinel, it
 * is one.
 */
export async function startRedis(
  program: string,
  more: readonly string[] = [],
  sentinel?: string,
): Promise<RedisServer> {
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const endWithUs = (): void => void child?.kill("SIGKILL");
  process.on("exit", endWithUs);

  async function start(): Promise<void> {
    const parameters =
      sentinel === undefined
        ? [
            "--port",
            String(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            // Otherwise a replica would keep what it gets from its master in a file.
            "--repl-diskless-sync",
            "yes",
            "--repl-diskless-sync-delay",
            "0",
            "--repl-diskless-load",
            "swapdb",
            ...more,
          ]
        : [sentinel, "--sentinel", "--port", String(port), "--bind", "127.0.0.1"];
    child = spawn(program, parameters, { argv0: "redis-server", stdio: "ignore" });
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error("The Redis server ended before it was ready");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    start,
    stop,
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.on("data", () => (socket.destroy(), resolve(true)));
    socket.on("error", () => resolve(false));
  });
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
