import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "@/lib/store/database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { CallTraffic, seededRandom } from "@/testing/gateway/call-traffic";
import { startGateway, TEST_MASTER_KEY, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startSinkReceiver, type SinkReceiver } from "@/testing/gateway/sink-receiver";
import { ask } from "@/testing/spend/spend-comparison";

const cleanUp: (() => unknown)[] = [];
let upstream: LocalUpstream;
let server: TestDatabase;
let receiver: SinkReceiver;

beforeEach(async () => {
  [upstream, server, receiver] = await Promise.all([
    startUpstream({ log: false }),
    startTestDatabase(),
    startSinkReceiver(),
  ]);
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
  await Promise.all([upstream.stop(), receiver.close()]);
  await server.stop();
});

async function start(): Promise<GatewayProcess> {
  const gateway = await startGateway({
    environment: { GATEWAY_CONSOLE: "off", DATABASE_URL: server.url, SINK_SECRET: "Bearer planted-sink-secret" },
    config: {
      model_list: [{ model_name: "local/*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
      general_settings: {
        sinks: [
          {
            name: "siem",
            start: "beginning",
            flush_seconds: 1,
            batch_calls: 20,
            http: { url: `${receiver.url}/calls`, headers: { authorization: "os.environ/SINK_SECRET" } },
          },
        ],
      },
    },
    audit: false,
  });
  cleanUp.push(() => gateway.stop());
  return gateway;
}

test("every call reaches the sink while gateways are killed and the receiver fails", async () => {
  const [first, second] = [await start(), await start()];
  let gateways = [first, second];
  const traffic = new CallTraffic({
    urls: () => gateways.map(({ url }) => url),
    key: TEST_MASTER_KEY,
    callers: 6,
    random: seededRandom(15),
  });
  cleanUp.push(() => traffic.stop());
  const grown = async (by: number): Promise<void> => {
    const goal = traffic.completed + by;
    await expect.poll(() => traffic.completed).toBeGreaterThan(goal);
  };

  await grown(60);
  await expect.poll(() => receiver.accepted.length).toBeGreaterThan(20);
  let answers = 0;
  receiver.answer = (response) => {
    const turn = answers++ % 4;
    if (turn === 0) response.writeHead(500).end();
    else if (turn === 1) response.destroy();
    else response.end();
  };
  gateways = [second];
  await first.kill();
  await grown(60);
  const third = await start();
  gateways = [third];
  await second.kill();
  await grown(60);
  await traffic.stop();
  receiver.answer = (response) => void response.end();

  const database = openDatabase(server.url);
  cleanUp.push(() => database.close());
  // What the killed gateways left in their journals stays there: their data folders are their own.
  const { rows } = await database.pool.query<{ call_id: string }>("SELECT call_id FROM calls");
  const missing = (): string[] => {
    const arrived = new Set(receiver.accepted.map(({ call_id }) => call_id));
    return rows.map(({ call_id }) => call_id).filter((id) => !arrived.has(id));
  };
  await expect.poll(missing, { interval: 250 }).toEqual([]);
  expect(rows.length).toBeGreaterThan(150);

  const view = await ask<{ data: unknown[] }>(third, "/spend/sinks");
  expect(view.data).toMatchObject([{ name: "siem", kind: "http", to: receiver.url, start: "beginning" }]);
  const said = [first, second, third].map(({ output }) => output).join("\n") + JSON.stringify(view);
  expect(said).not.toContain("planted-sink-secret");
});
