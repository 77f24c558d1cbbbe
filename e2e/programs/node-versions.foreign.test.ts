import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requireNode } from "@/scripts/setup/node-binary.mjs";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startGateway } from "@/testing/gateway/gateway-process";

const COMPILED = join(import.meta.dirname, "../../dist/compiled");

let upstream: LocalUpstream;
beforeAll(async () => {
  upstream = await startUpstream({ log: false });
});
afterAll(() => upstream?.stop());

describe.each(["22", "24", "26"] as const)("on Node.js %s", (major) => {
  test("a gateway starts, answers, streams, shows its console, books, and ends", { timeout: 300_000 }, async () => {
    rmSync(COMPILED, { recursive: true, force: true });
    const params = { model: "openai/*", api_base: upstream.apiBase, api_key: "local" };
    const gateway = await startGateway({
      program: requireNode(major),
      config: { model_list: [{ model_name: "openai/*", gateway_params: params }] },
    });
    try {
      const call = (stream: boolean): Promise<Response> =>
        fetch(`${gateway.url}/v1/chat/completions`, {
          method: "POST",
          headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
          body: JSON.stringify({ model: "openai/small", messages: [{ role: "user", content: "Hello" }], stream }),
        });
      const plain = await call(false);
      expect(plain.status).toBe(200);
      expect(await plain.json()).toMatchObject({ choices: [{ message: { role: "assistant" } }] });
      const streamed = await call(true);
      expect(await streamed.text()).toMatch(/^data: [\s\S]*data: \[DONE\]\n\n$/);
      expect((await fetch(`${gateway.url}/console`)).status).toBe(200);
    } finally {
      // The stop audits what was booked.
      expect(await gateway.stop()).toBe(0);
    }
    expect(readdirSync(COMPILED), "what is compiled is kept for the next start").toContainEqual(
      expect.stringMatching(`^v${major}[.]`),
    );
  });
});
