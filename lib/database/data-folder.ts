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

/** The folder cannot be used as it is; the message is one line that names it and what would be right. */
export class DataFolderError extends Error {
  override readonly name: string = "DataFolderError";
}

/** Another process serves from this data folder. */
export class DataFolderInUseError extends DataFolderError {
  override readonly name = "DataFolderInUseError";
  constructor(
    readonly directory: string,
    /** Undefined when the other process has not written it yet. */
    readonly pid: number | undefined,
  ) {
    const owner = pid === undefined ? "another process" : `another gateway (process ${pid})`;
    super(`The data folder ${directory} is in use by ${owner}: stop it, or set GATEWAY_DATA_DIR to another folder`);
  }
}

/** A data folder that belongs to this process alone until it is released or the process ends, however it ends. */
export interface DataFolder {
  /** Absolute path. */
  readonly directory: string;
  release(): void;
}

/**
 * Creates the data folder if need be (0700) and takes its kernel lock. The lock lives with this process's open file:
 * the kernel drops it at any end of the process, and since Node.js opens files close-on-exec no child keeps it.
 * @throws DataFolderInUseError, or DataFolderError when it cannot be created, is no folder, or cannot be written
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

/** Started by root, the database runs under another account, whose files lie inside: it may pass, but not look around. */
function letDatabaseAccountPass(directory: string): void {
  const account = unprivilegedAccount();
  if (!account) return;
  chownSync(directory, 0, account.gid);
  chmodSync(directory, 0o710);
}

/** A bare descriptor: unlike a FileHandle it is not closed, and the lock with it, when garbage is collected. */
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

function unusable(directory: string, what: string, cause: unknown): DataFolderError {
  const reasons: Record<string, string> = {
    EACCES: "this user has no permission",
    EPERM: "this user has no permission",
    EROFS: "the file system is read-only",
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    ENOTDIR: "a part of the path is not a folder",
    ENOLCK: "the file system has no locks",
  };
  const code = errorCode(cause);
  const reason = reasons[code] ?? code;
  return new DataFolderError(
    `The data folder ${directory} ${what} (${reason}): give this user write permission, or set GATEWAY_DATA_DIR to another folder`,
    { cause },
  );
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** Makes a new name in a folder survive a power cut. */
export async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
