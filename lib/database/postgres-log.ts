import { copyFile, type FileHandle, open, stat, truncate } from "node:fs/promises";

const LIMIT_BYTES = 4 * 1024 * 1024;

/** Opens the server's log (0600) for appending, after bounding its size. */
export async function openLog(path: string): Promise<FileHandle> {
  await boundLog(path);
  return open(path, "a", 0o600);
}

/** Empties a log of more than 4 MiB, after a copy to `.old`. The server keeps writing to the same open file. */
export async function boundLog(path: string): Promise<void> {
  if ((await logSize(path)) <= LIMIT_BYTES) return;
  await copyFile(path, `${path}.old`).catch(() => {}); // on a full disk, emptying the log matters even more
  await truncate(path).catch(() => {});
}

/** The size of a file in bytes; 0 if there is none. */
export async function logSize(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** The log from byte `start` on, at most its last 4,000 bytes. */
export async function readLogSince(path: string, start: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const from = Math.max(start > size ? 0 : start, size - 4_000);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
