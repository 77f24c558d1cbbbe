import { randomBytes } from "node:crypto";
import { access, link, mkdir, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Finding } from "@/lib/config/finding";
import { FIRST_CONFIG } from "../first-config-text";

export interface FirstConfig {
  readonly written: boolean;
  /** A warning if there is no file and none could be written, so that the gateway runs on defaults. */
  readonly finding: Finding | undefined;
}

/**
 * Writes a commented configuration file, and its folder, if there is none. It appears complete or not at all, and never
 * overwrites anything, not even a dangling link. Its mode is 0600, because keys may be put into it.
 */
export async function writeFirstConfig(path: string): Promise<FirstConfig> {
  if (await exists(path)) return { written: false, finding: undefined };
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(dirname(path), { recursive: true }).catch(() => {}); // the next line reports why
    await writeFile(temporary, FIRST_CONFIG, { flag: "wx", mode: 0o600 });
    await link(temporary, path); // fails if the path exists, where a rename would overwrite it
    return { written: true, finding: undefined };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (code === "EEXIST") return { written: false, finding: undefined };
    const message = `no configuration file exists and none can be written here (${code}); the gateway runs on defaults`;
    const finding: Finding = {
      number: "C046",
      severity: "warning",
      file: path,
      path: "",
      message,
      fix: "write one, or set GATEWAY_CONFIG",
    };
    return { written: false, finding };
  } finally {
    await unlink(temporary).catch(() => {}); // the file was never made, or the folder is read-only
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
