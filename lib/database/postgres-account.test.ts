import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
  it("the database's programs run under an account that is not root's, in a folder that only root may enter", async () => {
    expect(await userIdIn(folder)).toBe((unprivilegedAccount()?.uid ?? 0) % 250);
    expect(unprivilegedAccount()?.uid).not.toBe(0);
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe("700");
  });

  it("they find one another executable, as initdb asks of postgres, where only root may pass", async () => {
    const program = join(folder, "program");
    await writeFile(program, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const spawnAs = await accountSpawner(unprivilegedAccount(), { folder, program });
    const child = spawnAs("/bin/sh", ["-c", 'exec env test -x "$1"', "sh", program], { stdio: "inherit" });
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("what no account can reach is an error that says what to do", async () => {
    const attempt = accountSpawner(unprivilegedAccount(), { folder, program: join(folder, "absent") });
    await expect(attempt).rejects.toThrow(EmbeddedPostgresError);
    await expect(attempt).rejects.toThrow("start the gateway as an ordinary user");
  });
});

describe.skipIf(isRoot)("as an ordinary user", () => {
  it("the database's programs run as that user", async () => {
    expect(unprivilegedAccount()).toBeUndefined();
    expect(await userIdIn(folder)).toBe((process.getuid?.() ?? 0) % 250);
  });
});
