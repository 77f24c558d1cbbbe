import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcessGateway, startInProcessGateway } from "@/testing/gateway/in-process-gateway";
import { sampleEnd, sampleIntent, SAMPLE_PRICE, SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

let server: TestDatabase;
let gateway: InProcessGateway;
beforeAll(async () => {
  server = await startTestDatabase();
  gateway = await startInProcessGateway(server.url, {
    config: {
      model_list: [{ model_name: "house", gateway_params: { model: "acme/house", api_base: "http://127.0.0.1:1" } }],
    },
  });
  for (let index = 0; index < 1_200; index++) {
    const call = await gateway.services.spend.begin(
      sampleIntent(`call-${index}`, { provider: "acme", model: "house", startedAt: SAMPLE_TIME + index }),
      SAMPLE_PRICE,
    );
    call.settle(sampleEnd());
  }
  await gateway.services.spend.drained();
});
afterAll(async () => {
  await gateway.stop();
  await server.stop();
});

function send(path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  return gateway.send(path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
}

describe("spend", () => {
  test("an export arrives complete", async () => {
    const answer = await send("/spend/export?format=csv&team_id=t1");
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="spend-.*\.csv"$/),
    ]);
    const lines = (await answer.text()).split("\r\n");
    expect([lines.length, lines[1]?.split(",")[0], lines[1200]?.split(",")[0]]).toEqual([1_202, "call-0", "call-1199"]);
  });

  test("an export with an unknown filter is refused, naming the filter", async () => {
    const answer = await send("/spend/export?colour=red");
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.objectContaining({ code: "invalid_request", param: "colour" }) },
    ]);
  });

  test.each([
    ["/spend/logs?team_id=a%00b", "team_id"],
    ["/spend/report?tag=%00", "tag"],
    ["/spend/export?user_id=%00", "user_id"],
    ["/spend/report?group_by=team&group_by=user", "group_by"],
    ["/spend/export?start_date=2026-11-21&end_date=2026-11-20", "start_date"],
  ])("GET %s is refused and names the faulty parameter", async (path, param) => {
    const answer = await send(path);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.objectContaining({ code: "invalid_request", param }) },
    ]);
  });

  test("a price can be added, listed, charged and deleted", async () => {
    const model = "added";
    const added = (await (
      await send("/price/new", { provider: "acme", model, input_cost_per_token: 1e-6 })
    ).json()) as { price_id: string };
    expect(await (await send(`/price/list?model=${model}`)).json()).toMatchObject({
      total: 1,
      data: [{ price_id: added.price_id, input_cost_per_token: 1e-6 }],
    });
    expect(
      await (await send("/spend/calculate", { provider: "acme", model, prompt_tokens: 1000 })).json(),
    ).toMatchObject({ cost: 0.001, price_version: added.price_id });
    expect(await (await send("/price/delete", { price_ids: [added.price_id] })).json()).toMatchObject({
      deleted_prices: [added.price_id],
    });
    expect(await (await send("/spend/calculate", { model: "house", prompt_tokens: 1000 })).json()).toMatchObject({
      cost: 0,
      price_state: "unpriced",
    });
  });

  test("past calls are priced again by /spend/reprice", async () => {
    expect(await (await send("/spend/reprice", { dry_run: true, unpriced_only: false })).json()).toMatchObject({
      calls: 1_200,
      repriced: 0,
      complete: true,
    });
  });
});

test("a reader who hangs up in the middle of an export leaves no query running", async () => {
  const stopped = new AbortController();
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const answer = await gateway.send("/spend/export?format=jsonl", { headers, signal: stopped.signal });
  const reader = answer.body?.getReader();
  await reader?.read();
  stopped.abort();
  const running =
    "SELECT count(*)::int AS running FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND query LIKE '%ORDER BY started_at, call_id%' AND pid <> pg_backend_pid()";
  await expect
    .poll(async () => (await gateway.services.database.pool.query<{ running: number }>(running)).rows[0]?.running)
    .toBe(0);
  expect(gateway.services.database.pool.waitingCount).toBe(0);
});
