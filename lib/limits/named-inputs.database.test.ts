import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { manage, newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

let server: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway | undefined;
beforeAll(async () => {
  [server, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
});
afterEach(async () => {
  await gateway?.stop();
  upstream.requests.length = 0;
});
afterAll(async () => {
  await Promise.all([server.stop(), upstream.stop()]);
});

/** A gateway whose model takes a million tokens at $0.001 each, and how it answers a chat with an image by address. */
async function start(general: object, info: object = {}) {
  const gateway_params = {
    model: "local/m",
    api_base: upstream.apiBase,
    api_key: "sk-upstream",
    input_cost_per_token: 0.001,
    output_cost_per_token: 0,
  };
  const model_list = [{ model_name: "m", gateway_params, model_info: info }];
  const started = await startInProcessGateway(await server.createDatabase(), {
    config: { general_settings: general, model_list },
  });
  gateway = started;
  return async (key: string, url: string) => {
    const content = [{ type: "image_url", image_url: { url } }];
    const answer = await started.send("/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "m", max_tokens: 1, messages: [{ role: "user", content }] }),
    });
    const body: { error?: { code: string; param: string | null } } = await answer.json();
    return [answer.status, body.error?.code, body.error?.param];
  };
}
const ELSEWHERE = "https://images.test/a.png";
const INLINE = "data:image/png;base64,AA";

test("an input that is only named holds as much as the model takes, so that no budget is passed by it", async () => {
  const ask = await start({}, { max_input_tokens: 1_000_000 });
  if (!gateway) throw new Error("no gateway");
  const [small, large] = [await newKey(gateway, { max_budget: 5 }), await newKey(gateway, { max_budget: 1_001 })];
  expect(await ask(small, ELSEWHERE)).toEqual([429, "budget_exceeded", null]);
  expect(upstream.requests).toEqual([]);
  expect(await ask(small, INLINE)).toEqual([200, undefined, undefined]);
  expect(await ask(large, ELSEWHERE)).toEqual([200, undefined, undefined]);
});

test("where inputs that are only named are refused, that binds callers with a budget alone", async () => {
  const ask = await start({ named_inputs: "refuse" });
  if (!gateway) throw new Error("no gateway");
  const [limited, free] = [await newKey(gateway, { max_budget: 5 }), await newKey(gateway, { rpm_limit: 100 })];
  expect(await ask(limited, ELSEWHERE)).toEqual([400, "invalid_request", "image_url"]);
  expect(await ask(limited, INLINE)).toEqual([200, undefined, undefined]);
  expect(await ask(free, ELSEWHERE)).toEqual([200, undefined, undefined]);
  await manage(gateway, "/team/new", { team_id: "t", max_budget: 5 });
  expect(await ask(await newKey(gateway, { team_id: "t" }), ELSEWHERE)).toEqual([400, "invalid_request", "image_url"]);
});
