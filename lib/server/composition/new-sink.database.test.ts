import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startSinkReceiver, type SinkReceiver } from "@/testing/gateway/sink-receiver";

const CALLS = 5;

let database: TestDatabase;
let upstream: LocalUpstream;
let receiver: SinkReceiver;
let gateway: InProcessGateway;

beforeAll(async () => {
  [database, upstream, receiver] = await Promise.all([
    startTestDatabase(),
    startUpstream({ log: false }),
    startSinkReceiver(),
  ]);
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [{ model_name: "m", gateway_params: { model: "openai/gpt", api_base: upstream.apiBase } }],
      general_settings: { sinks: [{ name: "siem", flush_seconds: 1, http: { url: `${receiver.url}/calls` } }] },
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), receiver?.close(), database?.stop()]);
});

test("a new sink gets the calls of the first moment", async () => {
  const ids = await Promise.all(
    Array.from({ length: CALLS }, async () => {
      const response = await gateway.send("/v1/chat/completions", {
        method: "POST",
        headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello." }] }),
      });
      return response.headers.get("x-gateway-call-id");
    }),
  );
  await gateway.services.spend.drained();
  await expect.poll(() => receiver.accepted.map(({ call_id }) => call_id).sort()).toEqual(ids.sort());
});
