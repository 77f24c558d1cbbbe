import { copyFile, type FileHandle, open, stat, truncate } from "node:fs/promises";

const LIMIT_BYTES = 4 * 1024 * 1024;

/** Opens the server's log for appending (0600), after a check of its size. */
export async function openLog(path: string): Promise<FileHandle> {
  await boundLog(path);
  return open(path, "a", 0o600);
}

/** Keeps a log at 4 MiB: the full part moves to `.old`. The server goes on writing to the same open file. */
export async function boundLog(path: string): Promise<void> {
  if ((await logSize(path)) <= LIMIT_BYTES) return;
  await copyFile(path, `${path}.old`).catch(() => {}); // a full disk is a reason more to truncate
  await truncate(path).catch(() => {});
}

/** In bytes; 0 when there is none. */
export async function logSize(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** What was written after `start` bytes, at most the last 4,000 bytes. */
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
