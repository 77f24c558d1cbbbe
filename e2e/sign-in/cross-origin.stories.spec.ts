import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "@playwright/test";
import { findFreePort } from "@/testing/database/free-port";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { type LocalUpstream, startUpstream } from "@/local/upstream/upstream";

/** What a script of a page sees of an answer. */
interface Seen {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  /** How many pieces came, one after the other. */
  readonly pieces?: number;
  /** The error of the script, from which the browser has kept the answer. */
  readonly kept?: string;
}

test.describe("a page of another origin", () => {
  let gateway: GatewayProcess;
  let upstream: LocalUpstream;
  let pages: Server;
  let port: number;
  let key: string;

  test.beforeAll(async () => {
    pages = createServer((_request, response) => void response.setHeader("content-type", "text/html").end("<p>App"));
    pages.listen(await findFreePort());
    await once(pages, "listening");
    ({ port } = pages.address() as AddressInfo);
    upstream = await startUpstream();
    gateway = await startGatewayWithDatabase({
      environment: { GATEWAY_CONSOLE: "off" },
      config: {
        general_settings: { allowed_origins: [`http://127.0.0.1:${port}`], max_request_bytes: 5_000 },
        model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
      },
    });
    const made = await fetch(`${gateway.url}/key/generate`, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify({ rpm_limit: 1000, models: ["tokens-*", "status-*"] }),
    });
    ({ key } = (await made.json()) as { key: string });
  });
  test.afterAll(async () => {
    await gateway?.stop();
    await upstream?.stop();
    pages?.closeAllConnections();
    pages?.close();
  });

  const ask = (page: Page, path: string, bearer: string, body?: object): Promise<Seen> =>
    page.evaluate(
      async ({ url, bearer, body }) => {
        try {
          const response = await fetch(url, {
            method: body === undefined ? "GET" : "POST",
            headers: {
              authorization: `Bearer ${bearer}`,
              "content-type": "application/json",
              "x-stainless-lang": "js",
            },
            ...(body !== undefined && { body }),
          });
          const reader = response.body!.getReader();
          const decoder = new TextDecoder();
          let [text, pieces] = ["", 0];
          for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            text += decoder.decode(value);
            pieces++;
          }
          return { status: response.status, headers: Object.fromEntries(response.headers), text, pieces };
        } catch (error) {
          return { kept: String(error) };
        }
      },
      { url: gateway.url + path, bearer, body: body && JSON.stringify(body) },
    );
  const chat = (page: Page, more: object = {}, bearer = key): Promise<Seen> =>
    ask(page, "/v1/chat/completions", bearer, {
      model: "tokens-3",
      messages: [{ role: "user", content: "Hi." }],
      ...more,
    });

  test("reads answers with their ids and limits, streams as they come, and the list of models", async ({ page }) => {
    await page.goto(`http://127.0.0.1:${port}/`);
    const whole = await chat(page);
    expect(whole).toMatchObject({ status: 200, text: expect.stringContaining("chat.completion") });
    expect(Object.keys(whole.headers ?? {})).toEqual(
      expect.arrayContaining(["content-type", "x-request-id", "x-gateway-call-id"]),
    );
    const stream = await chat(page, { model: "tokens-20,slow-50", stream: true });
    expect(stream).toMatchObject({ status: 200, text: expect.stringContaining("[DONE]") });
    expect(stream.pieces).toBeGreaterThan(3);
    expect(stream.headers).toHaveProperty("x-gateway-call-id");
    expect(await ask(page, "/v1/models", key)).toMatchObject({ status: 200 });
  });

  test("reads why a call is refused, whatever refuses it", async ({ page }) => {
    await page.goto(`http://127.0.0.1:${port}/`);
    const codes: [Seen, number, string][] = [
      [await chat(page, {}, "sk-unknown"), 401, "invalid_key"],
      [await chat(page, { model: "other" }), 403, "key_model_not_allowed"],
      [await chat(page, { messages: "none" }), 400, "invalid_request"],
      [await chat(page, { user: "x".repeat(6_000) }), 413, "payload_too_large"],
      [await chat(page, { model: "status-503" }), 503, ""],
    ];
    for (const [seen, status, code] of codes) {
      expect(seen).toMatchObject({ status, text: expect.stringContaining(code) });
      expect(seen.headers).toHaveProperty("x-request-id");
    }
  });

  test("sees nothing of management, and nothing at all where its origin is not listed", async ({ page }) => {
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await ask(page, "/team/list", gateway.masterKey)).toHaveProperty("kept");
    await page.goto(`http://localhost:${port}/`);
    const { length } = upstream.requests;
    expect(await chat(page)).toHaveProperty("kept");
    expect(upstream.requests).toHaveLength(length);
  });
});
