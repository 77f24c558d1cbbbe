import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPostmaster } from "@/lib/database/postmaster";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";

/** Models of the local upstream. */
const THREE_SECONDS = "tokens-60,slow-50";
const ENDLESS = "tokens-9999,slow-50";

let upstream: LocalUpstream;
beforeAll(async () => {
  upstream = await startUpstream({ log: false });
});
afterAll(() => upstream?.stop());

/** Begins a stream, and returns what comes of it. */
async function beginStream(gateway: GatewayProcess, model: string): Promise<{ readonly text: Promise<string> }> {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model, stream: true, messages: [{ role: "user", content: "Hi." }] }),
  });
  expect(response.status).toBe(200);
  const reader = (response.body ?? expect.fail("no body")).getReader();
  let text = new TextDecoder().decode((await reader.read()).value);
  const readOn = async (): Promise<string> => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done) return text;
      text += new TextDecoder().decode(value);
    }
  };
  return { text: readOn() };
}

async function callsOf(gateway: GatewayProcess): Promise<string[]> {
  const response = await fetch(`${gateway.url}/spend/logs`, {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  const { data } = (await response.json()) as { data: { status: string }[] };
  return data.map(({ status }) => status);
}

describe("signals", () => {
  const start = (dataDirectory?: string, port?: number): Promise<GatewayProcess> =>
    startGateway({
      ...(dataDirectory !== undefined && { dataDirectory }),
      ...(port !== undefined && { port }),
      environment: { GATEWAY_CONSOLE: "off" },
      config: {
        model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
      },
    });

  test("SIGTERM lets a stream end and ends the process with 0 when nobody reads what the gateway writes", async () => {
    const gateway = await start();
    const stream = await beginStream(gateway, THREE_SECONDS);
    gateway.stopReading();
    process.kill(gateway.pid, "SIGTERM");
    expect(await stream.text).toContain("[DONE]");
    expect(await gateway.exited).toBe(0);
    expect(await findPostmaster(join(gateway.dataDirectory, "postgres"))).toBeUndefined();
    await gateway.stop();
  });

  test("SIGTERM lets a stream end and books it, then ends the process with 0 and its database with it", async () => {
    const gateway = await start();
    const stream = await beginStream(gateway, THREE_SECONDS);
    process.kill(gateway.pid, "SIGTERM");
    expect(await stream.text).toContain("[DONE]");
    expect(await gateway.exited).toBe(0);
    expect(await findPostmaster(join(gateway.dataDirectory, "postgres"))).toBeUndefined();
    const next = await start(gateway.dataDirectory);
    expect(await callsOf(next)).toEqual(["success"]);
    expect(next.output).not.toContain("interrupted");
    await next.stop();
    await gateway.stop();
  });

  test("a second SIGTERM ends the process at once, and the next one books the call", async () => {
    const gateway = await start();
    const stream = await beginStream(gateway, ENDLESS);
    process.kill(gateway.pid, "SIGTERM");
    await expect
      .poll(() =>
        fetch(`${gateway.url}/health/readiness`).then(
          ({ status }) => status,
          () => 503,
        ),
      )
      .toBe(503);
    process.kill(gateway.pid, "SIGTERM");
    expect(await gateway.exited).toBe(1);
    expect(await stream.text).not.toContain("[DONE]");
    const next = await start(gateway.dataDirectory);
    await expect.poll(() => callsOf(next)).toEqual(["interrupted"]);
    await next.stop();
    await gateway.stop();
  });

  test("SIGHUP reads the configuration again and ends nothing", async () => {
    const gateway = await start();
    const stream = await beginStream(gateway, THREE_SECONDS);
    process.kill(gateway.pid, "SIGHUP");
    expect(await stream.text).toContain("[DONE]");
    expect(await callsOf(gateway)).toEqual(["success"]);
    expect(await gateway.stop()).toBe(0);
  });

  test("a port in use ends the start with one clear line", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const failed = await start(undefined, port).then(
      () => "started",
      (error: Error) => error.message,
    );
    expect(failed).toMatch(/ended before it was ready/);
    expect(failed).toMatch(/in use/);
    other.close();
  });
});
