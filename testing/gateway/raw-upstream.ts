import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { startInProcessGateway, type InProcessGateway } from "./in-process-gateway";

/** What the upstream does with the nth request on a connection; `request` is its text, head and body. */
export type UpstreamScript = (socket: Socket, request: string, nth: number) => void;

export const CHAT = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi." }] });
export const COMPLETION = JSON.stringify({
  id: "c",
  object: "chat.completion",
  choices: [],
  usage: { prompt_tokens: 2, completion_tokens: 3 },
});

/** One event of a stream, with a piece of text. */
export const delta = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
/** The last events of a stream: the finish reason, the usage and `[DONE]`. */
export const ENDING = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: {"choices":[],"usage":{"prompt_tokens":2,"completion_tokens":3}}\n\ndata: [DONE]\n\n`;

/** The status line and the headers so far; the caller adds the rest and the empty line. */
export const head = (type: string, more = ""): string => `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${more}`;
/** A whole answer with its length. */
export const whole = (body: string | Buffer, type = "application/json", more = ""): Buffer =>
  Buffer.concat([
    Buffer.from(`${head(type, more)}content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
/** The beginning of a chunked event stream, without its last chunk. */
export const events = (...texts: string[]): string =>
  `${head("text/event-stream")}transfer-encoding: chunked\r\n\r\n${texts.map(chunk).join("")}`;

/** An upstream that hands each whole request to the script of the moment. */
async function startUpstream(script: () => UpstreamScript) {
  const sockets = new Set<Socket>();
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  const server = createServer((socket) => {
    upstream.connections++;
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
      script()(socket, request, ++nth);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const upstream = {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** How many it has accepted; the caller may start again. */
    connections: 0,
    /** Ends all connections. */
    cut,
    stop() {
      cut();
      server.close();
    },
  };
  return upstream;
}

/**
 * For every test of the calling file: an upstream on a bare socket, which answers by a script and may break any rule of
 * HTTP, and a gateway whose model `m` it serves.
 */
export function useRawUpstream() {
  let database: TestDatabase;
  let gateway: InProcessGateway;
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  let script: UpstreamScript;

  beforeAll(async () => {
    upstream = await startUpstream(() => script);
    database = await startTestDatabase();
    const entry = {
      gateway_params: {
        model: "openai/m",
        api_base: upstream.apiBase,
        api_key: "upstream-secret",
        input_cost_per_token: 0.001,
        output_cost_per_token: 0.002,
      },
    };
    gateway = await startInProcessGateway(database.url, { config: { model_list: [{ model_name: "m", ...entry }] } });
  });
  afterAll(async () => {
    await gateway?.stop();
    upstream?.stop();
    await database?.stop();
  });
  beforeEach(() => {
    upstream.connections = 0;
  });
  afterEach(() => upstream.cut());

  function call({
    path = "/v1/chat/completions",
    stream = false,
    headers = {},
    members = {},
  }: {
    path?: string;
    stream?: boolean;
    headers?: Record<string, string>;
    members?: object;
  } = {}): Promise<Response> {
    const body = path.endsWith("speech")
      ? JSON.stringify({ model: "m", input: "Hi.", voice: "v" })
      : stream
        ? `${CHAT.slice(0, -1)},"stream":true}`
        : JSON.stringify({ ...JSON.parse(CHAT), ...members });
    return gateway.send(path, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...headers },
    });
  }

  /** What the spend log says of a call. */
  async function rowOf(response: Response): Promise<Record<string, unknown> | undefined> {
    await gateway.services.spend.drained();
    const { rows } = await gateway.services.database.pool.query(
      "SELECT status, http_status, completion_tokens, usage_source FROM calls WHERE call_id = $1",
      [response.headers.get("x-gateway-call-id")],
    );
    return rows[0];
  }

  return {
    get gateway() {
      return gateway;
    },
    /** Connections that the upstream has accepted during this test. */
    get connections() {
      return upstream.connections;
    },
    /** How the upstream answers from now on. */
    set script(next: UpstreamScript) {
      script = next;
    },
    call,
    rowOf,
  };
}
