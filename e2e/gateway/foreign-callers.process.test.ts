import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { text as content } from "node:stream/consumers";
import { AzureOpenAI } from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";

const APP = "https://app.example.com";

describe("foreign callers", () => {
  let upstream: LocalUpstream;
  let gateway: GatewayProcess;
  beforeAll(async () => {
    upstream = await startUpstream();
    gateway = await startGatewayWithDatabase({
      environment: { GATEWAY_CONSOLE: "off" },
      config: {
        general_settings: { allowed_origins: [APP] },
        model_list: [{ model_name: "local/*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
      },
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await upstream?.stop();
  });

  /** With node:http, because fetch sends no preflight of its own. */
  async function ask(method: string, path: string, headers: Record<string, string>) {
    const sent = request(gateway.url + path, { method, agent: false, headers });
    sent.end();
    const [answer]: [IncomingMessage] = await (once(sent, "response") as Promise<[IncomingMessage]>);
    answer.resume();
    return { status: answer.statusCode, headers: answer.headers };
  }

  test("the client of Azure OpenAI finds the deployments, the responses and the models", async () => {
    const client = new AzureOpenAI({
      endpoint: gateway.url,
      apiVersion: "2024-10-21",
      apiKey: gateway.masterKey,
      maxRetries: 0,
    });
    const chat = { messages: [{ role: "user" as const, content: "Hi." }] };
    const answer = await client.chat.completions.create({ ...chat, model: "local/tokens-2" });
    expect(answer.choices[0]?.message.content).toBe("token-1 token-2");
    const stream = await client.chat.completions.create({ ...chat, model: "local/tokens-2", stream: true });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toBe("token-1 token-2");
    expect((await client.responses.create({ model: "local/tokens-2", input: "Hi." })).output_text).toBe(
      "token-1 token-2",
    );
    expect((await client.models.list()).data).toBeInstanceOf(Array);
  });

  test.each(["/openai/deployments/m/team/new", "/openai", "/v3/models", "/metrics/x"])(
    "%s is nobody's, and says so in JSON",
    async (path) => {
      const answer = await ask("GET", path, { "api-key": gateway.masterKey });
      expect([answer.status, answer.headers["content-type"]]).toEqual([404, "application/json"]);
    },
  );

  test("a browser that asks for a page of an allowed origin gets leave, and others do not", async () => {
    const preflight = (origin: string, path: string) =>
      ask("OPTIONS", path, {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      });
    const leave = await preflight(APP, "/v1/chat/completions");
    expect(leave.status).toBe(200);
    expect(leave.headers).toMatchObject({
      "access-control-allow-origin": APP,
      "access-control-allow-headers": "authorization,content-type",
      "access-control-allow-methods": "POST",
    });
    expect((await preflight("https://evil.example", "/v1/chat/completions")).headers).not.toHaveProperty(
      "access-control-allow-origin",
    );
    expect((await preflight(APP, "/team/new")).headers).not.toHaveProperty("access-control-allow-origin");
    const models = await ask("GET", "/v1/models", { origin: APP, authorization: `Bearer ${gateway.masterKey}` });
    expect([models.status, models.headers["access-control-allow-origin"]]).toEqual([200, APP]);
  });

  /** Writes a request byte for byte, and leaves the connection open. */
  function write(lines: readonly string[], body = ""): Socket {
    const { port, host } = new URL(gateway.url);
    const head = [...lines, `host: ${host}`, `authorization: Bearer ${gateway.masterKey}`];
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    socket.write(`${head.join("\r\n")}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    return socket;
  }

  test("a call whose caller half-closes its connection is broken off upstream, because a hang-up looks the same", async () => {
    const body = JSON.stringify({ model: "local/hang", messages: [] });
    const asked = upstream.next(({ body: sent }) => JSON.stringify(sent).includes("hang"));
    const socket = write(["POST /v1/chat/completions HTTP/1.1", "content-type: application/json"], body);
    const { ended } = await asked;
    socket.end();
    await ended;
    expect(await content(socket)).toBe("");
  });

  test("an Expect header with an unknown value is refused in JSON", async () => {
    const answer = await content(write(["POST /v1/chat/completions HTTP/1.1", "expect: 200-ok"], "{}"));
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 417 Expectation Failed");
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))).error).toMatchObject({
      code: "expectation_failed",
      param: "expect",
    });
  });
});
