import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { modelContracts } from "@/lib/wire/contracts/models";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
});
beforeEach(async () => {
  upstream.requests.length = 0;
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [
        {
          model_name: "house",
          gateway_params: { model: "openai/local-small", api_base: upstream.apiBase, api_key: "sk-of-the-file" },
          model_info: { id: "house-1" },
        },
      ],
    },
  });
  return () => gateway.stop();
});
afterAll(async () => {
  await Promise.all([upstream?.stop(), database?.stop()]);
});

async function send(path: string, body: unknown): Promise<{ status: number; body: never }> {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const answer = await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as never };
}
async function tested(body: unknown): Promise<ReturnType<typeof modelContracts.test.output.parse>> {
  const answer = await send("/model/test", body);
  expect(answer).toMatchObject({ status: 200 });
  return modelContracts.test.output.parse(answer.body);
}
async function logs(): Promise<{ deployment: string; tags: string[]; requested_model: string }[]> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const answer = await gateway.send("/spend/logs", { headers });
  return ((await answer.json()) as { data: { deployment: string; tags: string[]; requested_model: string }[] }).data;
}
const params = (more: object = {}): object => ({ model: "openai/local-large", api_base: upstream.apiBase, ...more });

test("an entry is tried by the list of its provider's models, which books nothing", async () => {
  const found = await tested({ model_name: "new", gateway_params: params({ api_key: "sk-typed" }) });
  expect(found).toMatchObject({
    upstream_model: "openai/local-large",
    address: upstream.apiBase,
    list: { outcome: "ok", status: 200, models: 2, has_model: true, sample: ["local-large", "local-small"] },
    chat: null,
  });
  expect(upstream.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer sk-typed"]);
  expect((await tested({ gateway_params: params({ model: "openai/other" }) })).list.has_model).toBe(false);
  expect(await logs()).toEqual([]);
});

test("one token is asked for only on demand, and booked with the tag of tests", async () => {
  const found = await tested({
    model_name: "new/*",
    gateway_params: params({ model: "openai/*" }),
    model: "new/m",
    chat: true,
  });
  expect(found.chat).toMatchObject({ ok: true, status: 200, code: null, call_id: expect.stringMatching(/^call_/) });
  expect(upstream.requests.at(-1)?.body).toMatchObject({ model: "m", max_tokens: 1 });
  await expect
    .poll(logs)
    .toMatchObject([
      { call_id: found.chat?.call_id, deployment: "test", tags: ["test"], requested_model: "new/m", user_id: null },
    ]);
});

test("a refused key, an error and an address where nobody listens are told apart, without the provider's words", async () => {
  const failing = await tested({ model_name: "m", gateway_params: params({ model: "openai/status-401" }), chat: true });
  expect(failing.chat).toMatchObject({ ok: false, code: "upstream_access_refused" });
  const gone = await tested({ gateway_params: params({ api_base: "http://127.0.0.1:9/v1" }) });
  expect(gone.list).toMatchObject({ outcome: "failed", status: null, models: null });
});

test.each([
  [401, "refused", /refuses the key \(401\)\. Check that the key/],
  [403, "refused", /refuses the key \(403\)/],
  [404, "no_list", /Ask for a token to be sure/],
  [500, "failed", /Try again later, or check the base address/],
])("a provider that answers %i to the list is told with what to do", async (status, outcome, message) => {
  upstream.behave = () => ({ status, body: { error: { message: "the key sk-typed is wrong" } } });
  try {
    const { list } = await tested({ gateway_params: params({ api_key: "sk-typed" }) });
    expect(list).toMatchObject({ outcome, status, models: null, message: expect.stringMatching(message) });
    expect(JSON.stringify(list)).not.toContain("sk-typed");
  } finally {
    upstream.behave = undefined;
  }
});

test("an entry in force is tried with its own key, which goes to no other origin", async () => {
  await tested({ id: "house-1" });
  expect(upstream.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer sk-of-the-file"]);
  const elsewhere = { id: "house-1", gateway_params: { api_base: "http://127.0.0.1:9/v1" } };
  expect(await send("/model/test", elsewhere)).toMatchObject({
    status: 400,
    body: { error: { param: "gateway_params.api_key" } },
  });
  expect(
    (await tested({ ...elsewhere, gateway_params: { api_base: "http://127.0.0.1:9/v1", api_key: null } })).list.outcome,
  ).toBe("failed");
  expect(upstream.requests).toHaveLength(1);
});

test.each([
  [
    "an address that serves metadata",
    { gateway_params: { model: "openai/m", api_base: "http://169.254.169.254/" } },
    "gateway_params.api_base",
  ],
  [
    "a variable of the environment",
    { gateway_params: { model: "openai/m", api_key: "os.environ/HOME" } },
    "gateway_params.api_key",
  ],
  [
    "a pattern without a name, where a token is asked for",
    { model_name: "a/*", gateway_params: { model: "openai/*" }, chat: true },
    "model",
  ],
  [
    "a name that the entry does not match",
    { model_name: "a/*", gateway_params: { model: "openai/*" }, model: "b/m" },
    "model",
  ],
] as const)("%s is refused", async (_, body, param) => {
  expect(await send("/model/test", body)).toMatchObject({ status: 400, body: { error: { param } } });
});

test("an unknown entry is not found", async () => {
  expect((await send("/model/test", { id: "nobody" })).status).toBe(404);
});
