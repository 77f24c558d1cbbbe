import { execFile } from "node:child_process";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

/** A running PostgreSQL server's first process. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/**
 * The running server of a cluster, if there is one. A pid file whose process is another program (pids are reused, at
 * once so in containers) is removed, since PostgreSQL would refuse to start because of it.
 */
export async function findPostmaster(clusterDirectory: string): Promise<Postmaster | undefined> {
  const pidFile = join(clusterDirectory, "postmaster.pid");
  let lines = await readLines(pidFile);
  if (lines?.[0] === "") {
    await pause(100); // torn, or its server is about to write it
    lines = await readLines(pidFile);
  }
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) {
    await rm(pidFile, { force: true });
    return undefined;
  }
  if (await isPostmaster(pid, clusterDirectory)) return { pid, port: Number(lines[3]) };
  if (exists(pid)) await rm(pidFile, { force: true });
  return undefined;
}

async function readLines(path: string): Promise<string[] | undefined> {
  return (await readFile(path, "utf8").catch(() => undefined))?.split("\n");
}

/** Whether a process is the server of this cluster: a server's working folder is its cluster. Zombies are not. */
export async function isPostmaster(pid: number, clusterDirectory: string): Promise<boolean> {
  if (pid <= 1 || !exists(pid)) return false;
  if (process.platform !== "linux") return commandNames(pid, clusterDirectory);
  try {
    const [own, its, name] = await Promise.all([
      stat(clusterDirectory),
      stat(`/proc/${pid}/cwd`),
      readFile(`/proc/${pid}/comm`, "utf8"),
    ]);
    return own.ino === its.ino && own.dev === its.dev && name === "postgres\n";
  } catch {
    return false;
  }
}

/** The ways PostgreSQL can be asked to end, gentle first, each with the time it gets. */
const ENDINGS = [
  ["SIGINT", 1],
  ["SIGQUIT", 0.25],
  ["SIGKILL", 0.25],
] as const;

/** Ends a server: fast shutdown first, harder when it does not end; takes at most 1.5 times `patienceMs`. */
export async function endPostmaster(pid: number, clusterDirectory: string, patienceMs: number): Promise<void> {
  for (const [signal, share] of ENDINGS) {
    if (!(await isPostmaster(pid, clusterDirectory))) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + patienceMs * share;
    while (Date.now() < deadline) {
      if (!(await isPostmaster(pid, clusterDirectory))) return;
      await pause(20);
    }
  }
}

/** Asks a server to shut down fast, without waiting: all that can be done while a process exits. */
export function signalServer(pid: number): void {
  if (pid <= 1) return;
  try {
    process.kill(pid, "SIGINT");
  } catch {
    // it has ended already
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function commandNames(pid: number, clusterDirectory: string): Promise<boolean> {
  const result = await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return result.stdout.includes(clusterDirectory);
}
