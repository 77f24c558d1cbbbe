import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";

const MEBIBYTE = 1024 * 1024;
const CALLS = 24;
const ANSWER_BYTES = 24 * MEBIBYTE;
/**
 * Held all at once, the answers take 576 MiB, and twice that while they are put together, whatever the heap may be:
 * buffers are not a part of it.
 */
const ALLOWED_BYTES = 600 * MEBIBYTE;

let upstream: Server;
beforeAll(async () => {
  const embedding = "A".repeat(ANSWER_BYTES);
  const answer = Buffer.from(
    `{"object":"list","model":"e","usage":{"prompt_tokens":7,"total_tokens":7},"data":[{"object":"embedding","index":0,"embedding":"${embedding}"}]}`,
  );
  upstream = createServer((message, response) => {
    message.resume();
    // Without a length, as most upstreams send it.
    response.writeHead(200, { "content-type": "application/json" }).write(answer);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(upstream, "listening");
});
afterAll(() => upstream?.close());

/** The most memory that the process has taken since it started, in bytes. */
function peakMemory(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

describe("with a heap of 256 MiB", () => {
  let gateway: GatewayProcess;
  beforeAll(async () => {
    const api_base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
    gateway = await startGatewayWithDatabase({
      environment: { NODE_OPTIONS: "--max-old-space-size=256", GATEWAY_CONSOLE: "off" },
      config: {
        model_list: [{ model_name: "e", gateway_params: { model: "openai/e", api_base, input_cost_per_token: 0.001 } }],
      },
    });
  });
  afterAll(() => gateway?.stop());

  /** The status and the bytes of an answer, which nobody keeps. */
  async function embed(): Promise<[status: number | undefined, bytes: number]> {
    const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
    const sent = request(`${gateway.url}/v1/embeddings`, { method: "POST", agent: false, headers });
    sent.end('{"model":"e","input":"some words"}');
    const [answer]: [IncomingMessage] = await (once(sent, "response") as Promise<[IncomingMessage]>);
    let bytes = 0;
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
    return [answer.statusCode, bytes];
  }

  test.skipIf(process.platform !== "linux")(
    "24 answers of 24 MiB at once arrive whole and are booked, and the process takes a part of their memory",
    async () => {
      const before = peakMemory(gateway.pid);
      const answers = await Promise.all(Array.from({ length: CALLS }, embed));
      expect(answers.map(([status]) => status)).toEqual(Array.from({ length: CALLS }, () => 200));
      expect(Math.min(...answers.map(([, bytes]) => bytes))).toBeGreaterThan(ANSWER_BYTES - MEBIBYTE);
      expect(peakMemory(gateway.pid) - before).toBeLessThan(ALLOWED_BYTES);
      const headers = { authorization: `Bearer ${gateway.masterKey}` };
      await expect
        .poll(async () => (await (await fetch(`${gateway.url}/global/spend`, { headers })).json()) as unknown)
        .toMatchObject({ spend: 0.168 });
    },
  );
});
