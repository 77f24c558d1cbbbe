import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";

const MEBIBYTE = 1024 * 1024;
const SIZE = 31 * MEBIBYTE;
const CALLERS = 100;

/** A call that the upstream takes three seconds for, with a member that fills it up to 31 MiB. */
function filled(fill: (bytes: number) => string): Buffer {
  const head = `{"model":"tokens-10,slow-300","messages":[{"role":"user","content":"Hello."}],"metadata":`;
  return Buffer.from(`${head}${fill(SIZE - head.length - 1)}}`);
}

/** A million members with names of their own, each an object, the most expensive kind that the bound lets through. */
function members(count: number, bytes: number): string {
  const padding = "x".repeat(Math.max(0, Math.floor(bytes / count) - 16));
  return `{${Array.from({ length: count }, (_, at) => `"${at}${padding}":{}`).join(",")}}`;
}

const BODIES: readonly [what: string, body: () => Buffer, statuses: readonly number[]][] = [
  ["one long text", () => filled((bytes) => `"${"x".repeat(bytes - 2)}"`), [200, 503]],
  ["text of two bytes a character", () => filled((bytes) => `"語${"x".repeat(bytes - 5)}"`), [200, 503]],
  ["999,000 members", () => filled((bytes) => members(999_000, bytes - 2)), [200, 503]],
  ["empty objects", () => filled((bytes) => `[${"{},".repeat(Math.floor(bytes / 3) - 2)}{}]`), [400, 503]],
  ["nothing but brackets", () => filled((bytes) => "[".repeat(bytes)), [400, 503]],
];

let upstream: LocalUpstream;
let gateway: GatewayProcess;
let largeKey: string;
let smallKey: string;

async function begin(): Promise<void> {
  upstream = await startUpstream({ log: false });
  gateway = await startGatewayWithDatabase({
    environment: { NODE_OPTIONS: "--max-old-space-size=1024" },
    config: { model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }] },
  });
  [largeKey, smallKey] = [await newKey(), await newKey()];
}

async function end(): Promise<void> {
  await gateway?.stop();
  await upstream?.stop();
}

async function newKey(): Promise<string> {
  const answer = await post("/key/generate", gateway.masterKey, Buffer.from("{}"));
  const { key }: { key: string } = JSON.parse(answer.body);
  return key;
}

/** On a connection of its own. A broken connection has the status 0. */
async function post(
  path: string,
  key: string,
  body: Buffer,
  isChunked = false,
  more: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const length = isChunked ? { "transfer-encoding": "chunked" } : { "content-length": body.length };
  const host = new URL(gateway.url).host;
  const headers = { host, ...more, authorization: `Bearer ${key}`, "content-type": "application/json", ...length };
  const sent = request(gateway.url + path, { method: "POST", agent: false, headers });
  sent.end(body);
  try {
    const [answer]: [IncomingMessage] = await (once(sent, "response") as Promise<[IncomingMessage]>);
    return { status: answer.statusCode ?? 0, body: await text(answer) };
  } catch (error) {
    return { status: 0, body: String(error) };
  } finally {
    sent.destroy();
  }
}

/** Makes calls with small bodies, one after the other, until it is stopped. `stop` returns their statuses. */
function keepCalling(): { stop(): Promise<number[]> } {
  const statuses: number[] = [];
  const body = Buffer.from(JSON.stringify({ model: "tokens-1", messages: [{ role: "user", content: "Hello." }] }));
  let isStopped = false;
  const calling = (async () => {
    while (!isStopped) statuses.push((await post("/v1/chat/completions", smallKey, body)).status);
  })();
  return {
    async stop() {
      isStopped = true;
      await calling;
      return statuses;
    },
  };
}

describe("with a heap of 1 GiB, 100 requests at once with 31 MiB each", () => {
  beforeAll(begin);
  afterAll(end);

  test.each(
    BODIES.flatMap(([what, body, statuses]) =>
      [false, true].map((isChunked) => [what, isChunked ? "in chunks" : "with a length", body, statuses] as const),
    ),
  )(
    "calls of one key with %s, %s: leave the process alive, and others are answered",
    async (_what, how, make, statuses) => {
      const body = make();
      const small = keepCalling();
      const answers = await Promise.all(
        Array.from({ length: CALLERS }, () => post("/v1/chat/completions", largeKey, body, how === "in chunks")),
      );
      const seen = await small.stop();
      expect(new Set(seen)).toEqual(new Set([200]));
      const strange = answers.filter(({ status }) => !statuses.includes(status));
      expect(strange.map(({ status, body: answer }) => `${status} ${answer.slice(0, 200)}`)).toEqual([]);
      // Some pass: the bound does not refuse large bodies as such.
      expect(answers.some(({ status }) => status === statuses[0])).toBe(true);
      expect(
        (await post("/v1/chat/completions", largeKey, Buffer.from('{"model":"tokens-1","messages":[]}'))).status,
      ).toBe(200);
    },
  );

  test.each<[what: string, path: string, more: Record<string, string>, status: number]>([
    ["calls with a length behind a thousand headers", "/v1/chat/completions", hidden(), 431],
    ["calls without a valid key that take pages too", "/v1/chat/completions", { accept: "text/html" }, 401],
    ["sign-ins", "/api/auth/callback/master-key", {}, 413],
    ["posts to a page", "/console/sign-in", { accept: "text/html" }, 404],
  ])("%s leave the process alive, and others are answered", async (_what, path, more, status) => {
    const body = Buffer.alloc(SIZE, " ");
    const key = status === 401 ? "sk-unknown" : largeKey;
    const small = keepCalling();
    const answers = await Promise.all(Array.from({ length: CALLERS }, () => post(path, key, body, false, more)));
    expect(new Set(await small.stop())).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
  });
});

/** More headers than Node.js reads, so that it does not show those behind them. */
function hidden(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [`x-${at}`, ""]));
}
