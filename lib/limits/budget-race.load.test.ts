import { hash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

/** What a call of any kind costs here, in dollars: a chat of five tokens for example. */
const CALL_COST = 0.01;
const BUDGET = 20 * CALL_COST;
const CALLS = 200;

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, upstream] = await Promise.all([
    startTestDatabase(),
    startUpstream({ behaviour: { tokens: 5, delay: 20 } }),
  ]);
  const entry = (model_name: string, prices: object) => ({
    model_name,
    gateway_params: { model: "local/*", api_base: upstream.apiBase, api_key: "k", ...prices },
  });
  const tokens = { input_cost_per_token: 0, output_cost_per_token: CALL_COST / 5 };
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [
        entry("any/*", tokens),
        entry("image/*", { output_cost_per_image: CALL_COST }),
        entry("speech/*", { input_cost_per_character: CALL_COST / 4 }),
        entry("hears/*", { input_cost_per_request: CALL_COST }),
        // A call of this entry costs something else than what is set aside for it.
        entry("writes/*", tokens),
      ],
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});
beforeEach(() => {
  upstream.requests.length = 0;
});

async function newKey(): Promise<string> {
  const answer = await gateway.send("/key/generate", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}` },
    body: JSON.stringify({ max_budget: BUDGET }),
  });
  return ((await answer.json()) as { key: string }).key;
}

function send(key: string, path: string, body: object | FormData, signal?: AbortSignal): Promise<Response> {
  const isForm = body instanceof FormData;
  const headers = { authorization: `Bearer ${key}`, ...(!isForm && { "content-type": "application/json" }) };
  return gateway.send(path, {
    method: "POST",
    headers,
    body: isForm ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

function recording(model: string, stream: boolean): FormData {
  const form = new FormData();
  form.set("model", model);
  if (stream) form.set("stream", "true");
  form.set("file", new Blob(["sound".repeat(1_000)]), "a.mp3");
  return form;
}

/** What is booked of a key's calls, in dollars. */
async function booked(key: string): Promise<number> {
  const {
    spend,
    directory,
    database: { prisma },
  } = gateway.services;
  await spend.drained();
  const { id } = (await directory.keyByHash(hash("sha256", key, "hex")))!;
  const { _sum: sum } = await prisma.entityTotal.aggregate({
    where: { entityType: "key", entityId: id },
    _sum: { spend: true },
  });
  return Number(sum.spend ?? 0);
}

const messages = [{ role: "user", content: "Hi." }];
const exact: [what: string, path: string, body: (index: number) => object | FormData][] = [
  [
    "chats, plain or streamed, through a pattern",
    "/v1/chat/completions",
    (index) => ({ model: `any/${index}`, max_tokens: 5, messages, stream: index % 2 === 0 }),
  ],
  [
    "messages of Anthropic's dialect",
    "/v1/messages",
    (index) => ({ model: `any/${index}`, max_tokens: 5, messages, stream: index % 2 === 0 }),
  ],
  ["images", "/v1/images/generations", (index) => ({ model: `image/${index}`, prompt: "A cat." })],
  ["speech", "/v1/audio/speech", (index) => ({ model: `speech/${index}`, input: "Four", voice: "v" })],
  ["recordings in forms", "/v1/audio/transcriptions", (index) => recording(`hears/${index}`, index % 2 === 0)],
];

test.each(exact)("a budget worth 20 calls lets 20 of 200 concurrent %s through", async (_what, path, body) => {
  const key = await newKey();
  const statuses = await Promise.all(
    Array.from({ length: CALLS }, async (_, index) => {
      const answer = await send(key, path, body(index));
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([20, 180]);
  expect(upstream.requests.length).toBe(20);
  expect(await booked(key)).toBe(BUDGET);
});

test("recordings charged by tokens, which have no known cost beforehand, exceed the budget by no more than a call", async () => {
  const key = await newKey();
  const costs = await Promise.all(
    Array.from({ length: CALLS }, async (_, index) => {
      const answer = await send(key, "/v1/audio/transcriptions", recording(`writes/${index}`, false));
      await answer.arrayBuffer();
      return Number(answer.headers.get("x-gateway-cost") ?? 0);
    }),
  );
  const spent = await booked(key);
  expect([spent > 0, spent <= BUDGET + Math.max(...costs)]).toEqual([true, true]);
});

test("cancelled streams give back what they held and are charged for what passed", async () => {
  const key = await newKey();
  // Slow enough that no stream ends before its caller has hung up, on a loaded machine too.
  upstream.behave = () => ({ tokens: 5, tokenDelay: 1_000 });
  await Promise.all(
    Array.from({ length: CALLS }, async (_, index) => {
      const left = new AbortController();
      const answer = await send(
        key,
        "/v1/chat/completions",
        { model: `any/${index}`, max_tokens: 5, messages, stream: true },
        left.signal,
      );
      const reader = answer.body!.getReader();
      await reader.read();
      left.abort();
      await reader.read().catch(() => {});
    }),
  );
  upstream.behave = undefined;
  await expect.poll(() => gateway.services.spend.state.open).toBe(0);
  const spent = await booked(key);
  expect([spent > 0, spent < BUDGET]).toEqual([true, true]);
  // All that is left can be spent, so nothing is held any more.
  const max_tokens = Math.round((BUDGET - spent) / (CALL_COST / 5));
  const ask = async (tokens: number): Promise<number> =>
    (await send(key, "/v1/chat/completions", { model: "any/last", max_tokens: tokens, messages })).status;
  await expect.poll(() => ask(max_tokens + 1)).toBe(429);
  await expect.poll(() => ask(max_tokens)).toBe(200);
});

test("after all races on a budget every total is the sum of its calls", async () => {
  await gateway.services.spend.drained();
  expect(await findSpendDiscrepancies(gateway.services.database)).toEqual([]);
});
