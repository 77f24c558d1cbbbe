import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

let database: TestDatabase;
let gateway: GatewayProcess;

beforeAll(async () => {
  database = await startTestDatabase();
  gateway = await startGateway({
    environment: { GATEWAY_CONSOLE: "off", GATEWAY_WORKERS: "2", DATABASE_URL: await database.createDatabase() },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
});

function workers(): number[] {
  return readFileSync(`/proc/${gateway.pid}/task/${gateway.pid}/children`, "utf8").trim().split(" ").map(Number);
}

/**
 * The status of a request on a connection of its own, so that each worker gets its share. Undefined: the connection
 * belonged to a worker that died.
 */
async function statusOf(path: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, connection: "close" };
  return fetch(`${gateway.url}${path}`, { headers, signal: AbortSignal.timeout(3_000) }).then(
    ({ status }) => status,
    () => undefined,
  );
}

test("a worker that dies is replaced, and its successor gets no calls until it can serve", async () => {
  const [first = 0, second = 0] = workers();
  process.kill(first, "SIGKILL");
  const seen = new Set<number | undefined>();
  await expect
    .poll(
      async () => {
        for (const path of ["/team/list", "/health/readiness", "/team/list"]) seen.add(await statusOf(path));
        return gateway.output.split('"worker serves"').length;
      },
      { interval: 10 },
    )
    .toBe(4);
  expect(workers()).toHaveLength(2);
  expect(workers()).toContain(second);
  seen.delete(undefined);
  expect([...seen]).toEqual([200]);
});
