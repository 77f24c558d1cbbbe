import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

const APP = "https://app.example.com";
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const CHAT = { model: "local/tokens-3", messages: [{ role: "user", content: "Hi." }] };

/** What both doors must do alike. Everything else about the API is tested on door 2 alone. */
describe.each([
  { name: "npm start", door: 2 },
  { name: "next start", door: 1 },
] as const)("$name", ({ door }) => {
  let upstream: LocalUpstream;
  let tools: ToolServer;
  let gateway: GatewayProcess;
  beforeAll(async () => {
    [upstream, tools] = await Promise.all([startUpstream(), startToolServer()]);
    gateway = await startGatewayWithDatabase({
      door,
      config: {
        general_settings: { allowed_origins: [APP], max_request_bytes: 15_000_000 },
        model_list: [{ model_name: "local/*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
        mcp_servers: { sums: { url: tools.url, transport: "http", on_tool_change: "allow" } },
      },
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await Promise.all([upstream?.stop(), tools?.stop()]);
  });

  const ask = (path: string, init: RequestInit = {}, bearer = gateway.masterKey): Promise<Response> =>
    fetch(gateway.url + path, {
      redirect: "manual",
      ...init,
      headers: { ...(bearer !== "" && { authorization: `Bearer ${bearer}` }), ...init.headers },
    });
  const post = (path: string, body: object, headers = {}): Promise<Response> =>
    ask(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });

  test.each(["/v1/chat/completions", "/chat/completions", "/openai/deployments/local%2Ftokens-3/chat/completions"])(
    "a call of %s is answered, booked and named",
    async (path) => {
      const answer = await post(path, CHAT);
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { choices: [{ message: { content: "token-1 token-2 token-3" } }] },
      ]);
      const callId = answer.headers.get("x-gateway-call-id");
      const booked = async () =>
        ((await (await ask(`/spend/logs?call_id=${callId}`)).json()) as { data: unknown[] }).data;
      await expect.poll(booked).toMatchObject([{ status: "success", prompt_tokens: expect.any(Number) }]);
    },
  );

  test.each(["/mcp", "/sums/mcp", "/mcp/sums"])("a call of a tool at %s is answered and named", async (path) => {
    const name = path === "/mcp" ? "sums-add" : "add";
    const message = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name, arguments: { a: 1, b: 2 } } };
    const answer = await post(path, message, { accept: "application/json, text/event-stream" });
    expect(answer.headers.get("x-gateway-call-id")).not.toBeNull();
    expect([answer.status, await answer.json()]).toMatchObject([200, { id: 7, result: { content: [{ text: "3" }] } }]);
    expect((await ask(path)).status).toBe(405);
  });

  test("a stream comes in its events, and one whose caller hangs up is booked as cancelled", async () => {
    const whole = await (await post("/v1/chat/completions", { ...CHAT, stream: true })).text();
    expect(whole.match(/token-\d/g)).toEqual(["token-1", "token-2", "token-3"]);
    expect(whole).toMatch(/data: \[DONE\]\n\n$/);

    const caller = new AbortController();
    const answer = await ask("/v1/chat/completions", {
      method: "POST",
      body: JSON.stringify({ ...CHAT, model: "local/tokens-9999,slow-50", stream: true }),
      signal: caller.signal,
    });
    await answer.body?.getReader().read();
    caller.abort();
    const callId = answer.headers.get("x-gateway-call-id");
    const booked = async () =>
      ((await (await ask(`/spend/logs?call_id=${callId}`)).json()) as { data: unknown[] }).data;
    await expect.poll(booked).toMatchObject([{ status: "cancelled" }]);
  });

  test("a large body arrives whole, also from a caller who accepts HTML, and one beyond the limit is refused", async () => {
    const messages = [{ role: "user", content: "x".repeat(12_000_000) }];
    expect((await post("/v1/chat/completions", { ...CHAT, messages }, BROWSER)).status).toBe(200);
    const refused = await post("/v1/chat/completions", { ...CHAT, messages: [...messages, ...messages] });
    expect([refused.status, await refused.json()]).toMatchObject([413, { error: { code: "payload_too_large" } }]);
  });

  test("operations are read and changed, by their methods alone", async () => {
    expect((await post("/team/new", { team_id: `t${door}` })).status).toBe(200);
    expect(await (await ask(`/team/info?team_id=t${door}`)).json()).toMatchObject({ team_id: `t${door}` });
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const refused = await ask("/team/list", { method });
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
    const head = await ask("/v1/models", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test.each(["/health/liveness", "/health/readiness", "/openapi.json", "/metrics", "/v1/models", "/model/info"])(
    "%s is answered as an operation, to browsers too",
    async (path) => {
      for (const headers of [{}, BROWSER]) {
        const answer = await ask(path, { headers });
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.headers.get("content-type")).toMatch(/^(application\/json|text\/plain)/);
        expect(answer.headers.get("content-security-policy")).toBeNull();
      }
    },
  );

  test("refusals have their code, their id and the caller's own request id", async () => {
    const refused = await ask("/v1/models", { headers: { "x-request-id": "mine" } }, "sk-wrong");
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: "invalid_key" } }]);
    expect(refused.headers.get("x-request-id")).toBe("mine");
    expect(refused.headers.get("x-gateway-decision-id")).toMatch(/^dec_/);
  });

  test("a preflight of an allowed origin is answered, and none of another", async () => {
    const preflight = (origin: string): Promise<Response> =>
      ask(
        "/v1/chat/completions",
        { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } },
        "",
      );
    expect((await preflight(APP)).headers.get("access-control-allow-origin")).toBe(APP);
    expect((await preflight("https://other.example")).headers.get("access-control-allow-origin")).toBeNull();
  });

  test("an address that nothing has is a page for a browser, and JSON for everybody else", async () => {
    const page = await ask("/no/such/address", { headers: BROWSER }, "");
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain("nonce-");
    expect(await page.text()).toContain("There is nothing at this address");
    for (const path of ["/no/such/address", "/v1/no-such-route", "/api/no-such-route"]) {
      const answer = await ask(path, {}, "");
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
    }
  });

  test("a session of the console opens the API, until it is signed out", async () => {
    const cookies = new Map<string, string>();
    const go = async (path: string, form?: Record<string, string>): Promise<Response> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { cookie, "x-gateway-console": "1" };
      const answer = await ask(
        path,
        form ? { method: "POST", headers, body: new URLSearchParams(form) } : { headers },
        "",
      );
      for (const set of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return answer;
    };
    expect((await go("/team/list")).status).toBe(401);
    const { csrfToken } = (await (await go("/api/auth/csrf")).json()) as { csrfToken: string };
    await go("/api/auth/callback/master-key", { csrfToken, key: gateway.masterKey, json: "true" });
    expect((await go("/team/list")).status).toBe(200);
    const kept = new Map(cookies);
    await go("/api/auth/signout", { csrfToken, json: "true" });
    for (const [name, value] of kept) cookies.set(name, value);
    expect((await go("/team/list")).status).toBe(401);
  });

  test("the console, its sign-in and its files are not taken by the API", async () => {
    expect((await ask("/", { headers: BROWSER }, "")).headers.get("location")).toMatch(/\/console$/);
    const page = await (await ask("/console/sign-in", { headers: BROWSER }, "")).text();
    expect(page).toContain("Sign in to the console");
    const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? [];
    expect((await ask(script, {}, "")).headers.get("content-type")).toMatch(/javascript/);
    expect(await (await ask("/api/auth/csrf", {}, "")).json()).toMatchObject({ csrfToken: expect.any(String) });
  });
});
