import { afterAll, beforeAll, expect, test } from "vitest";
import { ALL_TOTALS } from "@/lib/store/spend/all-totals";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const BOUND = 12;
let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      general_settings: { max_new_names_per_day: BOUND },
      model_list: [
        {
          model_name: "any/*",
          gateway_params: {
            model: "openai/*",
            api_base: upstream.apiBase,
            input_cost_per_token: 0.001,
            output_cost_per_token: 0.002,
          },
        },
      ],
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

test("calls that each name a new model, end user and tag leave a bounded number of totals, and all that they cost", async () => {
  const authorization = `Bearer ${gateway.masterKey}`;
  upstream.behave = () => ({ tokens: 1 });
  for (let at = 0; at < 40; at++) {
    const answer = await gateway.send("/v1/chat/completions", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({
        model: `any/m-${at}`,
        user: `u-${at}`,
        metadata: { tags: [`t-${at}`] },
        messages: [{ role: "user", content: "Hello." }],
      }),
    });
    expect(answer.status).toBe(200);
    await answer.text();
  }
  await gateway.services.spend.drained();
  const { pool } = gateway.services.database;
  const { rows } = await pool.query<{ type: string; names: number; whole: boolean }>(
    `SELECT entity_type AS type, count(*)::int AS names, sum(spend) = (SELECT sum(spend) FROM calls) AS whole
     FROM ${ALL_TOTALS} AS total WHERE entity_type IN ('model', 'end_user', 'tag') GROUP BY 1 ORDER BY 1`,
  );
  expect(rows.map(({ type }) => type)).toEqual(["end_user", "model", "tag"]);
  expect(rows).toEqual(rows.map(({ type, names }) => ({ type, names, whole: true })));
  // Three kinds of names share the bound, and each has one name for the rest.
  expect(rows.reduce((sum, { names }) => sum + names, 0)).toBe(BOUND + 3);
  const logs = await gateway.send("/spend/logs?requested_model=any/*&model=*&size=100", {
    headers: { authorization },
  });
  const { data } = (await logs.json()) as { data: { requested_model: string; model: string }[] };
  expect(data.length).toBeGreaterThan(30);
});
