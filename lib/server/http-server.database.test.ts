import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { errorReply, GatewayError } from "@/lib/errors";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { json } from "@/lib/doors/contract";
import { openHttpServer, type HttpServer } from "./http-server";
import { targetOf } from "@/lib/doors/node-door";
import type { Gateway } from "./gateway";

const LIMIT = 1000;
let server: HttpServer;
/** A server that gives requests next to no time to arrive. */
let impatient: HttpServer;
/** The errors that the server has logged. */
const faults: unknown[] = [];
/** Why bodies were not read. */
const unread: string[] = [];

/** Reads the body where the path says so, and answers with its length. */
async function handle(request: ApiRequest): Promise<ApiReply> {
  try {
    if (request.path === "/v1/models") throw new GatewayError("route_not_allowed", "Not this one.");
    if (request.path === "/v1/audio/transcriptions") {
      for await (const chunk of request.readStream(1e9))
        if (chunk.length > 0) throw new GatewayError("key_model_not_allowed", "Not this model.");
    }
    if (request.path === "/v1/rerank") {
      let size = 0;
      for await (const chunk of request.readStream(LIMIT)) size += chunk.length;
      return json({ size });
    }
    return json({ size: (await request.readBody(LIMIT)).length });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    unread.push(error.message);
    const { status, headers, body } = errorReply(error);
    return json(body, status, headers);
  }
}

const lines: Record<string, unknown>[] = [];
/** How the answers of `handle` have ended, and how many requests it is serving. */
const ends: string[] = [];
let under = 0;

async function handleAndTell(request: ApiRequest): Promise<ApiReply> {
  under++;
  const reply = await handle(request).finally(() => under--);
  return { ...reply, ended: (end) => void ends.push(end) };
}

beforeAll(async () => {
  const environment = readEnvironment({ PORT: "0", GATEWAY_CONSOLE: "off" });
  const log = {
    info: (event: string, fields?: Record<string, unknown>) => void lines.push({ event, ...fields }),
    warn() {},
    error: (event: string, fields?: Record<string, unknown>) => void faults.push([event, fields]),
  };
  server = await openHttpServer({ environment, root: process.cwd(), log });
  impatient = await openHttpServer({
    environment,
    root: process.cwd(),
    log,
    times: { headersMs: 150, requestMs: 300, checkedEveryMs: 50 },
  });
  // The HTTP server uses nothing else of a gateway.
  for (const opened of [server, impatient])
    await opened.open({ handle: handleAndTell, announceStop() {}, cutCalls() {} } as Partial<Gateway> as Gateway);
});
afterAll(async () => {
  await Promise.all([server.close(), impatient.close()]);
  expect(faults).toEqual([]);
});

