import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@/lib/store/database";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { bookVaried } from "@/testing/spend/varied-calls";

let server: TestDatabase;
let gateway: InProcessGateway;

beforeAll(async () => {
  server = await startTestDatabase();
  const [primary, replica] = [await server.createDatabase(), await server.createDatabase()];
  for (const [url, calls] of [
    [primary, 40],
    [replica, 30],
  ] as const) {
    const database = openDatabase(url);
    await bookVaried(database, 0, calls);
    await database.close();
  }
  gateway = await startInProcessGateway(primary, {
    config: { model_list: [] },
    environment: { DATABASE_URL: primary, DATABASE_READ_URL: replica },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await server?.stop();
});

test("a list of calls comes from the replica that DATABASE_READ_URL names", async () => {
  const reply = await gateway.send("/spend/logs?size=100", {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  const { data }: { data: unknown[] } = await reply.json();
  expect([reply.status, data.length]).toEqual([200, 30]);
});
