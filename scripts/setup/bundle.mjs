import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Compiles exports of TypeScript files and imports them, for small commands that must not wait for a build. `contents`
 * is a module that resolves from the repository root, where `@/` points too. Imports that match `without` are left out,
 * for a command that never calls what is behind them.
 */
export async function importTypeScript(contents, { without } = {}) {
  const { build } = await import("esbuild");
  const result = await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    alias: { "@": root },
    plugins: without ? [leaveOut(without)] : [],
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: "inline",
    write: false,
    logLevel: "silent",
  });
  // Written below node_modules, so that packages resolve, under a name of its own, so that two commands never share it.
  const folder = join(root, "node_modules", ".cache", "model-gateway");
  const file = join(folder, `bundle-${process.pid}-${process.hrtime.bigint()}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, result.outputFiles[0].contents);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(file, { force: true });
  }
}

/** Makes every import from such a module undefined. Neither the module nor what it needs is loaded or has to exist. */
function leaveOut(filter) {
  return {
    name: "leave-out",
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: "left-out" }));
      build.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "module.exports = {};", loader: "js" }));
    },
  };
}
