import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { readBenchOptions } from "./options";
import { applyStreams } from "./stream-load";
import { formatStreams, measureStreams } from "./stream-report";

let upstream: LocalUpstream;
beforeAll(async () => {
  upstream = await startUpstream({ log: false });
});
afterAll(() => upstream.stop());

const target = (model: string, path = "/v1/chat/completions") => {
  const { hostname, port } = new URL(upstream.url);
  return {
    host: hostname,
    port: Number(port),
    path,
    headers: { "anthropic-version": "2023-06-01" },
    body: JSON.stringify({ model, max_tokens: 99, stream: true, messages: [{ role: "user", content: "Hello" }] }),
  };
};

test.each(["/v1/chat/completions", "/v1/messages"])("every token of every stream is checked: %s", async (path) => {
  const result = await applyStreams(target("tokens-12,slow-10", path), 20, 12);
  expect(result).toMatchObject({ streams: 20, complete: 20 });
  expect(result.betweenTokens.p50).toBeGreaterThan(0);
});

test("streams that overlap are counted", async () => {
  const TOGETHER = 20;
  const held: ServerResponse[] = [];
  const token = (count: number) => `data: {"choices":[{"delta":{"content":"token-${count}"}}]}\n\n`;
  const server = createServer((_request, response) => {
    response.write(token(1));
    held.push(response);
    if (held.length < TOGETHER) return;
    const end = () => held.forEach((each) => each.end(`${token(2)}data: [DONE]\n\n`));
    // Both sides are in this process: two turns later, the last stream's first token has been read too.
    setImmediate(() => setImmediate(() => setImmediate(end)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const result = await applyStreams({ ...target("held"), host: "127.0.0.1", port }, TOGETHER, 2);
    expect(result).toMatchObject({ complete: TOGETHER, heldTogether: TOGETHER });
  } finally {
    server.close();
  }
});

test.each([
  ["breaks", "tokens-12,reset-5"],
  ["ends early", "tokens-11"],
  ["is refused", "status-500"],
])("a stream that %s is not complete", async (_what, model) => {
  expect(await applyStreams(target(model), 2, 12)).toMatchObject({ complete: 0 });
});

test("the added time is the time beyond the upstream's", () => {
  const result = (first: number, gap: number) => ({
    streams: 2,
    complete: 2,
    heldTogether: 2,
    firstToken: { p50: first, p99: first },
    betweenTokens: { p50: gap, p99: gap },
  });
  const measured = measureStreams([
    { subject: "upstream", result: result(5, 20) },
    { subject: "door 2", result: result(7, 20.5) },
  ]);
  expect(measured[1]).toMatchObject({ addedFirstToken: { p50: 2 }, addedBetweenTokens: { p99: 0.5 } });
  expect(formatStreams(measured)).toContain("door 2");
});

test("the number of streams is an option, and 0 leaves them out", () => {
  expect(readBenchOptions(["--streams", "500"]).streams).toBe(500);
  expect(readBenchOptions(["--streams", "0"]).streams).toBe(0);
  expect(() => readBenchOptions(["--streams", "many"])).toThrow("--streams");
});
