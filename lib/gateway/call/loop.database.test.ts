import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { CHAT } from "@/testing/gateway/raw-upstream";

let database: TestDatabase;
let gateway: InProcessGateway;
beforeAll(async () => {
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, { config: {} });
});
afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
});

describe("a model whose upstream is the gateway itself", () => {
  test("is refused after a few rounds with the reason, and each round is booked once and costs nothing", async () => {
    await gateway.configure({
      config: {
        model_list: [
          {
            model_name: "m",
            gateway_params: {
              model: "openai/m",
              api_base: `${gateway.origin}/v1`,
              api_key: gateway.masterKey,
              num_retries: 5,
              input_cost_per_token: 1,
              output_cost_per_token: 1,
            },
          },
        ],
      },
    });
    const before = await calls();
    const response = await gateway.send("/v1/chat/completions", {
      method: "POST",
      body: CHAT,
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: "loop_detected", message: expect.stringContaining("api_base") } },
    ]);
    const after = await calls();
    expect([after.calls - before.calls, after.spend]).toEqual([4, 0]);
  });
});

async function calls(): Promise<{ calls: number; spend: number }> {
  await gateway.services.spend.drained();
  const { rows } = await gateway.services.database.pool.query<{ calls: number; spend: number }>(
    "SELECT count(*)::int AS calls, coalesce(sum(spend), 0)::float8 AS spend FROM calls",
  );
  return rows[0] ?? { calls: 0, spend: 0 };
}
