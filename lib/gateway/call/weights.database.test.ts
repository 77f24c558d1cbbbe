import { afterAll, beforeAll, expect, test } from "vitest";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

let database: TestDatabase;
let gateway: InProcessGateway;
let light: LocalUpstream;
let heavy: LocalUpstream;

beforeAll(async () => {
  [database, light, heavy] = await Promise.all([startTestDatabase(), startUpstream(), startUpstream()]);
  const entry = ({ apiBase: api_base }: LocalUpstream, weight: number) => ({
    model_name: "m",
    gateway_params: { model: "openai/gpt", api_base, weight },
  });
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: { model_list: [entry(light, 1), entry(heavy, 4)] },
  });
  heavy.behave = () => ({ delay: 20 });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([light?.stop(), heavy?.stop(), database?.stop()]);
});

test.each([1, 2, 5, 50])("weights divide the calls with %i at once, however slow a deployment is", async (lanes) => {
  light.requests.length = heavy.requests.length = 0;
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun++ < 100) {
      const { status } = await gateway.send("/v1/chat/completions", {
        method: "POST",
        headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello." }] }),
      });
      expect(status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect([light.requests.length, heavy.requests.length]).toEqual([20, 80]);
});
