import { build } from "esbuild";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A TypeScript program compiled for `node`, so that a test can run it as a process of its own and kill it. */
export interface ChildBundle {
  readonly path: string;
  remove(): void;
}

/**
 * Compiles a program; `entry` is relative to the repository. The result lies where packages resolve. `sources`: the
 * checkout that `@/` means; absent: the repository.
 */
export async function bundleChild(entry: string, sources = process.cwd()): Promise<ChildBundle> {
  const root = process.cwd();
  const folder = join(root, "dist", "children");
  const path = join(folder, `${entry.replace(/[^a-z0-9]+/gi, "-")}-${process.pid}-${process.hrtime.bigint()}.mjs`);
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [join(root, entry)],
    outfile: path,
    alias: { "@": sources },
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "error",
  });
  return { path, remove: () => rmSync(path, { force: true }) };
}
