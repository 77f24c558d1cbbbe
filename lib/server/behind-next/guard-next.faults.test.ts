import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { json, type ApiReply, type ApiRequest } from "@/lib/doors/contract";
import { guardNext, guardServer } from "./guard-next";

/** What reached the listener that stands for Next.js's. */
const seen: { url: string | undefined; mark: unknown; body: string }[] = [];
const refused: string[] = [];
let server: Server;

async function serveAsNext(message: IncomingMessage): Promise<string> {
  const body = await text(message);
  seen.push({ url: message.url, mark: message.headers["x-gateway-operation"], body });
  return `next:${body.length}`;
}

const guard = {
  handle:
    () =>
    async (request: ApiRequest): Promise<ApiReply> =>
      json({ api: request.path }),
  log: { info() {}, warn() {}, error() {} },
  onRefused: ({ error }: { error: { code: string } }) => void refused.push(error.code),
  isDevelopment: false,
  otherPort: undefined,
};

async function nextServer(): Promise<Server> {
  const made = createServer((message, response) => {
    if (message.headers["x-refused"] !== undefined) {
      // A route handler that has read enough does the same.
      message.once("data", () => {
        message.pause();
        response.writeHead(403).end("{}");
      });
      return;
    }
    void serveAsNext(message).then((answer) => response.end(answer));
  });
  made.on("upgrade", (_message, socket) => socket.destroy());
  made.listen(0, "127.0.0.1");
  await once(made, "listening");
  return made;
}

