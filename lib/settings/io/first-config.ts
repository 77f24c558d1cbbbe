import { randomBytes } from "node:crypto";
import { access, link, unlink, writeFile } from "node:fs/promises";
import type { Finding } from "@/lib/config/finding";
import { FIRST_CONFIG } from "../first-config-text";

export interface FirstConfig {
  readonly written: boolean;
  /** A warning when there is no file and none could be written: the gateway then runs on defaults. */
  readonly finding: Finding | undefined;
}

/**
 * Writes a commented configuration file where there is none. It appears whole or not at all, and nothing that is
 * there, not even a dangling link, is ever overwritten. Mode 0600, as keys may be put into it.
 */
export async function writeFirstConfig(path: string): Promise<FirstConfig> {
  if (await exists(path)) return { written: false, finding: undefined };
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(temporary, FIRST_CONFIG, { flag: "wx", mode: 0o600 });
    await link(temporary, path); // fails where rename would overwrite
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
    await unlink(temporary).catch(() => {}); // was never made, or the folder is read-only
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
