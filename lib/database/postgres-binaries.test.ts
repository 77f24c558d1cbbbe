import { access, mkdir, mkdtemp, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findPostgresBinaries, makeMissingLinks } from "./postgres-binaries";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "model-gateway-binaries-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it("finds the programs of this platform", async () => {
  const { initdb, postgres } = await findPostgresBinaries();
  await Promise.all([access(initdb), access(postgres)]);
});

it("makes the library links that an install without scripts leaves out, and again without harm", async () => {
  await mkdir(join(directory, "native", "lib"), { recursive: true });
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  await writeFile(join(directory, "native", "pg-symlinks.json"), JSON.stringify(links));
  await makeMissingLinks(directory);
  await makeMissingLinks(directory);
  expect(await readlink(join(directory, "native", "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
});

it("asks for no links where a platform has none", async () => {
  await expect(makeMissingLinks(directory)).resolves.toBeUndefined();
});
