import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "@/lib/store/database";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";

let databases: TestDatabase;
let real: Database;
let node: Awaited<ReturnType<typeof composeTestServices>> | undefined;
/** Where Prisma was asked for. */
const asked: string[] = [];

beforeAll(async () => {
  databases = await startTestDatabase();
  real = openDatabase(databases.url);
});
afterAll(async () => {
  await node?.close();
  await real?.close();
  await databases?.stop();
});

test("a start, a look at the other nodes and a change of the settings do not load Prisma's engine", async () => {
  const { directUrl, pool, close } = real;
  const database: Database = {
    directUrl,
    pool,
    close,
    get prisma() {
      asked.push(new Error("asked for Prisma").stack ?? "");
      return real.prisma;
    },
  };
  node = await composeTestServices({ databaseUrl: databases.url }, { database });
  const { services } = node;
  await services.nodes.look();
  await Promise.all([services.settings.refresh(), services.prices.refresh(), services.toolPins.refresh()]);
  expect(asked).toEqual([]);

  // Whoever needs it finds it.
  expect(await services.database.prisma.storedModel.count()).toBe(0);
  expect(asked).toHaveLength(1);
});
