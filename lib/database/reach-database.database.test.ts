import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDataFolder } from "./data-folder";
import { openDatabase } from "@/lib/store/database";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { reachDatabase } from "./reach-database";

const silent = { info() {}, warn() {}, error() {} };
let dataDirectory: string;
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "gateway-reach-"));
});
afterAll(() => rm(dataDirectory, { recursive: true, force: true }));

async function names(url: string): Promise<unknown> {
  const database = openDatabase(url);
  try {
    return (await database.pool.query("SELECT current_database() AS name")).rows;
  } finally {
    await database.close();
  }
}

test("a command reaches the external database if one is configured", async () => {
  expect((await reachDatabase({ databaseUrl: "postgresql://elsewhere/x", dataDirectory })).url).toBe(
    "postgresql://elsewhere/x",
  );
});

test("a command reaches the database of a running gateway, which keeps running, or starts one and stops it again", async () => {
  const folder = openDataFolder(dataDirectory);
  const server = await startEmbeddedPostgres({ directory: dataDirectory, log: silent });
  const beside = await reachDatabase({ databaseUrl: undefined, dataDirectory });
  expect(beside.url).toBe(server.url);
  await beside.close();
  expect(await names(server.url)).toEqual([{ name: "gateway" }]);
  await server.stop();
  folder.release();

  const own = await reachDatabase({ databaseUrl: undefined, dataDirectory });
  expect(await names(own.url)).toEqual([{ name: "gateway" }]);
  await own.close();
  await expect(names(own.url)).rejects.toThrow();
});
