import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seededRandom } from "@/testing/gateway/call-traffic";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";

const SIZES = [1, 2, 8, 64];
const NOWHERE = "http://127.0.0.1:9/v1";
const FAILING_SHARE = 0.1;

const ANSWER = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  model: "gpt",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
});

/** Answers for all deployments; those whose path begins with `/flaky` fail now and then. */
let upstreams: Server;
let gateway: GatewayProcess;
let callers: Pool;

beforeAll(async () => {
  const random = seededRandom(13);
  upstreams = createServer((request, response) => {
    const isFailure = request.url?.startsWith("/flaky") === true && random() < FAILING_SHARE;
    request.resume().on("end", () => {
      response.writeHead(isFailure ? 503 : 200, { "content-type": "application/json" });
      response.end(isFailure ? '{"error":{"message":"Overloaded."}}' : ANSWER);
    });
  });
  upstreams.listen(0, "127.0.0.1");
  await once(upstreams, "listening");
  const { port } = upstreams.address() as AddressInfo;
  const entry = (name: string, position: number, api_base: string) => ({
    model_name: name,
    gateway_params: { model: "openai/gpt", api_base, input_cost_per_token: 1e-6, output_cost_per_token: 1e-6 },
    model_info: { id: `${name}-${position}` },
  });
  const group = (name: string, size: number, base: (position: number) => string) =>
    Array.from({ length: size }, (_, position) => entry(name, position, base(position)));
  gateway = await startGateway({
    environment: { GATEWAY_CONSOLE: "off" },
    config: {
      model_list: [
        ...SIZES.flatMap((size) => group(`flaky-${size}`, size, () => `http://127.0.0.1:${port}/flaky/v1`)),
        ...group("one-dead", 64, (position) => (position === 0 ? NOWHERE : `http://127.0.0.1:${port}/v1`)),
      ],
    },
  });
  callers = new Pool(gateway.url, { connections: 256 });
});
afterAll(async () => {
  await callers?.close();
  await gateway?.stop();
  upstreams?.close();
});

/** The answers that were not 200, as `status code`. */
async function makeCalls(model: string, callsPerSecond: number, calls: number): Promise<string[]> {
  const failures: string[] = [];
  const body = JSON.stringify({ model, messages: [{ role: "user", content: "Hello." }] });
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const makeCall = async (): Promise<void> => {
    const answer = await callers.request({ method: "POST", path: "/v1/chat/completions", headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) failures.push(`${answer.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1]}`);
  };
  const beganAt = performance.now();
  const running: Promise<void>[] = [];
  while (running.length < calls) {
    const due = Math.min(calls, Math.ceil(((performance.now() - beganAt) * callsPerSecond) / 1_000));
    while (running.length < due) running.push(makeCall());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(running);
  return failures;
}

/** A call fails after three failures in a row. At 10% that is one call in a thousand by chance; two are allowed. */
function expectServed(failures: readonly string[], calls: number): void {
  expect(failures.filter((failure) => failure.includes("no_healthy_deployment"))).toEqual([]);
  // Few calls may have a little more bad luck than their share.
  expect(failures.length).toBeLessThanOrEqual(calls * 0.002 + 3);
}

describe("groups of 1, 2, 8 and 64 upstreams that each fail 10% of their calls", () => {
  // Side by side: the groups have nothing in common.
  test.each([
    { callsPerSecond: 20, calls: 1_000 },
    { callsPerSecond: 200, calls: 3_000 },
  ])("groups of flaky upstreams serve 99.8% of $callsPerSecond calls/s", async ({ callsPerSecond, calls }) => {
    const results = await Promise.all(SIZES.map((size) => makeCalls(`flaky-${size}`, callsPerSecond, calls)));
    for (const failures of results) expectServed(failures, calls);
  });

  test.each(SIZES)("a group of %d flaky upstreams serves 99.8% of 2,000 calls/s", async (size) => {
    const calls = 10_000;
    expectServed(await makeCalls(`flaky-${size}`, 2_000, calls), calls);
  });
});

test.each([20, 200, 2_000])("one dead upstream of 64 costs none of %d calls/s", async (callsPerSecond) => {
  expect(await makeCalls("one-dead", callsPerSecond, Math.min(10 * callsPerSecond, 6_000))).toEqual([]);
});
