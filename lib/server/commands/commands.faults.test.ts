import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentFrom } from "@/lib/config/environment-variables";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase } from "@/lib/database/migrate";
import { persistentSecret } from "@/lib/database/persistent-secret";
import { openDatabase } from "@/lib/store/database";
import { SecretBox } from "@/lib/store/secret-box";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { execute, MIGRATIONS_DIRECTORY } from "@/testing/database/test-server";
import { backupCommand } from "./backup-command";
import type { Command } from "./command";
import { restoreCommand } from "./restore-command";

const silent = { info() {}, warn() {}, error() {} };
const KEY = "the-encryption-key-of-the-first-gateway";

let external: TestDatabase;
let folder: string;
beforeAll(async () => {
  external = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "gateway-commands-"));
});
afterAll(async () => {
  await external.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command with these variables; answers what it printed. */
async function run(command: Command, args: string[], variables: Record<string, string>): Promise<string> {
  const printed: string[] = [];
  const environment = environmentFrom((name) => variables[name]);
  const exitCode = await command.run(args, {
    config: { file: undefined, environment, given: new Set(), findings: [], locate: () => [] },
    root: process.cwd(),
    version: "0.1.0",
    print: (text) => printed.push(text),
    report: () => {},
    signal: new AbortController().signal,
  });
  expect(exitCode).toBe(0);
  return printed.join("\n");
}

/** What a gateway that runs on a data folder has: the folder, its server, and a key. */
async function startEmbedded(directory: string) {
  const data = openDataFolder(directory);
  const server = await startEmbeddedPostgres({ directory, log: silent });
  await migrateDatabase(server.url, { directory: MIGRATIONS_DIRECTORY });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      data.release();
    },
  };
}

test("one file moves from the embedded database to an external one and back, with its key", async () => {
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await mkdir(from);
  await persistentSecret(from, "encryption.key", () => KEY);
  const gateway = await startEmbedded(from);
  const sealed = new SecretBox(KEY).seal("sk-upstream", "m1");
  const shared = new SecretBox(KEY).seal("sk-shared", "credential shared");
  await execute(
    gateway.url,
    `INSERT INTO teams (id, blocked) VALUES ('t1', true);
     INSERT INTO models (id, model_name, params, info, sealed, created_by) VALUES ('m1', 'gpt', '{}', '{}', '${sealed}', 'admin');
     INSERT INTO credentials (id, values, info, sealed, created_by) VALUES ('shared', '{"aws_region_name": "eu-west-1"}', '{}', '${shared}', 'admin')`,
  );

  const first = join(folder, "first.backup");
  const beside = await run(backupCommand, [first, "--with-secrets"], { GATEWAY_DATA_DIR: from });
  expect(beside).toMatch(
    /^Wrote .*first\.backup: \d+ tables, 3 rows, [\d.]+ \S+, as of .*\nTHE FILE CONTAINS THE ENCRYPTION KEY/,
  );
  await expect(run(restoreCommand, [first, "--replace"], { GATEWAY_DATA_DIR: from })).rejects.toThrow(/is in use/);
  await gateway.stop();

  const database = { DATABASE_URL: external.url, GATEWAY_DATA_DIR: join(folder, "none") };
  const moved = await run(restoreCommand, [first], { ...database, GATEWAY_ENCRYPTION_KEY: "x".repeat(32) });
  expect(moved).toContain("1 block.");
  expect(moved).toContain(
    "The secrets of 1 model and 1 credential cannot be decrypted with the key of this gateway: set GATEWAY_ENCRYPTION_KEY",
  );

  const second = join(folder, "second.backup");
  const back = await run(backupCommand, [second, "--with-secrets"], { ...database, GATEWAY_ENCRYPTION_KEY: KEY });
  expect(back).toContain("THE FILE CONTAINS THE ENCRYPTION KEY");
  await mkdir(to);
  await persistentSecret(to, "encryption.key", () => "an-older-key-of-this-data-folder");
  const restored = await run(restoreCommand, [second], { GATEWAY_DATA_DIR: to });
  expect(restored).toContain("The encryption key from the backup is now the key of this data folder.");
  expect(restored).not.toContain("cannot be decrypted");
  expect(await readFile(join(to, "encryption.key"), "utf8")).toBe(`${KEY}\n`);
  expect((await stat(join(to, "encryption.key"))).mode & 0o777).toBe(0o600);

  const again = await startEmbedded(to);
  const store = openDatabase(again.url);
  const model = await store.prisma.storedModel.findUniqueOrThrow({ where: { id: "m1" } });
  expect(new SecretBox(KEY).open(model.sealed ?? "", "m1")).toEqual({ text: "sk-upstream" });
  const credential = await store.prisma.storedCredential.findUniqueOrThrow({ where: { id: "shared" } });
  expect(credential.values).toEqual({ aws_region_name: "eu-west-1" });
  expect(new SecretBox(KEY).open(credential.sealed ?? "", "credential shared")).toEqual({ text: "sk-shared" });
  expect(await store.prisma.team.findMany({ select: { id: true, blocked: true } })).toEqual([
    { id: "t1", blocked: true },
  ]);
  await store.close();
  await again.stop();
});

test("a backup without the key says where the key is", async () => {
  const printed = await run(backupCommand, [join(folder, "plain.backup")], {
    DATABASE_URL: await external.createDatabase(),
    GATEWAY_DATA_DIR: folder,
  });
  expect(printed).toContain(
    `The file does not contain the encryption key. Keep ${folder}/encryption.key in another place`,
  );
});

test.each<[string, string[], RegExp]>([
  ["no file", [], /Name a file/],
  ["two files", ["a", "b"], /only one file/],
  ["an unknown flag", ["a", "--force"], /Unknown flag --force/],
])("a command that is called with %s says so and touches nothing", async (_, args, message) => {
  await expect(run(restoreCommand, args, { DATABASE_URL: external.url })).rejects.toThrow(message);
});

test("a backup with secrets is refused where there is no key", async () => {
  const variables = { DATABASE_URL: external.url, GATEWAY_DATA_DIR: join(folder, "none") };
  await expect(run(backupCommand, [join(folder, "x"), "--with-secrets"], variables)).rejects.toThrow(
    /There is no encryption key/,
  );
});
