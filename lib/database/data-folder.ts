import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { tryLock } from "fs-native-extensions";
import { unprivilegedAccount } from "./postgres-account";

/** The folder cannot be used as it is. The message is one line that names the folder and the fix. */
export class DataFolderError extends Error {
  override readonly name: string = "DataFolderError";
}

/** Another process uses this data folder. */
export class DataFolderInUseError extends DataFolderError {
  override readonly name = "DataFolderInUseError";
  constructor(
    readonly directory: string,
    /** The other process; undefined if it has not written its id yet. */
    readonly pid: number | undefined,
  ) {
    const owner = pid === undefined ? "another process" : `another gateway (process ${pid})`;
    super(`The data folder ${directory} is in use by ${owner}: stop it, or set GATEWAY_DATA_DIR to another folder`);
  }
}

/** A data folder that belongs to this process until the process releases it or ends, however it ends. */
export interface DataFolder {
  /** Absolute path. */
  readonly directory: string;
  release(): void;
}

/**
 * Creates the data folder (0700) unless it exists, and takes its kernel lock. The lock belongs to an open file of this
 * process. The kernel drops it however the process ends, and no child inherits it, because Node.js opens files
 * close-on-exec.
 * @throws DataFolderInUseError, or DataFolderError if it cannot be created, is not a folder, or cannot be written
 */
export function openDataFolder(directory: string): DataFolder {
  createFolder(directory);
  const file = openLockFile(directory);
  try {
    if (!tryLock(file)) throw new DataFolderInUseError(directory, readPid(file));
    ftruncateSync(file);
    writeSync(file, `${process.pid}\n`, 0);
  } catch (error) {
    closeSync(file);
    throw error instanceof DataFolderError ? error : unusable(directory, "cannot be locked", error);
  }
  let held = true;
  return {
    directory,
    release() {
      if (held) closeSync(file);
      held = false;
    },
  };
}

function createFolder(directory: string): void {
  try {
    mkdirSync(dirname(directory), { recursive: true });
    mkdirSync(directory, { mode: 0o700 });
    letDatabaseAccountPass(directory);
  } catch (error) {
    if (isFolder(directory)) return;
    if (errorCode(error) !== "EEXIST") throw unusable(directory, "cannot be created", error);
    throw new DataFolderError(
      `The data folder ${directory} cannot be created (a file stands in its place): set GATEWAY_DATA_DIR to a folder`,
    );
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Lets the database's account pass through the folder when root starts the gateway. The account's group may then enter
 * the folder but not list it.
 */
function letDatabaseAccountPass(directory: string): void {
  const account = unprivilegedAccount();
  if (!account) return;
  chownSync(directory, 0, account.gid);
  chmodSync(directory, 0o710);
}

/** Opens a bare descriptor, because garbage collection would close a FileHandle and drop its lock. */
function openLockFile(directory: string): number {
  try {
    return openSync(join(directory, "gateway.lock"), constants.O_RDWR | constants.O_CREAT, 0o600);
  } catch (error) {
    throw unusable(directory, "cannot be written", error);
  }
}

function readPid(file: number): number | undefined {
  const content = Buffer.alloc(32);
  const pid = Number(content.toString("latin1", 0, readSync(file, content, 0, 32, 0)).trim());
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** Why the system refuses a folder, by its code, and what helps. */
const REASONS: Readonly<Record<string, readonly [reason: string, help: string]>> = {
  EACCES: ["this user has no permission", "give this user write permission"],
  EPERM: ["this user has no permission", "give this user write permission"],
  EROFS: ["the file system is read-only", "mount it so that it can be written"],
  ENOSPC: ["the disk is full", "free some room"],
  EDQUOT: ["the disk quota is used up", "free some room"],
  ENOTDIR: ["a part of the path is not a folder", "correct the path"],
  ENOLCK: ["the file system has no locks", "use one that has"],
};

function unusable(directory: string, what: string, cause: unknown): DataFolderError {
  const code = errorCode(cause);
  const [reason, help] = REASONS[code] ?? [code, "look into it"];
  return new DataFolderError(
    `The data folder ${directory} ${what} (${reason}): ${help}, or set GATEWAY_DATA_DIR to another folder`,
    { cause },
  );
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** Flushes a folder to disk, so that a new name in it survives a power cut. */
export async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
