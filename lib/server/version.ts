import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const known = new Map<string, string>();

/**
 * The version in the package.json of a project folder. One that is not released yet also names its commit:
 * `0.2.0-dev+1a2b3c4d`. Otherwise two such versions could not be told apart.
 */
export function productVersion(root: string): string {
  let version = known.get(root);
  if (version === undefined) known.set(root, (version = readVersion(root)));
  return version;
}

function readVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (typeof manifest !== "object" || manifest === null) return "unknown";
  const version = String(Reflect.get(manifest, "version"));
  if (!version.endsWith("-dev")) return version;
  const revision = revisionOf(root);
  return revision === undefined ? version : `${version}+${revision}`;
}

/** The image has it in a file, a clone in Git. */
function revisionOf(root: string): string | undefined {
  try {
    return shortened(readFileSync(join(root, "REVISION"), "utf8"));
  } catch {
    const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" });
    return status === 0 ? shortened(stdout) : undefined;
  }
}

function shortened(revision: string): string | undefined {
  return /^[0-9a-f]{8}/.exec(revision.trim())?.[0];
}
