import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Holds a lock file while `work` runs, so that two commands started at once in one clone build it once. A lock whose
 * process is gone is taken over.
 * @template Result
 * @param {string} path
 * @param {() => Promise<Result>} work
 * @param {() => void} onWait called once, when another process has the lock
 * @returns {Promise<Result>}
 */
export async function withLock(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  let waited = false;
  while (!tryLock(path)) {
    if (!waited) onWait();
    waited = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const release = () => rmSync(path, { force: true });
  process.on("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = readHolder(path);
  if (holder === undefined || isAlive(holder)) return false;
  // Whoever moves the dead lock away may try again. The move is atomic, so two processes cannot both remove it.
  const grave = `${path}.${process.pid}`;
  try {
    renameSync(path, grave);
  } catch {
    return false;
  }
  if (readHolder(grave) === holder) rmSync(grave, { force: true });
  else renameSync(grave, path); // another process had taken it over in between
  return false;
}

/** The process id in a lock file; undefined while it is being written or is gone. */
function readHolder(path) {
  try {
    return Number(readFileSync(path, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  if (pid === process.pid) return false; // of an earlier life: process ids come round again, above all in containers
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
