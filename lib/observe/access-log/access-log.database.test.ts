import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { createLogger } from "@/lib/log";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

type Line = Record<string, unknown>;

let database: TestDatabase;
let gateway: InProcessGateway;
let upstream: LocalUpstream;
const written: string[] = [];
/** The lines that say why a request failed. */
const failures: Line[] = [];
const log = createLogger((line) => {
  const { event, ...fields }: Line = JSON.parse(line);
  if (event === "request.finished") written.push(line);
  if (event === "failed") failures.push(fields);
}, Date.now);
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  gateway = await startInProcessGateway(database.url, {
    config: {
      model_list: [
        {
          model_name: "m",
          gateway_params: { model: "openai/gpt", api_base: upstream.apiBase, api_key: "planted-upstream-key" },
        },
      ],
    },
    environment: { GATEWAY_TRUSTED_PROXIES: "127.0.0.1" },
    log,
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});
beforeEach(() => {
  upstream.behave = undefined;
  written.length = 0;
  failures.length = 0;
});

const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line);
const only = async (): Promise<Line> => {
  await expect.poll(() => written.length).toBe(1);
  return lines()[0] ?? {};
};

function call({
  key = gateway.masterKey,
  stream = false,
  signal,
  headers,
}: { key?: string; stream?: boolean; signal?: AbortSignal; headers?: Record<string, string> } = {}) {
  return gateway.send("/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: "planted-prompt" }] }),
    ...(signal && { signal }),
  });
}

describe("the access log", () => {
  test("a call has one line, written when its answer is over, with what /spend/logs says of it", async () => {
    upstream.behave = () => ({ tokens: 5 });
    const answer = await call();
    await answer.text();
    const line = await only();
    const id = answer.headers.get("x-gateway-call-id");
    await gateway.services.spend.drained();
    const logs = await gateway.send(`/spend/logs?call_id=${id}`, {
      headers: { authorization: `Bearer ${gateway.masterKey}` },
    });
    const [row] = ((await logs.json()) as { data: Line[] }).data;
    const { time: _, level, event, method, ...fields } = line;
    expect([level, event, method]).toEqual(["info", "request.finished", "POST"]);
    for (const [name, value] of Object.entries(fields)) expect([name, row?.[name]]).toEqual([name, value]);
    expect(fields).toMatchObject({ call_id: id, request_id: id, status: "success", http_status: 200 });
  });

  test("a stream has one line, when it is over", async () => {
    upstream.behave = () => ({ tokens: 3, tokenDelay: 30 });
    const answer = await call({ stream: true });
    const reader = answer.body?.getReader();
    await reader?.read();
    expect(written).toEqual([]);
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read());
    expect(await only()).toMatchObject({ status: "success", http_status: 200, first_token_ms: expect.any(Number) });
  });

  test("a caller who hangs up during a stream has one line that says so", async () => {
    upstream.behave = () => ({ tokens: 50, tokenDelay: 100 });
    const left = new AbortController();
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const answer = await call({ stream: true, signal: left.signal, headers });
    const reader = answer.body?.getReader();
    await reader?.read();
    left.abort();
    // The connection with the address is closed by now.
    expect(await only()).toMatchObject({
      status: "cancelled",
      end: "gone",
      http_status: 200,
      client_address: "203.0.113.9",
    });
  });

  test("a failure says why in a line with the id of its answer", async () => {
    upstream.behave = () => ({ resetAfter: 0 });
    const answer = await call({ headers: { "x-request-id": "mine" } });
    await answer.text();
    expect(await only()).toMatchObject({ status: "error", http_status: answer.status, request_id: "mine" });
    expect(failures).toMatchObject([{ request_id: "mine", level: "warn" }]);
  });

  test("a stream that its upstream cuts has one line that says so", async () => {
    upstream.behave = () => ({ resetAfter: 2, tokens: 5 });
    await (await call({ stream: true })).text();
    expect(await only()).toMatchObject({ status: "error", http_status: 200 });
  });

  test("refusals have one line each, with the id and the code of the answer", async () => {
    const bearer = { authorization: `Bearer ${gateway.masterKey}` };
    const refused: [send: () => Promise<Response>, line: object][] = [
      [() => call({ key: "sk-planted-unknown-key" }), { code: "invalid_key", route: "/chat/completions" }],
      [() => gateway.send("/v1/nothing?key=planted-query", { headers: bearer }), { path: "/v1/nothing" }],
      [() => gateway.send("/team/list", { method: "DELETE", headers: bearer }), { code: "method_not_allowed" }],
      [
        () => gateway.send("/v1/chat/completions", { method: "POST", headers: bearer, body: "{" }),
        { code: "invalid_json" },
      ],
      [() => gateway.send("/team/info?team_id=none", { headers: bearer }), { route: "/team/info" }],
    ];
    for (const [send, expected] of refused) {
      written.length = 0;
      const answer = await send();
      await answer.text();
      expect(await only()).toMatchObject({
        ...expected,
        status: "error",
        http_status: answer.status,
        request_id: answer.headers.get("x-request-id"),
      });
    }
  });

  test("a management call has a line, and a probe has none", async () => {
    await gateway.send("/health/liveness");
    await gateway.send("/health/readiness");
    await gateway.send("/team/list", { headers: { authorization: `Bearer ${gateway.masterKey}` } });
    expect(lines()).toMatchObject([{ method: "GET", route: "/team/list", status: "success", http_status: 200 }]);
  });

  test("no line shows a key, a prompt or a query", async () => {
    await (await call()).text();
    await (await call({ key: "sk-planted-unknown-key" })).text();
    await gateway.send("/v1/sk-planted-in-a-path?key=planted-query", {
      headers: { authorization: "Bearer planted-token", "x-request-id": "sk-planted-request-id", cookie: "planted=1" },
    });
    await expect.poll(() => written.length).toBe(3);
    expect(written.join("")).not.toMatch(/planted/);
  });
});
