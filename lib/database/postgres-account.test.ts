import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EmbeddedPostgresError } from "./embedded-postgres-error";
import { accountSpawner, unprivilegedAccount } from "./postgres-account";
import { findPostgresBinaries } from "./postgres-binaries";

const isRoot = process.getuid?.() === 0;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "model-gateway-account-")); // 0700
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function userIdIn(directory: string): Promise<number> {
  const { postgres } = await findPostgresBinaries();
  const spawnAs = await accountSpawner(unprivilegedAccount(), { folder: directory, program: postgres });
  const child = spawnAs("/bin/sh", ["-c", 'cd "$1" && exit "$(( $(id -u) % 250 ))"', "sh", directory], {
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code;
}

describe.runIf(isRoot)("as root", () => {
  test("under root, the database's programs run as another account, in a folder that only root may enter", async () => {
    expect(await userIdIn(folder)).toBe((unprivilegedAccount()?.uid ?? 0) % 250);
    expect(unprivilegedAccount()?.uid).not.toBe(0);
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe("700");
  });

  test("under root, initdb finds postgres executable in a folder that only root may enter", async () => {
    const program = join(folder, "program");
    await writeFile(program, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const spawnAs = await accountSpawner(unprivilegedAccount(), { folder, program });
    const child = spawnAs("/bin/sh", ["-c", 'exec env test -x "$1"', "sh", program], { stdio: "inherit" });
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("under root, programs that no other account can reach are an error that says what to do", async () => {
    const attempt = accountSpawner(unprivilegedAccount(), { folder, program: join(folder, "absent") });
    await expect(attempt).rejects.toThrow(EmbeddedPostgresError);
    await expect(attempt).rejects.toThrow("start the gateway as an ordinary user");
  });
});

describe.skipIf(isRoot)("as an ordinary user", () => {
  test("the database's programs of an ordinary user run as that user", async () => {
    expect(unprivilegedAccount()).toBeUndefined();
    expect(await userIdIn(folder)).toBe((process.getuid?.() ?? 0) % 250);
  });
});
