import { existsSync } from "node:fs";
import { access, constants, readFile, statfs } from "node:fs/promises";
import { freemem, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { readJournalFolder } from "@/lib/spend/io/journal-folder";
import type { DiskSeen, JournalSeen, MemorySeen } from "./observations";

const CONTROL_GROUP = "/sys/fs/cgroup";

/** The journal's folder; undefined: there is none yet. */
export async function lookAtJournal(directory: string): Promise<JournalSeen | undefined> {
  if (!existsSync(directory)) return undefined;
  const fault = await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  const found = await readJournalFolder(directory).catch(() => undefined);
  return {
    directory,
    fault,
    segments: found?.segments.filter(({ bytes }) => bytes > 0).length ?? 0,
    setAside: found?.setAside.map(({ name }) => name) ?? [],
  };
}

/** The file system of a folder, or of the nearest one above it that exists. */
export async function lookAtDisk(directory: string): Promise<DiskSeen> {
  let existing = directory;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const { bavail, bsize, blocks } = await statfs(existing);
  return { directory, free: bavail * bsize, size: blocks * bsize };
}

/** The memory of the machine, or of the container if it has less. */
export async function lookAtMemory(): Promise<MemorySeen> {
  const machine = { available: freemem(), size: totalmem() };
  const limit = process.constrainedMemory();
  if (limit <= 0 || limit >= machine.size) return machine;
  const used = await memoryOfContainer().catch(() => 0);
  return { available: Math.min(machine.available, limit - used), size: limit };
}

/** The bytes that the container cannot give back. File contents that the kernel caches do not count. */
async function memoryOfContainer(): Promise<number> {
  const [current, statistics] = await Promise.all(
    ["memory.current", "memory.stat"].map((name) => readFile(join(CONTROL_GROUP, name), "utf8")),
  );
  const files = /^inactive_file (\d+)$/m.exec(statistics ?? "")?.[1] ?? 0;
  return Number(current) - Number(files);
}
