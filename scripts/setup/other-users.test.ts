import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withNpmCache } from "./npm-cache.mjs";
import { requireWritable } from "./require-writable.mjs";

let folder: string;
let locked: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "another user's "));
  chmodSync(folder, 0o755);
  // Where the other user can read them, wherever the project stands.
  for (const file of ["npm-cache.mjs", "require-writable.mjs", "run.mjs"])
    copyFileSync(join(dirname(fileURLToPath(import.meta.url)), file), join(folder, file));
  locked = join(folder, "locked");
  mkdirSync(locked, { mode: 0o555 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a script prints that runs as a user who may not write to `locked`, without a name if that can be. */
function asOther(script: string): string {
  return execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    env: { NODE_ENV: "test", LOCKED: locked },
    encoding: "utf8",
    ...(process.getuid?.() === 0 && { uid: 12345, gid: 12345 }),
  });
}

test("without a home to write to, npm gets a cache of its own for as long as it runs", () => {
  const used = asOther(`
    import { existsSync } from "node:fs";
    import { withNpmCache } from "./npm-cache.mjs";
    await withNpmCache({ npm_config_cache: process.env.LOCKED + "/.npm" }, async ([flag, path]) => {
      if (flag === "--cache" && existsSync(path)) process.stdout.write(path);
    });`);
  expect(used).toContain("npm-cache-");
  expect(existsSync(used)).toBe(false);
});

test("a cache that npm can write to, or make, stays npm's own", async () => {
  for (const cache of [folder, join(folder, "new/.npm")])
    expect(await withNpmCache({ NODE_ENV: "test", npm_config_cache: cache }, async (parameters) => parameters)).toEqual(
      [],
    );
});

test("a folder that is not ready and not writable is refused in words, with what is to be done there", () => {
  expect(() => requireWritable(folder, ["Building the console"])).not.toThrow();
  const said = asOther(`
    import { requireWritable } from "./require-writable.mjs";
    try { requireWritable(process.env.LOCKED, ["Building the console"]); } catch ({ message }) { console.log(message); }`);
  expect(said).toMatch(/is not ready, and user id \d+ may not write to it \(EACCES\)\. Still to be done: Building the/);
});
