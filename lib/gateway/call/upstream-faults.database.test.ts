import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

/** What the upstream does with the nth request on a connection, whose bytes it is given. */
type Script = (socket: Socket, request: string, nth: number) => void;

const DOORS = [1, 2] as const;
const CHAT = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi." }] });
const COMPLETION = JSON.stringify({
  id: "c",
  object: "chat.completion",
  choices: [],
  usage: { prompt_tokens: 2, completion_tokens: 3 },
});
const delta = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const ENDING = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: {"choices":[],"usage":{"prompt_tokens":2,"completion_tokens":3}}\n\ndata: [DONE]\n\n`;

const head = (type: string, more = ""): string => `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${more}`;
const whole = (body: string | Buffer, type = "application/json", more = ""): Buffer =>
  Buffer.concat([
    Buffer.from(`${head(type, more)}content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const events = (...texts: string[]): string =>
  `${head("text/event-stream")}transfer-encoding: chunked\r\n\r\n${texts.map(chunk).join("")}`;

let database: TestDatabase;
let gateway: InProcessGateway;
let server: Server;
let script: Script;
let connections: number;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    let text = "";
    let nth = 0;
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (end === -1 || text.length < end + 4 + length) return;
      const request = text;
      text = "";
      script(socket, request, ++nth);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  database = await startTestDatabase();
  const entry = {
    gateway_params: {
      model: "openai/m",
      api_base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      api_key: "upstream-secret",
      input_cost_per_token: 0.001,
      output_cost_per_token: 0.002,
    },
  };
  gateway = await startInProcessGateway(database.url, { config: { model_list: [{ model_name: "m", ...entry }] } });
});
afterAll(async () => {
  await gateway?.stop();
  for (const socket of sockets) socket.destroy();
  server?.close();
  await database?.stop();
});
beforeEach(() => {
  connections = 0;
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});

function call(
  door: 1 | 2,
  {
    path = "/v1/chat/completions",
    stream = false,
    headers = {},
  }: { path?: string; stream?: boolean; headers?: Record<string, string> } = {},
): Promise<Response> {
  const body = path.endsWith("speech")
    ? JSON.stringify({ model: "m", input: "Hi.", voice: "v" })
    : stream
      ? `${CHAT.slice(0, -1)},"stream":true}`
      : CHAT;
  return gateway.send(door, path, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...headers },
  });
}

async function rowOf(response: Response): Promise<Record<string, unknown> | undefined> {
  await gateway.services.spend.drained();
  const { rows } = await gateway.services.database.pool.query(
    "SELECT status, http_status, completion_tokens, usage_source FROM calls WHERE call_id = $1",
    [response.headers.get("x-gateway-call-id")],
  );
  return rows[0];
}

