import { access, mkdir, mkdtemp, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findPostgresBinaries, makeMissingLinks } from "./postgres-binaries";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "model-gateway-binaries-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("PostgreSQL's programs for this platform are found", async () => {
  const { initdb, postgres } = await findPostgresBinaries();
  await Promise.all([access(initdb), access(postgres)]);
});

test("the library links that an install without scripts leaves out are made, and making them again changes nothing", async () => {
  await mkdir(join(directory, "native", "lib"), { recursive: true });
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  await writeFile(join(directory, "native", "pg-symlinks.json"), JSON.stringify(links));
  await makeMissingLinks(directory);
  await makeMissingLinks(directory);
  expect(await readlink(join(directory, "native", "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
});

test("no library links are made on a platform that needs none", async () => {
  await expect(makeMissingLinks(directory)).resolves.toBeUndefined();
});
