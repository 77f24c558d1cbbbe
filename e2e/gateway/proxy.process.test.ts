import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

interface Answer {
  readonly data: Record<string, unknown>[];
  readonly key: string;
  readonly token_id: string;
  readonly spend: number;
}

const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Say something." }];

describe.each([
  { name: "with the console", environment: {} },
  { name: "without the console", environment: { GATEWAY_CONSOLE: "off" } },
] as const)("$name", ({ environment }) => {
  let gateway: GatewayProcess;
  let provider: LocalProvider;
  let upstream: LocalUpstream;
  let token: string;

  beforeAll(async () => {
    provider = await startProvider();
    upstream = await startUpstream();
    const priced = {
      api_base: upstream.apiBase,
      api_key: "os.environ/UPSTREAM_KEY",
      input_cost_per_token: 0.001,
      output_cost_per_token: 0.002,
    };
    gateway = await startGatewayWithDatabase({
      environment: {
        ...environment,
        JWT_PUBLIC_KEY_URL: provider.jwksUrl,
        JWT_AUDIENCE: provider.audience,
        UPSTREAM_KEY: "upstream-secret",
      },
      config: {
        general_settings: { enable_jwt_auth: true },
        gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin" },
        model_list: [
          {
            model_name: "exact",
            gateway_params: { ...priced, model: "openai/gpt-exact" },
          },
          {
            model_name: "local/*",
            gateway_params: { ...priced, model: "openai/*" },
          },
          {
            model_name: "fo::*:static::*",
            gateway_params: { model: "openai/fo::*:static::*", api_base: upstream.apiBase },
          },
          { model_name: "nowhere", gateway_params: { model: "openai/x", api_base: "http://127.0.0.1:9/v1" } },
        ],
      },
    });
    await admin("POST", "/team/new", { team_id: provider.project.clientId, team_alias: "Project" });
    token = await provider.projectToken();
  });
  afterAll(async () => {
    await gateway?.stop();
    await upstream?.stop();
    await provider?.stop();
  });

  async function admin(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: Answer = await response.json();
    expect(response.status, JSON.stringify(answer)).toBe(200);
    return answer;
  }
  const client = (apiKey: string): OpenAI => new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(gateway.url + path, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    });

  test("a project's token gets a plain completion, and the call is booked to its team", async () => {
    const { data, response } = await client(token)
      .chat.completions.create({ model: "local/tokens-5", messages })
      .withResponse();
    expect(data.choices[0]?.message.content).toBeTruthy();
    expect(data.usage?.completion_tokens).toBe(5);
    const callId = response.headers.get("x-gateway-call-id");
    const { data: rows } = await admin("GET", `/spend/logs?call_id=${callId}`);
    const expected = 0.001 * data.usage!.prompt_tokens + 0.002 * 5;
    expect(rows).toEqual([
      expect.objectContaining({
        call_id: callId,
        status: "success",
        team_id: provider.project.clientId,
        requested_model: "local/tokens-5",
        model: "tokens-5",
        completion_tokens: 5,
        usage_source: "upstream",
        price_state: "priced",
      }),
    ]);
    expect(rows[0]?.spend).toBeCloseTo(expected, 9);
    expect(Number(response.headers.get("x-gateway-cost"))).toBeCloseTo(expected, 9);
  });

  test("a call counts under the tags that its header and its body name", async () => {
    const metadata = { tags: ["nightly"] };
    const response = await post("/v1/chat/completions", JSON.stringify({ model: "exact", messages, metadata }), {
      "x-gateway-tags": "batch, nightly",
    });
    const { data: rows } = await admin("GET", `/spend/logs?call_id=${response.headers.get("x-gateway-call-id")}`);
    expect(rows).toEqual([expect.objectContaining({ tags: ["batch", "nightly"] })]);
  });

  test("a stream arrives token by token without the usage event that only the gateway asked for", async () => {
    const { data: stream, response } = await client(token)
      .chat.completions.create({ model: "local/tokens-8", messages, stream: true })
      .withResponse();
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(
      chunks
        .map((chunk) => chunk.choices[0]?.delta.content ?? "")
        .join("")
        .trim()
        .split(/\s+/),
    ).toHaveLength(8);
    expect(chunks.every((chunk) => chunk.choices.length > 0)).toBe(true);
    const { data: rows } = await admin("GET", `/spend/logs?call_id=${response.headers.get("x-gateway-call-id")}`);
    expect(rows).toEqual([
      expect.objectContaining({ status: "success", completion_tokens: 8, usage_source: "upstream" }),
    ]);
  });

  test("a caller who asks for the usage event gets it", async () => {
    const stream = await client(token).chat.completions.create({
      model: "local/tokens-3",
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.at(-1)?.usage?.completion_tokens).toBe(3);
  });

  test("a virtual key works on both spellings of the route, and its spend shows on /key/info (spec 4.2)", async () => {
    const { key, token_id } = await admin("POST", "/key/generate", {});
    for (const path of ["/v1/chat/completions", "/chat/completions"]) {
      const response = await post(path, JSON.stringify({ model: "exact", messages }), {
        authorization: `Bearer ${key}`,
      });
      expect(response.status).toBe(200);
    }
    expect((await admin("GET", `/key/info?key=${token_id}`)).spend).toBeGreaterThan(0);
  });

  test("the body goes upstream with only the model's name changed, and without the caller's credentials", async () => {
    const seen = upstream.next(
      ({ body }) => (body as { model?: string }).model === "gpt-exact" && JSON.stringify(body).includes("1.0e1"),
    );
    await post(
      "/v1/chat/completions",
      `{"messages":[{"role":"user","content":"1.0e1"}],  "unknown_field": {"a":[1,2]}, "model" : "exact","temperature":1.50}`,
      { cookie: "secret=1", "x-secret": "2" },
    );
    const { headers, body } = await seen;
    expect(body).toEqual({
      messages: [{ role: "user", content: "1.0e1" }],
      unknown_field: { a: [1, 2] },
      model: "gpt-exact",
      temperature: 1.5,
    });
    expect(headers.authorization).toBe("Bearer upstream-secret");
    expect(headers).not.toHaveProperty("cookie");
    expect(headers).not.toHaveProperty("x-secret");
  });

  test("an entry with a star serves every model of its prefix, with the entry's key (spec 4.11, 4.13)", async () => {
    for (const model of ["local/never-listed", "local/nor/this"]) {
      const seen = upstream.next(({ body }) => `local/${(body as { model?: string }).model}` === model);
      expect((await post("/v1/chat/completions", JSON.stringify({ model, messages }))).status).toBe(200);
      expect((await seen).headers.authorization).toBe("Bearer upstream-secret");
    }
  });

  test("several stars carry their captures upstream (spec 4.12)", async () => {
    const seen = upstream.next(({ body }) => (body as { model?: string }).model?.startsWith("fo::") ?? false);
    await post("/v1/chat/completions", JSON.stringify({ model: "fo::a/b:static::c", messages }));
    expect((await seen).body).toMatchObject({ model: "fo::a/b:static::c" });
  });

  test("an upstream's error arrives with its status and body, and is booked as an error", async () => {
    const response = await post("/v1/chat/completions", JSON.stringify({ model: "local/status-429", messages }));
    expect(response.status).toBe(429);
    expect(await response.json()).toHaveProperty("error");
    const { data } = await admin("GET", `/spend/logs?call_id=${response.headers.get("x-gateway-call-id")}`);
    expect(data).toEqual([expect.objectContaining({ status: "error", spend: 0 })]);
  });

  test("a stream that breaks ends with an error event, never with [DONE]", async () => {
    const response = await post(
      "/v1/chat/completions",
      JSON.stringify({ model: "local/tokens-9,reset-3", messages, stream: true }),
    );
    const text = await response.text();
    expect(text).toContain('"code":"upstream_unreachable"');
    expect(text).not.toContain("[DONE]");
    const { data } = await admin("GET", `/spend/logs?call_id=${response.headers.get("x-gateway-call-id")}`);
    expect(data).toEqual([expect.objectContaining({ status: "error", usage_source: "estimated" })]);
    expect(data[0]?.completion_tokens).toBeGreaterThan(0);
  });

  test("a caller who hangs up ends the upstream call, and it is booked as cancelled", async () => {
    const hangUp = new AbortController();
    const seen = upstream.next(({ body }) => (body as { model?: string }).model === "tokens-500,slow-20");
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      signal: hangUp.signal,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "local/tokens-500,slow-20", messages, stream: true }),
    });
    const reader = response.body!.getReader();
    await reader.read();
    hangUp.abort();
    const request = await seen;
    await request.ended;
    expect(request.aborted).toBe(true);
    await expect
      .poll(
        async () =>
          (await admin("GET", `/spend/logs?call_id=${response.headers.get("x-gateway-call-id")}`)).data[0]?.status,
      )
      .toBe("cancelled");
  });

  test("a blocked team is refused from the next request on, and let in again once unblocked", async () => {
    const team_id = provider.project.clientId;
    await admin("POST", "/team/block", { team_id });
    const refused = await post("/v1/chat/completions", JSON.stringify({ model: "exact", messages }));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: "team_blocked", type: "permission_error" } });
    expect(refused.headers.get("x-gateway-decision-id")).toBeTruthy();
    await admin("POST", "/team/unblock", { team_id });
    expect((await post("/v1/chat/completions", JSON.stringify({ model: "exact", messages }))).status).toBe(200);
  });

  test("an administrator's token manages but calls no model by default", async () => {
    const adminToken = await provider.passwordToken(provider.administrator, "gateway_proxy_admin");
    const headers = { authorization: `Bearer ${adminToken}` };
    expect((await fetch(`${gateway.url}/team/list`, { headers })).status).toBe(200);
    const refused = await post("/v1/chat/completions", JSON.stringify({ model: "exact", messages }), headers);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: "route_not_allowed" } });
  });

  const refusals: [what: string, path: string, init: RequestInit, status: number, code: string][] = [
    ["no credentials", "/v1/models", {}, 401, "missing_credentials"],
    ["an unknown key", "/v1/models", { headers: { authorization: "Bearer sk-unknown" } }, 401, "invalid_key"],
    ["a route that does not exist", "/v1/nothing", {}, 404, "not_found"],
    ["another method", "/team/new", {}, 405, "method_not_allowed"],
  ];
  test.each(refusals)("%s is refused in OpenAI's envelope", async (_what, path, init, status, code) => {
    const response = await fetch(gateway.url + path, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      error: { message: expect.any(String), type: expect.any(String), param: null, code },
    });
    const challenge = response.headers.get("www-authenticate");
    if (code === "invalid_key")
      expect(challenge).toMatch(/^Bearer error="invalid_token", error_description="[^"\\]+"$/);
    else expect(challenge).toBe(status === 401 ? "Bearer" : null);
  });

  const badBodies: [what: string, body: string, param: string | null, code: string][] = [
    ["malformed JSON", "{", null, "invalid_json"],
    ["a list", "[]", null, "invalid_json"],
    ["no model", `{"messages":[]}`, "model", "invalid_request"],
    ["a model that is not a string", `{"model":7,"messages":[]}`, "model", "invalid_request"],
    ["two models", `{"model":"exact","mod\\u0065l":"local/x","messages":[]}`, "model", "invalid_request"],
    ["no messages", `{"model":"exact"}`, "messages", "invalid_request"],
  ];
  test.each(badBodies)("a body with %s is a 400 that names the fault", async (_what, body, param, code) => {
    const response = await post("/v1/chat/completions", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code, param } });
  });

  test("an unknown model is a 404, an unreachable upstream a 502", async () => {
    const unknown = await post("/v1/chat/completions", JSON.stringify({ model: "unheard-of", messages }));
    expect([unknown.status, (await unknown.json()).error.code]).toEqual([404, "model_not_found"]);
    const unreachable = await post("/v1/chat/completions", JSON.stringify({ model: "nowhere", messages }));
    expect([unreachable.status, (await unreachable.json()).error.code]).toEqual([502, "upstream_unreachable"]);
  });

  test("the models that the caller may use are listed, and each can be retrieved", async () => {
    const listed: string[] = [];
    for await (const model of client(token).models.list()) listed.push(model.id);
    expect(listed).toEqual(expect.arrayContaining(["exact", "nowhere"]));
    expect((await client(token).models.retrieve("local/anything")).id).toBe("local/anything");
  });

  test("GET /openapi.json describes every operation", async () => {
    const document = await (await fetch(`${gateway.url}/openapi.json`)).json();
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(["/v1/chat/completions", "/chat/completions", "/team/block", "/spend/logs"]),
    );
  });
});