describe.each(DOORS)("through door %i", (door) => {
  const refused: [what: string, script: Script, status: number, code: string][] = [
    ["closes without a word", (socket) => void socket.end(), 502, "upstream_unreachable"],
    ["resets the connection", (socket) => void socket.resetAndDestroy(), 502, "upstream_unreachable"],
    [
      "closes within the head",
      (socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-ty"),
      502,
      "upstream_unreachable",
    ],
    [
      "says 100 to a call that did not ask",
      (socket) => void socket.write(`HTTP/1.1 100 Continue\r\n\r\n${whole(COMPLETION).toString()}`),
      502,
      "upstream_unreachable",
    ],
    ["speaks no HTTP", (socket) => void socket.end("220 mail.example ESMTP\r\n"), 502, "upstream_invalid_response"],
    [
      "sends headers without end",
      (socket) => void socket.end(head("application/json", `x: ${"y".repeat(64 * 1024)}\r\n\r\n`)),
      502,
      "upstream_invalid_response",
    ],
    [
      "breaks off within the body",
      (socket) => void socket.end(`${head("application/json")}content-length: 500\r\n\r\n{"id":`),
      502,
      "upstream_unreachable",
    ],
    [
      "sends half of an object as if it were whole",
      (socket) => void socket.end(whole(COMPLETION.slice(0, 40))),
      502,
      "upstream_invalid_response",
    ],
    ["sends a list", (socket) => void socket.end(whole("[]")), 502, "upstream_invalid_response"],
    ["sends nothing", (socket) => void socket.end(whole("")), 502, "upstream_invalid_response"],
    ["sends a page", (socket) => void socket.end(whole("<html>", "text/html")), 502, "upstream_invalid_response"],
    [
      "sends the caller elsewhere",
      (socket) => void socket.end("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n"),
      502,
      "upstream_invalid_response",
    ],
    [
      "answers with no content",
      (socket) => void socket.end("HTTP/1.1 204 No Content\r\n\r\n"),
      502,
      "upstream_invalid_response",
    ],
    [
      "compresses as nobody can read",
      (socket) => void socket.end(whole("x", "application/json", "content-encoding: rot13\r\n")),
      502,
      "upstream_invalid_response",
    ],
    [
      "says that it compresses and does not",
      (socket) => void socket.end(whole(COMPLETION, "application/json", "content-encoding: gzip\r\n")),
      502,
      "upstream_invalid_response",
    ],
    [
      "breaks off a compressed answer",
      (socket) =>
        void socket.end(whole(gzipSync(COMPLETION).subarray(0, 30), "application/json", "content-encoding: gzip\r\n")),
      502,
      "upstream_invalid_response",
    ],
    [
      "sends a bomb",
      (socket) =>
        void socket.end(
          whole(gzipSync(Buffer.alloc(80 * 1024 * 1024)), "application/json", "content-encoding: gzip\r\n"),
        ),
      502,
      "upstream_invalid_response",
    ],
  ];
  test.each(refused)("an upstream that %s", async (_what, misbehave, status, code) => {
    script = misbehave;
    const response = await call(door);
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { error: { code, type: "upstream_error" } },
    ]);
    expect(await rowOf(response)).toMatchObject({ status: "error" });
  });

  const passed: [what: string, answer: () => Buffer | string][] = [
    ["sends early hints first", () => `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${whole(COMPLETION).toString()}`],
    ["names no type", () => `HTTP/1.1 200 OK\r\ncontent-length: ${COMPLETION.length}\r\n\r\n${COMPLETION}`],
    [
      "compresses with gzip all the same",
      () => whole(gzipSync(COMPLETION), "application/json", "content-encoding: gzip\r\n"),
    ],
    [
      "compresses with deflate",
      () => whole(deflateSync(COMPLETION), "application/json", "content-encoding: deflate\r\n"),
    ],
    [
      "compresses with brotli",
      () => whole(brotliCompressSync(COMPLETION), "application/json", "content-encoding: br\r\n"),
    ],
  ];
  test.each(passed)("the answer of an upstream that %s is passed on plainly", async (_what, answer) => {
    script = (socket) => void socket.write(answer());
    const response = await call(door);
    expect([response.status, response.headers.get("content-encoding"), response.headers.get("content-type")]).toEqual([
      200,
      null,
      "application/json",
    ]);
    expect(await response.text()).toBe(COMPLETION);
    expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3 });
  });

  test("a compressed stream is read and passed on plainly", async () => {
    const body = gzipSync(delta("a") + ENDING);
    script = (socket) =>
      void socket.write(
        Buffer.concat([
          Buffer.from(
            `${head("text/event-stream", "content-encoding: gzip\r\n")}content-length: ${body.length}\r\n\r\n`,
          ),
          body,
        ]),
      );
    const response = await call(door, { stream: true });
    expect(await response.text()).toContain("[DONE]");
    expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3, usage_source: "upstream" });
  });

  const broken: [what: string, script: Script, code: string][] = [
    [
      "resets it",
      (socket) => void socket.write(events(delta("one"), delta("two")), () => socket.resetAndDestroy()),
      "upstream_unreachable",
    ],
    ["closes the connection", (socket) => void socket.end(events(delta("one"), delta("two"))), "upstream_unreachable"],
    [
      "ends it properly before its answer has ended",
      (socket) => void socket.write(`${events(delta("one"), delta("two"))}0\r\n\r\n`),
      "upstream_unreachable",
    ],
    [
      "breaks off within an event",
      (socket) => void socket.end(events(delta("one"), delta("two"), 'data: {"choices":[{"ind')),
      "upstream_unreachable",
    ],
    [
      "sends chunks that are none",
      (socket) => void socket.write(`${events(delta("one"), delta("two"))}zz\r\n`),
      "upstream_invalid_response",
    ],
  ];
  test.each(broken)(
    "a stream whose upstream %s ends with an error event and never with an end of its own",
    async (_what, misbehave, code) => {
      script = misbehave;
      const response = await call(door, { stream: true });
      const text = await response.text();
      expect(text).not.toContain("[DONE]");
      expect(text).not.toContain('finish_reason":"stop');
      const values = text
        .trim()
        .split("\n\n")
        .map((event) => JSON.parse(event.slice("data: ".length)) as { error?: { code: string } });
      expect(values.at(-1)?.error?.code).toBe(code);
      expect(await rowOf(response)).toMatchObject({ status: "error", usage_source: "estimated" });
    },
  );

  test("a stream that the upstream ends with an error of its own ends with that, and is no success", async () => {
    const error = 'data: {"error":{"message":"Overloaded.","code":503}}\n\n';
    script = (socket) => void socket.write(`${events(delta("one"), error, "data: [DONE]\n\n")}0\r\n\r\n`);
    const response = await call(door, { stream: true });
    expect(await response.text()).toBe(delta("one") + error);
    expect(await rowOf(response)).toMatchObject({ status: "error", usage_source: "estimated" });
  });

  test("speech whose upstream breaks off breaks off, rather than ending as if it were whole", async () => {
    script = (socket) => void socket.end(`${head("audio/mpeg")}content-length: 500\r\n\r\nsound`);
    const response = await call(door, { path: "/v1/audio/speech" });
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(await rowOf(response)).toMatchObject({ status: "error" });
  });

  test("a line of 10 MB without an end passes through", async () => {
    const line = `data: {"junk":"${"x".repeat(10 * 1024 * 1024)}"}\n\n`;
    script = (socket) => void socket.write(`${events(delta("a"), line, ENDING)}0\r\n\r\n`);
    const response = await call(door, { stream: true });
    const text = await response.text();
    expect(text.includes(line)).toBe(true);
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3 });
  });

  test("what are no events passes as it is, and the end is still known", async () => {
    script = (socket) => void socket.write(`${events("nonsense\n\n", "data: {not json}\n\n", ENDING)}0\r\n\r\n`);
    const response = await call(door, { stream: true });
    expect(await response.text()).toContain("data: {not json}");
    expect(await rowOf(response)).toMatchObject({ status: "success" });
  });

  test("an idle connection that the upstream closes just when it is used again costs no call", async () => {
    script = (socket, _request, nth) => void (nth === 1 ? socket.write(whole(COMPLETION)) : socket.end());
    const first = await call(door);
    await first.text();
    const second = await call(door);
    expect([second.status, await second.text()]).toEqual([200, COMPLETION]);
    expect(second.headers.get("x-gateway-attempts")).toBe("1");
    expect(connections).toBe(2);
  });

  test("nothing of the caller goes upstream but what describes the call", async () => {
    let seen = "";
    script = (socket, request) => {
      seen = request;
      socket.write(
        whole(
          COMPLETION,
          "application/json",
          "set-cookie: a=b\r\nx-ratelimit-remaining-requests: 9\r\nx-request-id: req_1\r\nserver: s\r\nx-internal: 1\r\nopenai-processing-ms: 3\r\n",
        ),
      );
    };
    const response = await call(door, {
      headers: {
        cookie: "session=1",
        "x-api-key": "k",
        "x-forwarded-for": "1.2.3.4",
        "proxy-authorization": "p",
        te: "trailers",
        "idempotency-key": "1",
        "accept-encoding": "gzip, br",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "x-gateway-team-id": "",
      },
    });
    const headers = Object.fromEntries(
      seen
        .slice(0, seen.indexOf("\r\n\r\n"))
        .split("\r\n")
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
    );
    const { host: _host, "content-length": _length, connection: _connection, accept: _accept, ...sent } = headers;
    expect(sent).toEqual({
      authorization: "Bearer upstream-secret",
      "content-type": "application/json",
      "user-agent": "model-gateway",
      "accept-encoding": "identity",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    });
    await response.text();
    const returned = [...response.headers.keys()];
    expect(returned).toEqual(
      expect.arrayContaining(["x-ratelimit-remaining-requests", "x-request-id", "openai-processing-ms"]),
    );
    expect(returned).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(set-cookie|server|x-internal)$/)]));
  });
});

test("a header that Connection names goes no further", async () => {
  let seen = "";
  script = (socket, request) => {
    seen = request;
    socket.write(whole(COMPLETION));
  };
  const origin = new URL(gateway.origin);
  const socket = connect(Number(origin.port), origin.hostname);
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${gateway.masterKey}\r\ncontent-type: application/json\r\nconnection: close, Traceparent\r\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\ncontent-length: ${CHAT.length}\r\n\r\n${CHAT}`,
  );
  socket.resume();
  await once(socket, "close");
  expect(seen).toContain("POST /v1/chat/completions");
  expect(seen).not.toContain("traceparent");
});
