import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { AnswerMemory } from "@/lib/upstream/answer-memory";

const MEBIBYTE = 1024 * 1024;
/** As an upstream answers embeddings, with 4 MiB of numbers. */
const LARGE = Buffer.from(
  JSON.stringify({
    object: "list",
    data: [{ object: "embedding", index: 0, embedding: "A".repeat(4 * MEBIBYTE) }],
    model: "e",
    usage: { prompt_tokens: 7, total_tokens: 7 },
  }),
);

let database: TestDatabase;
let upstream: Server;
let gateway: InProcessGateway;
let asked = 0;
let answerWith: { body: Buffer; headers: Record<string, string>; status: number };

beforeAll(async () => {
  upstream = createServer((message, response) => {
    asked++;
    message.resume();
    const { body, headers, status } = answerWith;
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  }).listen(0, "127.0.0.1");
  [database] = await Promise.all([startTestDatabase(), once(upstream, "listening")]);
  const api_base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [1, 2].map((id) => ({
        model_name: "e",
        gateway_params: { model: "openai/e", api_base, input_cost_per_token: 0.001 },
        model_info: { id: `d${id}` },
      })),
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  upstream?.close();
  await database?.stop();
});
beforeEach(() => {
  asked = 0;
  answerWith = { body: LARGE, headers: {}, status: 200 };
});

/** Until what has been read is released, nothing else finds room. */
function withRoom(bytes: number, waitMs?: number): AnswerMemory {
  const room = new AnswerMemory(bytes, waitMs);
  Object.assign(gateway.services, { answers: room });
  return room;
}
function embed(signal?: AbortSignal): Promise<Response> {
  return gateway.send("/v1/embeddings", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "e", input: "some words to embed" }),
    ...(signal && { signal }),
  });
}
async function booked(response: Response): Promise<unknown> {
  await gateway.services.spend.drained();
  const callId = response.headers.get("x-gateway-call-id") ?? "";
  return gateway.services.database.prisma.call.findFirstOrThrow({ where: { callId } });
}

describe("answers that are read whole", () => {
  test("wait for room, arrive whole, and leave none taken", async () => {
    const room = withRoom(MEBIBYTE);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const response = await embed();
        return [response.status, (await response.arrayBuffer()).byteLength];
      }),
    );
    expect(answers).toEqual(Array.from({ length: 6 }, () => [200, LARGE.length]));
    await expect.poll(() => room.taken).toBe(0);
  });

  test.each([
    ["compressed", () => ({ body: gzipSync(LARGE), headers: { "content-encoding": "gzip" }, status: 200 })],
    ["a refusal", () => ({ body: LARGE, headers: {}, status: 422 })],
    ["a failure, tried again elsewhere", () => ({ body: LARGE, headers: {}, status: 500 })],
    ["no JSON", () => ({ body: LARGE.subarray(0, -1), headers: {}, status: 200 })],
  ])("leave no room taken: %s", async (_what, answer) => {
    const room = withRoom(MEBIBYTE);
    answerWith = answer();
    for (let call = 0; call < 3; call++) await (await embed()).arrayBuffer();
    await expect.poll(() => room.taken).toBe(0);
  });

  test("that find no room in time are 503, booked with their prompt, tried once, and held against no deployment", async () => {
    const room = withRoom(MEBIBYTE, 1);
    const taken = room.enter();
    void taken.grow(3 * MEBIBYTE);
    taken.end();
    const response = await embed();
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await response.json()).toMatchObject({ error: { code: "overloaded" } });
    expect(asked).toBe(1);
    expect(await booked(response)).toMatchObject({ status: "error", attempts: 1, usageSource: "estimated" });
    taken.release();
    expect(room.taken).toBe(0);
    expect((await embed()).status).toBe(200);
    expect(asked).toBe(2);
  });

  test("take no room when their callers have hung up", async () => {
    const room = withRoom(MEBIBYTE);
    const caller = new AbortController();
    const response = await embed(caller.signal).catch(() => undefined);
    caller.abort();
    await response?.arrayBuffer().catch(() => undefined);
    await expect.poll(() => room.taken).toBe(0);
  });

  test("take no room while they are small", async () => {
    const room = withRoom(MEBIBYTE);
    answerWith = { body: Buffer.from('{"object":"list","data":[]}'), headers: {}, status: 200 };
    expect((await embed()).status).toBe(200);
    expect(room.taken).toBe(0);
  });
});
