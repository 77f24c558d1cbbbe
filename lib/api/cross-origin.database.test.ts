import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

const APP = "https://app.example.com";
const CHAT = "/v1/chat/completions";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      general_settings: { allowed_origins: [APP] },
      model_list: [{ model_name: "m", gateway_params: { model: "openai/m", api_base: upstream.apiBase } }],
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

describe("a script of another origin", () => {
  const chat = (bearer: string, stream = false): Promise<Response> =>
    gateway.send(CHAT, {
      method: "POST",
      headers: { origin: APP, authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: "Hi." }] }),
    });

  test.each([false, true])("reads its answer, as a stream: %s", async (stream) => {
    const response = await chat(gateway.masterKey, stream);
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(APP);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(await response.text()).toContain("chatcmpl-local");
  });

  test("reads what its upstream did not get of its parameters", async () => {
    const response = await gateway.send("/v1/messages", {
      method: "POST",
      headers: { origin: APP, authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        model: "m",
        max_tokens: 9,
        top_k: 3,
        metadata: { user_id: "u" },
        messages: [{ role: "user", content: "Hi." }],
      }),
    });
    expect(response.headers.get("x-gateway-dropped")).toBe("top_k, metadata");
    expect(response.headers.get("access-control-expose-headers")).toBe("*");
    expect((await chat(gateway.masterKey)).headers.get("x-gateway-dropped")).toBeNull();
  });

  test("reads why it is refused", async () => {
    const response = await chat("sk-unknown");
    expect(response.status).toBe(401);
    expect(response.headers.get("access-control-allow-origin")).toBe(APP);
  });

  test.each(["/register", "/token"])("of any origin may ask %s, and reads why it is refused", async (path) => {
    const origin = "https://inspector.example";
    const names = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };
    const leave = await gateway.send(path, { method: "OPTIONS", headers: { origin, ...names } });
    expect([leave.status, leave.headers.get("access-control-allow-headers")]).toEqual([200, "content-type"]);
    const refused = await gateway.send(path, { method: "POST", headers: { origin }, body: "nothing=1" });
    expect(await refused.json()).toHaveProperty("error");
    for (const { headers } of [leave, refused]) expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test("is told beforehand what it may send, and a script of another origin is not", async () => {
    const ask = (origin: string, path: string): Promise<Response> =>
      gateway.send(path, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,content-type,x-stainless-os",
        },
      });
    const leave = await ask(APP, CHAT);
    expect(leave.status).toBe(200);
    expect(leave.headers.get("access-control-allow-origin")).toBe(APP);
    expect(leave.headers.get("access-control-allow-headers")).toBe("authorization,content-type,x-stainless-os");
    for (const [origin, path] of [
      ["https://evil.example", CHAT],
      [APP, "/team/new"],
    ] as const) {
      const refused = await ask(origin, path);
      expect(refused.status).toBe(405);
      expect(refused.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

test.each(["https://app.example.com/", "app.example.com", "https://app.example.com/chat", "ftp://a.example"])(
  "%s is not an origin, and the configuration says what one is",
  async (origin) => {
    await expect(gateway.configure({ config: { general_settings: { allowed_origins: [origin] } } })).rejects.toThrow(
      /allowed_origins\.0: expected an origin without a path/,
    );
  },
);