test("with a base path, every path answers with it and without it, in both forms of a request line", async () => {
  const paths: string[] = [];
  const environment = readEnvironment({ PORT: "0", GATEWAY_CONSOLE: "off", GATEWAY_BASE_PATH: "/llm/gateway" });
  const below = await openHttpServer({ environment, root: process.cwd(), log: { info() {}, warn() {}, error() {} } });
  const handlePath = async ({ path, query }: ApiRequest): Promise<ApiReply> => {
    paths.push(query === "" ? path : `${path}?${query}`);
    return json({});
  };
  try {
    for (const target of ["/llm/gateway/health/liveness", "/health/liveness"]) {
      const starting = await send(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`, below);
      expect(starting.status, target).toBe(200);
    }
    await below.open({ handle: handlePath, announceStop() {}, cutCalls() {} } as Partial<Gateway> as Gateway);
    for (const target of [
      "/llm/gateway/v1/models?a=/llm/gateway",
      "http://a/llm/gateway/v1/models",
      "/v1/models",
      "/llm/gateway",
      "/llm/gatewayed/v1/models",
      "/llm/gateway/llm/gateway/v1/models",
    ])
      await send(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`, below);
  } finally {
    await below.close();
  }
  expect(paths).toEqual([
    "/v1/models?a=/llm/gateway",
    "/v1/models",
    "/v1/models",
    "/",
    "/llm/gatewayed/v1/models",
    "/llm/gateway/v1/models",
  ]);
});

async function open({ port } = server): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Everything that comes back until the other side closes. */
async function send(request: string, to = server): Promise<{ status: number; code: string | undefined; raw: string }> {
  const socket = await open(to);
  socket.write(request, "latin1");
  return parse(await text(socket));
}

function parse(raw: string): { status: number; code: string | undefined; raw: string } {
  const body = raw.slice(raw.indexOf("\r\n\r\n") + 4);
  const value: { error?: { code?: string } } = body === "" ? {} : JSON.parse(body);
  return { status: Number(raw.slice(9, 12)), code: value.error?.code, raw };
}

const post = (path: string, headers: string): string => `POST ${path} HTTP/1.1\r\nhost: h\r\n${headers}\r\n`;

describe("a request that the door refuses itself has an id and one access line", () => {
  const broken: [what: string, request: string, line: object][] = [
    [
      "without a Host",
      "GET /v1/embeddings?key=1 HTTP/1.1\r\nx-request-id: mine\r\n\r\n",
      { method: "GET", path: "/v1/embeddings", request_id: "mine", http_status: 400, code: "invalid_request" },
    ],
    ["that is not HTTP", "hello\r\n\r\n", { request_id: expect.stringMatching(/^req_/), code: "invalid_request" }],
    [
      "whose chunks are broken while its body is read",
      `${post("/v1/embeddings", "x-request-id: mine\r\ntransfer-encoding: chunked\r\n")}zz\r\n`,
      { method: "POST", path: "/v1/embeddings", request_id: "mine", http_status: 400 },
    ],
  ];
  test.each(broken)("%s", async (_what, request, line) => {
    lines.length = 0;
    ends.length = 0;
    const { raw } = await send(request);
    expect(lines).toEqual([
      expect.objectContaining({
        event: "request.finished",
        status: "error",
        client_address: "127.0.0.1",
        ...line,
      }),
    ]);
    expect(raw).toContain(`\r\nx-request-id: ${String(lines[0]?.request_id)}\r\n`);
    // The core does not tell of it as well.
    await expect.poll(() => under).toBe(0);
    expect(ends).toEqual([]);
  });
});

describe("a request that cannot be read is refused like any other", () => {
  const cases: [what: string, request: string, status: number, code: string][] = [
    ["headers beyond the limit", post("/v1/embeddings", `x: ${"y".repeat(40_000)}\r\n`), 431, "headers_too_large"],
    // Node.js shows only the first thousand, so nobody would see the length.
    [
      "a length behind more headers than Node.js shows",
      post("/v1/embeddings", `${"a:\r\n".repeat(1_100)}content-length: 4\r\nconnection: close\r\n`) + "body",
      431,
      "headers_too_large",
    ],
    ["a length that is not a number", post("/v1/embeddings", "content-length: 1x\r\n"), 400, "invalid_request"],
    ["a negative length", post("/v1/embeddings", "content-length: -1\r\n"), 400, "invalid_request"],
    ["two lengths", post("/v1/embeddings", "content-length: 1\r\ncontent-length: 2\r\n"), 400, "invalid_request"],
    [
      "a length and chunks",
      post("/v1/embeddings", "content-length: 4\r\ntransfer-encoding: chunked\r\n"),
      400,
      "invalid_request",
    ],
    ["malformed chunks", `${post("/v1/embeddings", "transfer-encoding: chunked\r\n")}zz\r\n`, 400, "invalid_request"],
    ["a line that is not HTTP", "hello\r\n\r\n", 400, "invalid_request"],
    ["a folded header", post("/v1/embeddings", "x: a\r\n y\r\nz\r\n"), 400, "invalid_request"],
    ["no Host", "GET /v1/embeddings HTTP/1.1\r\n\r\n", 400, "invalid_request"],
    ["two Hosts", post("/v1/embeddings", "Host: h\r\n"), 400, "invalid_request"],
    ["an asterisk that is not of OPTIONS", "GET * HTTP/1.1\r\nhost: h\r\n\r\n", 400, "invalid_request"],
    ["an empty Host", "GET /v1/embeddings HTTP/1.1\r\nhost:\r\n\r\n", 400, "invalid_request"],
    ["a Host with user information", "GET /x HTTP/1.1\r\nhost: user@h\r\n\r\n", 400, "invalid_request"],
    [
      "two Authorizations",
      post("/v1/embeddings", "Authorization: Bearer a\r\nauthorization: Bearer a\r\n"),
      400,
      "invalid_request",
    ],
    ["an unknown expectation", post("/v1/embeddings", "expect: 200-ok\r\n"), 417, "expectation_failed"],
    ["headers that never end", "POST /v1/embeddings HTTP/1.1\r\nhost: h\r\n", 408, "request_timeout"],
    ["a body that never ends", `${post("/v1/embeddings", "content-length: 10\r\n")}half`, 408, "request_timeout"],
    [
      "a stream that never ends",
      `${post("/v1/rerank", "transfer-encoding: chunked\r\n")}4\r\nhalf\r\n`,
      408,
      "request_timeout",
    ],
    [
      "a length beyond the limit",
      post("/v1/embeddings", "content-length: 1001\r\n") + "x".repeat(1001),
      413,
      "payload_too_large",
    ],
    [
      "chunks beyond the limit",
      `${post("/v1/embeddings", "transfer-encoding: chunked\r\n")}7d0\r\n${"x".repeat(2000)}\r\n0\r\n\r\n`,
      413,
      "payload_too_large",
    ],
    [
      "a stream beyond the limit",
      `${post("/v1/rerank", "transfer-encoding: chunked\r\n")}7d0\r\n${"x".repeat(2000)}\r\n0\r\n\r\n`,
      413,
      "payload_too_large",
    ],
  ];
  test.each(cases)(
    "a request that cannot be read is refused with the API's error: %s",
    async (_what, request, status, code) => {
      const answer = await send(request, status === 408 ? impatient : server);
      expect([answer.status, answer.code]).toEqual([status, code]);
      expect(answer.raw.toLowerCase()).toContain("content-type: application/json");
    },
  );

  test("a caller who sends far too much can still read the refusal", async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/embeddings`, {
      method: "POST",
      body: Buffer.alloc(20_000_000),
    });
    expect([response.status, (await response.json()).error.code]).toEqual([413, "payload_too_large"]);
  });
});

describe("a caller who leaves in the middle of a body", () => {
  const half = `${post("/v1/embeddings", "content-length: 10\r\n")}half`;
  const whole = `${post("/v1/embeddings", "content-length: 4\r\n")}body`;
  test.each([
    ["with a length", half],
    ["in chunks", `${post("/v1/embeddings", "transfer-encoding: chunked\r\n")}4\r\nhalf\r\n`],
    ["after another request on the same connection", whole + half],
  ])("the gateway does not wait for a caller who leaves in the middle of a body %s", async (_what, request) => {
    unread.length = 0;
    const socket = await open();
    socket.write(request);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resetAndDestroy();
    await expect.poll(() => unread).toEqual(["The body broke off."]);
  });
});

test("a caller who is refused while uploading a file can read the refusal, and the server serves on", async () => {
  for (let call = 0; call < 3; call++) {
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/audio/transcriptions`, {
      method: "POST",
      body: Buffer.alloc(20_000_000),
    });
    expect([response.status, (await response.json()).error.code]).toEqual([403, "key_model_not_allowed"]);
  }
});

