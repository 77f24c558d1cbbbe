import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, statfsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { endPostmaster, findPostmaster } from "@/lib/database/postmaster";

/** The prefix of the folders that a test process removes at its end. Its id and some letters follow. */
const FOLDER = "model-gateway-test-";
/** A folder whose files Linux keeps in memory. */
const MEMORY = "/dev/shm";
/** The bytes that a run takes at most, and some more. */
const ROOM = 6 * 1024 ** 3;

/**
 * Makes this process and its children keep their temporary files in memory, if there is room. A test database has 650
 * files, and making them on a disk takes a quarter of a second of processor time. What a test proves by killing a
 * process is the same in memory. Returns the function that removes these files.
 */
export function keepTemporaryFilesInMemory(): () => Promise<void> {
  if (process.env.MODEL_GATEWAY_TEST_DISK !== undefined || !hasRoom()) return () => Promise.resolve();
  const disk = process.env.TMPDIR;
  const folder = join(MEMORY, `${FOLDER}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755); // a database may run as another user, who must get through
  process.env.MODEL_GATEWAY_TEST_DISK = tmpdir();
  process.env.TMPDIR = folder;
  return async () => {
    delete process.env.MODEL_GATEWAY_TEST_DISK;
    if (disk === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = disk;
    await removeFolder(folder);
  };
}

/** The temporary folder whose files outlive the run. */
export function lastingFolder(): string {
  return process.env.MODEL_GATEWAY_TEST_DISK ?? tmpdir();
}

/** A new path for a folder. If this process cannot remove the folder, the next run does. */
export function ownFolder(parent = tmpdir()): string {
  return join(parent, `${FOLDER}${process.pid}-${randomBytes(4).toString("hex")}`);
}

/** Ends the servers, and removes the folders, of test processes that were killed. */
export async function removeAbandoned(): Promise<void> {
  for (const parent of new Set([tmpdir(), lastingFolder(), MEMORY])) {
    for (const name of await readdir(parent).catch(() => [])) {
      const pid = name.startsWith(FOLDER) ? Number(name.slice(FOLDER.length).split("-")[0]) : undefined;
      if (pid !== undefined && !isAlive(pid)) await removeFolder(join(parent, name));
    }
  }
}

/** Ends the servers whose data is in a folder, at most two folders below it, and removes the folder. */
async function removeFolder(folder: string, depth = 2): Promise<void> {
  const orphan = await findPostmaster(join(folder, "postgres"));
  if (orphan) await endPostmaster(orphan.pid, join(folder, "postgres"), 1_000);
  if (depth > 0) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (entry.isDirectory()) await removeFolder(join(folder, entry.name), depth - 1);
    }
  }
  await rm(folder, { recursive: true, force: true }).catch(() => {});
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= ROOM;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
