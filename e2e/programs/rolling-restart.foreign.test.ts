import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { findFreePort } from "@/testing/database/free-port";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { CallTraffic, seededRandom } from "@/testing/gateway/call-traffic";
import { startGateway, TEST_MASTER_KEY, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startHaproxy, type Haproxy } from "@/testing/programs/haproxy";

let database: TestDatabase;
let upstream: LocalUpstream;
let proxy: Haproxy;
const ports: number[] = [];
const gateways: GatewayProcess[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
  upstream = await startUpstream();
  for (let at = 0; at < 2; at++) {
    ports.push(await findFreePort());
    gateways.push(await start(at));
  }
  proxy = await startHaproxy(ports);
});
afterAll(async () => {
  await proxy?.stop();
  for (const gateway of gateways) await gateway.stop();
  await upstream?.stop();
  await database?.stop();
});

function start(at: number): Promise<GatewayProcess> {
  return startGateway({
    port: ports[at],
    environment: { DATABASE_URL: database.url, GATEWAY_CONSOLE: "off", SHUTDOWN_DELAY_SECONDS: "5" },
    config: {
      model_list: [{ model_name: "local/*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
    },
    // Calls are booked while a node stops, so the totals are audited when nobody calls any more.
    audit: false,
  });
}

async function bothUp(): Promise<void> {
  await expect.poll(() => proxy.up()).toEqual([true, true]);
}

test("two gateways behind HAProxy are restarted one after the other under load, and no call fails", async () => {
  await bothUp();
  const traffic = new CallTraffic({
    urls: () => [proxy.url],
    key: TEST_MASTER_KEY,
    callers: 24,
    random: seededRandom(14),
  });
  const grown = async (by: number): Promise<void> => {
    const goal = traffic.completed + by;
    await expect.poll(() => traffic.completed).toBeGreaterThan(goal);
  };
  await grown(200);
  for (const at of [0, 1]) {
    const stopping = gateways[at];
    expect(await stopping?.stop()).toBe(0);
    expect(stopping?.output).toContain("stopping: readiness answers 503, and calls are accepted for 5 seconds more");
    gateways[at] = await start(at);
    await bothUp();
    await grown(200);
  }
  await traffic.stop();
  const failed = traffic.calls.filter(
    ({ kind, seen, status }) => seen !== "complete" && (kind !== "cancelled" || (status ?? 0) !== 200),
  );
  expect(failed).toEqual([]);
});
