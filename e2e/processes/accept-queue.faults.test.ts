import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";

const CALLS = 8;

let upstream: LocalUpstream;
let gateway: GatewayProcess;
beforeAll(async () => {
  upstream = await startUpstream({ log: false });
  gateway = await startGateway({
    environment: { GATEWAY_CONSOLE: "off" },
    config: { model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }] },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.stop();
});

/** A call on a connection of its own. Resolves to its status, or to the code of what broke it. */
function call(): Promise<number | string | undefined> {
  const body = JSON.stringify({ model: "tokens-1", messages: [{ role: "user", content: "Hi." }] });
  return new Promise((resolve) => {
    const sent = request(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      agent: false,
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    });
    sent.once("response", (response) => response.resume().once("end", () => resolve(response.statusCode)));
    sent.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    sent.end(body);
  });
}

test("SIGTERM answers calls that had connected and sent everything before it, though none was accepted yet", async () => {
  process.kill(gateway.pid, "SIGSTOP");
  const calls = Array.from({ length: CALLS }, call);
  // The kernel completes the connections of a stopped process and takes what is sent on them.
  await pause(300);
  process.kill(gateway.pid, "SIGTERM");
  process.kill(gateway.pid, "SIGCONT");
  expect(await Promise.all(calls)).toEqual(Array.from({ length: CALLS }, () => 200));
  expect(await gateway.exited).toBe(0);
});