describe("a caller who asks before sending the body (Expect: 100-continue)", () => {
  test("a caller who expects 100-continue is asked for the body when it is read", async () => {
    const socket = await open();
    socket.write(post("/v1/embeddings", "content-length: 4\r\nexpect: 100-continue\r\nconnection: close\r\n"));
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("body");
    expect(await text(socket)).toContain('{"size":4}');
  });

  test.each([
    ["may not call", "/v1/models", "content-length: 4\r\n", 403],
    ["would send too much", "/v1/embeddings", "content-length: 4000\r\n", 413],
  ])("a caller who expects 100-continue and %s is refused at once", async (_what, path, headers, status) => {
    const socket = await open();
    socket.write(post(path, `${headers}expect: 100-continue\r\n`));
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString()).toContain(`HTTP/1.1 ${status} `);
    socket.destroy();
  });
});

test.each([
  ["/v1/models?a=b", { path: "/v1/models", query: "a=b" }],
  ["http://any.example/v1/models?a=?b", { path: "/v1/models", query: "a=?b" }],
  ["HTTPS://any.example:1/v1/models", { path: "/v1/models", query: "" }],
  ["http://any.example", { path: "/", query: "" }],
  ["http://any.example?a", { path: "/", query: "a" }],
  ["http://a//v1/models", { path: "//v1/models", query: "" }],
  ["//any.example/v1/models", { path: "//any.example/v1/models", query: "" }],
  ["*", { path: "*", query: "" }],
])("the request target %s is read as its origin form", (url, target) => {
  expect(targetOf(url)).toEqual(target);
});
