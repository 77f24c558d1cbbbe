import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version in the package.json of a project folder. */
export function productVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null ? String(Reflect.get(manifest, "version")) : "unknown";
}
