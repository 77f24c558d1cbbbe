import { execFile } from "node:child_process";
import type { Stats } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

/** The first process of a running PostgreSQL server. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/**
 * The running server of a cluster, if there is one. If the pid file names another program (pids are reused, in
 * containers immediately), the file is removed, because PostgreSQL would refuse to start.
 */
export async function findPostmaster(clusterDirectory: string): Promise<Postmaster | undefined> {
  const pidFile = join(clusterDirectory, "postmaster.pid");
  let lines = await readLines(pidFile);
  if (lines?.[0] === "") {
    await pause(100); // the file is torn, or its server has not finished writing it
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

/** Whether a process is the server of this cluster, by its working folder, and not a zombie. */
export async function isPostmaster(pid: number, clusterDirectory: string): Promise<boolean> {
  if (pid <= 1 || !exists(pid)) return false;
  if (process.platform !== "linux") return commandNames(pid, clusterDirectory);
  try {
    if ((await readFile(`/proc/${pid}/comm`, "utf8")) !== "postgres\n") return false;
    const own = await stat(clusterDirectory);
    const its = await workingFolder(pid);
    // A zombie's command line is empty.
    if (its === "hidden") return (await commandLine(pid)).includes(clusterDirectory);
    return own.ino === its.ino && own.dev === its.dev;
  } catch (error) {
    return isOutOfFiles(error);
  }
}

/**
 * Whether the process has no file descriptors left. It then cannot look, and a running process must not be taken for a
 * dead one.
 */
function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE");
}

/**
 * The working folder of a process. "hidden": root in a container may not see that of another account's process without
 * CAP_SYS_PTRACE.
 */
async function workingFolder(pid: number): Promise<Stats | "hidden"> {
  try {
    return await stat(`/proc/${pid}/cwd`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return "hidden";
    throw error;
  }
}

async function commandLine(pid: number): Promise<string[]> {
  return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
}

/** The signals that end PostgreSQL, the gentlest first, each with its share of the time. */
const ENDINGS = [
  ["SIGINT", 1],
  ["SIGQUIT", 0.25],
  ["SIGKILL", 0.25],
] as const;

/** Ends a server: with a fast shutdown first, then harder. Takes at most 1.5 times `timeoutMs`. */
export async function endPostmaster(pid: number, clusterDirectory: string, timeoutMs: number): Promise<void> {
  for (const [signal, share] of ENDINGS) {
    if (!(await isPostmaster(pid, clusterDirectory))) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + timeoutMs * share;
    while (Date.now() < deadline) {
      if (!(await isPostmaster(pid, clusterDirectory))) return;
      await pause(20);
    }
  }
}

/** Tells a server to shut down fast, without waiting for it, because an exiting process cannot wait. */
export function signalServer(pid: number): void {
  if (pid <= 1) return;
  try {
    process.kill(pid, "SIGINT");
  } catch {
    // the server has already ended
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
