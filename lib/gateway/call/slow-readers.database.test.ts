import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

const MEGABYTE = 1024 * 1024;
const EVENT = Buffer.from(
  `data: {"choices":[{"index":0,"delta":{"content":"${"x".repeat(16_000)}"},"finish_reason":null}]}\n\n`,
);

let database: TestDatabase;
let gateway: InProcessGateway;
let upstream: Server;
/** Of the latest call. */
let sent = 0;
let answered: Promise<void>;
let answer: (response: ServerResponse) => Promise<void>;

/** As fast as it is taken, up to `limit` bytes or the end of the connection. */
async function flood(response: ServerResponse, limit: number): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  while (!response.destroyed && sent < limit) {
    sent += EVENT.length;
    if (!response.write(EVENT)) await drainedOrClosed(response);
  }
}

function drainedOrClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}

beforeAll(async () => {
  upstream = createServer((message, response) => {
    sent = 0;
    answered = once(response, "close").then(() => undefined);
    message.resume().on("end", () => void answer(response));
  }).listen(0, "127.0.0.1");
  await once(upstream, "listening");
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, { config: config(1) });
});
afterAll(async () => {
  await gateway?.stop();
  upstream?.closeAllConnections();
  upstream?.close();
  await database?.stop();
});

function config(write_timeout_seconds: number): object {
  const gateway_params = {
    model: "openai/m",
    api_base: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`,
    input_cost_per_token: 0.001,
    output_cost_per_token: 0.002,
  };
  return { general_settings: { write_timeout_seconds }, model_list: [{ model_name: "m", gateway_params }] };
}

/** A caller over a socket of their own who reads the head and then nothing more. */
async function callAndStall(
  path = "/v1/chat/completions",
  body = '{"model":"m","messages":[],"stream":true}',
): Promise<{ socket: Socket; callId: string }> {
  const { hostname, port } = new URL(gateway.origin);
  const socket = connect(Number(port), hostname).on("error", () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${gateway.masterKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  const [head] = (await once(socket, "data")) as [Buffer];
  socket.pause();
  return { socket, callId: /x-gateway-call-id: (\S+)/i.exec(head.toString("latin1"))?.[1] ?? "" };
}

async function rowOf(callId: string | null): Promise<Record<string, unknown> | undefined> {
  await gateway.services.spend.drained();
  const { rows } = await gateway.services.database.pool.query(
    "SELECT status, completion_tokens, usage_source FROM calls WHERE call_id = $1",
    [callId],
  );
  return rows[0];
}

describe("a reader who does not read", () => {
  test("a reader who stalls holds the upstream back and is cut off in time, and the call is booked with what passed", async () => {
    answer = (response) => flood(response, 500 * MEGABYTE);
    const before = process.memoryUsage().rss;
    const { socket, callId } = await callAndStall();
    await answered;
    // The buffers of three connections; without holding back it would be everything.
    expect(sent).toBeLessThan(60 * MEGABYTE);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE);
    await expect.poll(async () => rowOf(callId)).toMatchObject({ status: "cancelled", usage_source: "estimated" });
    expect((await rowOf(callId))?.["completion_tokens"]).toBeGreaterThan(0);
    socket.destroy();
  });

  test("a reader who stalls in a large plain answer is cut off too, and the call is booked as a success", async () => {
    const body = JSON.stringify({
      data: [{ embedding: "x".repeat(40 * MEGABYTE) }],
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });
    answer = async (response) => void response.writeHead(200, { "content-type": "application/json" }).end(body);
    const { socket, callId } = await callAndStall("/v1/embeddings", '{"model":"m","input":"a"}');
    const closed = once(socket, "close");
    await expect.poll(async () => rowOf(callId)).toMatchObject({ status: "success" });
    // The connection is closed with most of the answer unsent: what is left in its buffers is all that can be read.
    let read = 0;
    // Until it is cut off, a stalled reader reads nothing.
    await expect.poll(() => gateway.callersPorts.has(socket.localPort ?? 0)).toBe(false);
    socket.on("data", (bytes: Buffer) => (read += bytes.length)).resume();
    await closed;
    expect(read).toBeLessThan(30 * MEGABYTE);
  });
});

test("a slow reader gets every event, in order and unaltered", async () => {
  const events = Array.from(
    { length: 400 },
    (_, index) =>
      `data: {"choices":[{"index":0,"delta":{"content":"${index} ${"y".repeat(5000)}"},"finish_reason":null}]}\n\n`,
  );
  events.push('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n', "data: [DONE]\n\n");
  answer = async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) if (!response.write(event)) await once(response, "drain");
    response.end();
  };
  const response = await gateway.send("/v1/chat/completions", {
    method: "POST",
    body: '{"model":"m","messages":[],"stream":true}',
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(text === events.join("")).toBe(true);
});

test("the first event reaches the caller before the upstream sends the second", async () => {
  let goOn = (): void => {};
  const first = new Promise<void>((resolve) => (goOn = resolve));
  answer = async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[{"delta":{"content":"one"}}]}\n\n');
    await first;
    response.end("data: [DONE]\n\n");
  };
  const response = await gateway.send("/v1/chat/completions", {
    method: "POST",
    body: '{"model":"m","messages":[],"stream":true}',
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  const reader = response.body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toContain("one");
  goOn();
  expect(Buffer.from((await reader.read()).value!).toString()).toContain("[DONE]");
});

test("a caller who hangs up ends the upstream's work at once, and the call is booked as cancelled", async () => {
  answer = (response) => flood(response, EVENT.length * 3);
  const { socket, callId } = await callAndStall();
  socket.destroy();
  await answered; // it would never end by itself
  await expect.poll(async () => rowOf(callId)).toMatchObject({ status: "cancelled" });
});

describe("a caller who hangs up", () => {
  const moments: [when: string, begin: (response: ServerResponse) => void, stream: boolean][] = [
    ["before the first byte of a stream", () => {}, true],
    [
      "between two events of a stream",
      (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(EVENT),
      true,
    ],
    ["before a plain answer", () => {}, false],
    [
      "within a plain answer",
      (response) => void response.writeHead(200, { "content-type": "application/json" }).write('{"id":'),
      false,
    ],
  ];
  test.each(moments)("a caller who hangs up %s ends the upstream's work within 50 ms", async (_when, begin, stream) => {
    // The machine may be busy with something else; the gateway itself must not wait for anything.
    for (let round = 0; round < 5; round++) {
      let hasBegun = (): void => {};
      const begun = new Promise<void>((resolve) => (hasBegun = resolve));
      answer = async (response) => {
        begin(response);
        hasBegun();
      };
      const hangUp = new AbortController();
      const headers = { authorization: `Bearer ${gateway.masterKey}` };
      const call = gateway.send("/v1/chat/completions", {
        method: "POST",
        body: JSON.stringify({ model: "m", messages: [], stream }),
        headers,
        signal: hangUp.signal,
      });
      const read = call.then((response) => response.text()).catch(() => {});
      await begun;
      if (stream && begin.length > 0) await call;
      hangUp.abort();
      // The upstream has begun and never ends, so only the caller's leaving ends the exchange.
      await answered;
      await read;
    }
    const statuses = () =>
      gateway.services.database.pool.query("SELECT status FROM calls ORDER BY started_at DESC LIMIT 5");
    await expect
      .poll(async () => (await gateway.services.spend.drained(), (await statuses()).rows.map(({ status }) => status)))
      .toEqual(Array(5).fill("cancelled"));
  });
});

test("a target beyond its limit, a body of an unknown coding and a form where JSON is due are refused", async () => {
  const send = async (path: string, headers: Record<string, string>) => {
    const response = await gateway.send(path, {
      method: "POST",
      body: '{"model":"m","messages":[]}',
      headers: { authorization: `Bearer ${gateway.masterKey}`, ...headers },
    });
    return [response.status, (await response.json()).error.code];
  };
  expect(await send(`/v1/chat/completions?${"x".repeat(9000)}`, {})).toEqual([414, "uri_too_long"]);
  expect(await send("/v1/chat/completions", { "content-encoding": "deflate" })).toEqual([
    415,
    "unsupported_media_type",
  ]);
  expect(await send("/v1/chat/completions", { "content-encoding": "gzip" })).toEqual([400, "invalid_request"]);
  expect(await send("/v1/chat/completions", { "content-type": "multipart/form-data; boundary=a" })).toEqual([
    415,
    "unsupported_media_type",
  ]);
  expect(await send("/v1/audio/transcriptions", { "content-type": "application/json" })).toEqual([
    415,
    "unsupported_media_type",
  ]);
});
