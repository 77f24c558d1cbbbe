import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Secret } from "./secret";

/** A secret of the data folder, and whether this call made it. */
export interface KeptSecret {
  readonly secret: Secret;
  readonly created: boolean;
}

/**
 * The secret kept in a file of the data folder, made on first use with mode 0600: `prefix` and 256 random bits. Two
 * processes that start together get the same one, and a crash never leaves half of one.
 */
export async function keptSecret(dataDirectory: string, fileName: string, prefix = ""): Promise<KeptSecret> {
  const path = join(dataDirectory, fileName);
  const kept = await readKept(path);
  if (kept !== undefined) return { secret: new Secret(kept), created: false };

  await mkdir(dataDirectory, { recursive: true });
  const value = prefix + randomBytes(32).toString("base64url");
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(`${value}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(temporary, path); // fails where rename would overwrite another process's secret
    return { secret: new Secret(value), created: true };
  } catch (error) {
    const other = await readKept(path);
    if (other === undefined) throw error;
    return { secret: new Secret(other), created: false };
  } finally {
    await unlink(temporary);
  }
}

async function readKept(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