beforeAll(async () => {
  server = await nextServer();
  guardServer(server, guard);
});
afterEach(() => {
  seen.length = 0;
  refused.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The whole answer to a request, and its body. */
async function send(head: string, body = "", to = server): Promise<{ status: number; raw: string; body: string }> {
  const socket = connect((to.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`${head}host: h\r\nconnection: close\r\n\r\n${body}`, "latin1");
  const raw = await text(socket);
  return { status: Number(raw.slice(9, 12)), raw, body: raw.slice(raw.indexOf("\r\n\r\n") + 4) };
}

const signIn = "POST /api/auth/callback/master-key HTTP/1.1\r\n";
const chunk = (size: number): string => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;

describe("a body for a page", () => {
  test.each([
    ["with a length", "content-length: 65536\r\n", "x".repeat(65_536), 65_536],
    ["in chunks", "transfer-encoding: chunked\r\n", `${chunk(30_000)}${chunk(30_000)}0\r\n\r\n`, 60_000],
    ["of no bytes", "transfer-encoding: chunked\r\n", "0\r\n\r\n", 0],
  ])("of at most 64 KiB %s reaches Next.js whole", async (_how, headers, body, size) => {
    const { status } = await send(signIn + headers, body);
    expect([status, seen.map((one) => one.body.length)]).toEqual([200, [size]]);
  });

  test.each([
    ["with a length", "content-length: 65537\r\n", "x".repeat(65_537)],
    ["with a length, of which nothing is sent", "content-length: 65537\r\n", ""],
    ["in chunks", "transfer-encoding: chunked\r\n", `${chunk(40_000)}${chunk(40_000)}0\r\n\r\n`],
    ["in chunks that go on", "transfer-encoding: chunked\r\n", chunk(20_000).repeat(50)],
  ])("beyond 64 KiB %s is refused, and Next.js sees nothing of it", async (_how, headers, body) => {
    const { status, raw } = await send(signIn + headers, body);
    expect([status, refused, seen]).toEqual([413, ["payload_too_large"], []]);
    expect(raw).toContain("x-request-id: ");
  });

  test("that a caller announces with Expect: 100-continue is invited only if it may be sent", async () => {
    const allowed = await send(`${signIn}expect: 100-continue\r\ncontent-length: 4\r\n`, "body");
    expect(allowed.raw).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    const large = await send(`${signIn}expect: 100-continue\r\ncontent-length: 70000\r\n`);
    expect(large.status).toBe(413);
  });
});

test("a large body for an operation reaches its handler, which bounds it, past everything that would buffer it", async () => {
  const head = "POST /v1/chat/completions HTTP/1.1\r\naccept: text/html\r\ncontent-length: 100000\r\n";
  expect((await send(head, "x".repeat(100_000))).status).toBe(200);
  expect(seen).toEqual([{ url: "/v1/chat/completions", mark: "1", body: "x".repeat(100_000) }]);
});

test("a caller who is refused while sending can read the refusal, and use the connection again", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const answers: string[] = [];
  socket.on("data", (bytes) => answers.push(...(bytes.toString().match(/^HTTP[^\r]*/gm) ?? [])));
  socket.write("POST /v1/embeddings HTTP/1.1\r\nhost: h\r\nx-refused: 1\r\ncontent-length: 5000000\r\n\r\n");
  for (let piece = 0; piece < 50; piece++) {
    socket.write("x".repeat(100_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => answers).toEqual(["HTTP/1.1 403 Forbidden"]);
  socket.write("GET /v1/models HTTP/1.1\r\nhost: h\r\n\r\n");
  await expect.poll(() => answers).toEqual(["HTTP/1.1 403 Forbidden", "HTTP/1.1 200 OK"]);
  socket.destroy();
});

test("a caller who is refused while sending, and asked for the connection to be closed, is heard to the end", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const seen: string[] = [];
  socket.on("data", (bytes) => seen.push(...(bytes.toString().match(/^HTTP[^\r]*/gm) ?? [])));
  socket.on("error", ({ message }) => seen.push(message));
  socket.on("end", () => seen.push("closed"));
  const head = "POST /v1/embeddings HTTP/1.1\r\nhost: h\r\nx-refused: 1\r\nconnection: close\r\n";
  socket.write(`${head}content-length: 5000000\r\n\r\n`);
  socket.write("x".repeat(100_000));
  await expect.poll(() => seen[0]).toBe("HTTP/1.1 403 Forbidden");
  for (let piece = 1; piece < 50; piece++) {
    expect(seen).not.toContain("closed");
    socket.write("x".repeat(100_000));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await expect.poll(() => seen.at(-1)).toBe("closed");
  expect(seen).toEqual(["HTTP/1.1 403 Forbidden", "closed"]);
});

test("a caller who is refused while sending is heard to the end though the process was busy for seconds", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const answers: string[] = [];
  socket.on("data", (bytes) => answers.push(...(bytes.toString().match(/^HTTP[^\r]*/gm) ?? [])));
  socket.on("error", ({ message }) => answers.push(message));
  socket.write("POST /v1/embeddings HTTP/1.1\r\nhost: h\r\nx-refused: 1\r\ncontent-length: 200000\r\n\r\n");
  socket.write("x".repeat(100_000));
  await expect.poll(() => answers).toEqual(["HTTP/1.1 403 Forbidden"]);
  // The bytes wait in the socket, because nobody reads it.
  socket.write("x".repeat(100_000));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.write("GET /v1/models HTTP/1.1\r\nhost: h\r\n\r\n");
  await expect.poll(() => answers).toEqual(["HTTP/1.1 403 Forbidden", "HTTP/1.1 200 OK"]);
  socket.destroy();
});

test("nobody can mark a page as an operation", async () => {
  await send("GET /nothing HTTP/1.1\r\naccept: text/html\r\nx-gateway-operation: 1\r\n");
  expect(seen).toEqual([{ url: "/nothing", mark: undefined, body: "" }]);
});

test.each(["OPTIONS *", "TRACE /v1/models", "GET /v1/../team/list", "POST /console"])(
  "%s is answered by the API",
  async (line) => {
    const { status, body } = await send(`${line} HTTP/1.1\r\n`);
    expect([status, JSON.parse(body), seen]).toEqual([200, { api: line.split(" ")[1] }, []]);
  },
);

test("what is not HTTP is refused in JSON", async () => {
  const { status, body } = await send("GET /v1/models HTTP/1.1\r\ncontent-length: 1x\r\n");
  expect([status, JSON.parse(body), refused]).toEqual([
    400,
    { error: expect.objectContaining({ code: "invalid_request" }) },
    ["invalid_request"],
  ]);
});

test("an upgrade is served as any other request", async () => {
  const head = "GET /v1/models HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n";
  expect((await send(head)).status).toBe(200);
});

test("the guard stands before every server from its first request on, except the one of another port", async () => {
  const [next, other] = [await nextServer(), await nextServer()];
  const { leave } = guardNext({ ...guard, otherPort: (other.address() as AddressInfo).port });
  try {
    for (let time = 0; time < 2; time++) {
      expect((await send("OPTIONS * HTTP/1.1\r\n", "", next)).body).toBe('{"api":"*"}');
      expect((await send("OPTIONS * HTTP/1.1\r\n", "", other)).body).toContain("next:0");
    }
  } finally {
    leave();
    for (const one of [next, other]) one.closeAllConnections();
    next.close();
    other.close();
  }
});

test("a guard that stops lets answers under way end, and takes no further connections", async () => {
  const next = await nextServer();
  const { leave, stopAccepting } = guardNext({ ...guard, otherPort: undefined });
  try {
    expect((await send("OPTIONS * HTTP/1.1\r\n", "", next)).status).toBe(200);
    await stopAccepting();
    expect(next.listening).toBe(false);
  } finally {
    leave();
    next.closeAllConnections();
  }
});
