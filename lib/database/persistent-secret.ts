import { randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "./data-folder";

/** Ends a secret's file. A file without it was torn by a crash before anybody could use its value. */
const END = "\n";

/** A secret in the data folder. */
export interface PersistentSecret {
  readonly value: string;
  /** Whether this call generated the secret. Only then is a key shown to the operator. */
  readonly created: boolean;
}

/**
 * Reads the secret from the file `name` (0600) in the data folder, or generates and writes it. Processes that ask at
 * the same time get the same value. A torn or empty file is replaced.
 * @throws the file system's error if the file can be neither read nor written
 */
export async function persistentSecret(
  directory: string,
  name: string,
  generate: () => string,
): Promise<PersistentSecret> {
  const path = join(directory, name);
  const kept = await readPersistentSecret(directory, name);
  if (kept !== undefined) return { value: kept, created: false };
  const temporary = `${path}.new-${randomBytes(6).toString("hex")}`;
  const value = generate();
  await writeDurably(temporary, value + END);
  try {
    return await publish(temporary, path, value);
  } finally {
    await rm(temporary, { force: true });
    await syncFolder(directory);
  }
}

/**
 * Writes another secret to the file `name`. The old file is kept as `NAME.before-SUFFIX`.
 * @throws the file system's error
 */
export async function replacePersistentSecret(
  directory: string,
  name: string,
  { value, suffix }: { readonly value: string; readonly suffix: string },
): Promise<void> {
  const path = join(directory, name);
  const temporary = `${path}.new-${randomBytes(6).toString("hex")}`;
  await writeDurably(temporary, value + END);
  await rename(path, `${path}.before-${suffix}`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(temporary, path);
  await syncFolder(directory);
}

/** `link` never replaces a file: of two processes that generate at once, one wins and the other reads its value. */
async function publish(temporary: string, path: string, value: string): Promise<PersistentSecret> {
  try {
    await link(temporary, path);
    return { value, created: true };
  } catch {
    const other = await readSecret(path);
    if (other !== undefined) return { value: other, created: false };
    await rename(temporary, path); // the file there is torn
    return { value, created: true };
  }
}

/** The secret that an earlier start kept; undefined: there is none. @throws the file system's error */
export function readPersistentSecret(directory: string, name: string): Promise<string | undefined> {
  return readSecret(join(directory, name));
}

async function readSecret(path: string): Promise<string | undefined> {
  const content = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const value = content.slice(0, -END.length);
  return content.endsWith(END) && /^[\x21-\x7e]+$/.test(value) ? value : undefined;
}

async function writeDurably(path: string, content: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
