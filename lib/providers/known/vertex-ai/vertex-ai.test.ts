import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { isPriced } from "@/lib/prices/price";
import type { Deployment } from "../../deployment";
import { adapterFor } from "../../dialect";
import { GOOGLE_ROUTES } from "../../dialects/google/routes";
import type { JsonObject } from "../../json-value";
import { readBodyOfPath, readModelBody, type ModelBody } from "../../model-body";
import { deploymentOf } from "../../resolve-deployment";
import { providerOf } from "../../table";

const HELLO = [{ role: "user", content: "Hello" }];
const PROJECT = { vertex_project: "p", vertex_location: "europe-west4" };

function placed(model: string, params: JsonObject = PROJECT, variables: Record<string, string> = {}): Deployment {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model, ...params } });
  return deploymentOf(
    { entry, index: 0, upstreamModel: model },
    { credentials: new Map(), providerKeys: new Map(), providerVariables: new Map(Object.entries(variables)) },
  );
}

const bodyOf = (value: JsonObject): ModelBody => readModelBody(Buffer.from(JSON.stringify({ model: "m", ...value })));

function sent(route: string, deployment: Deployment, body: ModelBody, beta?: string) {
  const put = adapterFor(route, deployment).request({ route, body, deployment, startedAt: 0, beta });
  return { ...put, body: JSON.parse(String(put.body)) as JsonObject };
}

describe("where Vertex AI is asked", () => {
  test.each<readonly [params: JsonObject, variables: Record<string, string>, address: string]>([
    [PROJECT, {}, "https://europe-west4-aiplatform.googleapis.com/v1/projects/p/locations/europe-west4"],
    [{ vertex_project: "p" }, {}, "https://aiplatform.googleapis.com/v1/projects/p/locations/global"],
    [
      { vertex_project: "p", vertex_location: "global" },
      {},
      "https://aiplatform.googleapis.com/v1/projects/p/locations/global",
    ],
    [
      { vertex_project: "p", vertex_location: "eu" },
      {},
      "https://aiplatform.eu.rep.googleapis.com/v1/projects/p/locations/eu",
    ],
    [
      {},
      { VERTEXAI_PROJECT: "q", GOOGLE_CLOUD_PROJECT: "r", VERTEXAI_LOCATION: "us-central1" },
      "https://us-central1-aiplatform.googleapis.com/v1/projects/q/locations/us-central1",
    ],
    [
      { vertex_credentials: { type: "service_account", project_id: "s" } },
      {},
      "https://aiplatform.googleapis.com/v1/projects/s/locations/global",
    ],
  ])("%j with %j: %s", (params, variables, address) => {
    const { origin, basePath } = placed("vertex_ai/gemini-2.5-flash", params, variables);
    expect(origin + basePath).toBe(address);
  });

  test("an api_base is a host, and the entry says the rest", () => {
    const deployment = placed("vertex_ai/gemini-2.5-flash", {
      ...PROJECT,
      api_base: "https://proxy.example/google/v1",
    });
    expect(deployment.origin).toBe("https://proxy.example");
    expect(sent("/chat/completions", deployment, bodyOf({ messages: HELLO })).path).toBe(
      "/google/v1/projects/p/locations/europe-west4/publishers/google/models/gemini-2.5-flash:generateContent",
    );
  });

  test("an entry that names no project is found", () => {
    expect(() => placed("vertex_ai/gemini-2.5-flash", {})).toThrow(
      expect.objectContaining({ code: "no_healthy_deployment" }),
    );
    const found = (params: object, variables: Record<string, string> = {}) => {
      const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: "vertex_ai/m", ...params } });
      return providerOf("vertex_ai")
        .entryFaults?.(entry, (name) => variables[name])
        ?.map(({ number }) => number);
    };
    const env = { VERTEXAI_PROJECT: "p" };
    expect([found({}), found({}, env), found({ vertex_project: "p" })]).toEqual([["C213"], [], []]);
    const proxy = { api_base: "https://proxy.example" };
    expect([found(proxy, env), found({ ...proxy, vertex_project: "p" })]).toEqual([["C213"], []]);
  });

  test.each(["a/../b", "..", "", "https://x"])("a place is a name and no path: %j", (value) => {
    for (const name of ["vertex_project", "vertex_location"])
      expect(
        modelEntry.safeParse({ model_name: "m", gateway_params: { model: "vertex_ai/x", [name]: value } }).success,
      ).toBe(false);
  });
});

describe("Google's models on Vertex AI", () => {
  const gemini = placed("vertex_ai/gemini-2.5-flash");
  const base = "/v1/projects/p/locations/europe-west4/publishers/google/models";

  test("a chat goes to generateContent, streamed to its own method", () => {
    const { path, body } = sent("/chat/completions", gemini, bodyOf({ messages: HELLO }));
    expect(path).toBe(`${base}/gemini-2.5-flash:generateContent`);
    expect(body).toEqual({ contents: [{ role: "user", parts: [{ text: "Hello" }] }] });
    expect(sent("/chat/completions", gemini, bodyOf({ messages: HELLO, stream: true })).path).toBe(
      `${base}/gemini-2.5-flash:streamGenerateContent?alt=sse`,
    );
  });

  test("a name goes into the path as one part, and cannot leave it", () => {
    expect(sent("/chat/completions", placed("vertex_ai/a/b?c"), bodyOf({ messages: HELLO })).path).toBe(
      `${base}/a%2Fb%3Fc:generateContent`,
    );
    expect(() => sent("/chat/completions", placed("vertex_ai/.."), bodyOf({ messages: HELLO }))).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { param: "model" } }),
    );
  });

  test("embeddings are predictions, for clients of OpenAI's and of Google's", () => {
    const embed = placed("vertex_ai/text-embedding-005");
    expect(sent("/embeddings", embed, bodyOf({ input: ["a", "b"], dimensions: 8 }))).toMatchObject({
      path: `${base}/text-embedding-005:predict`,
      body: { instances: [{ content: "a" }, { content: "b" }], parameters: { outputDimensionality: 8 } },
    });
    const body = readBodyOfPath(Buffer.from('{"content":{"parts":[{"text":"a"}]}}'), { model: "m", isStreamed: false });
    expect(sent(GOOGLE_ROUTES.embed, embed, body).body).toEqual({ instances: [{ content: "a" }] });
    const answer = { predictions: [{ embeddings: { values: [0.5, 1], statistics: { token_count: 3 } } }] };
    const call = { route: GOOGLE_ROUTES.embed as string, body, deployment: embed, startedAt: 0 };
    const read = adapterFor(call.route, embed).answer(call, Buffer.from(JSON.stringify(answer)));
    expect(JSON.parse(read.body.toString())).toEqual({
      embedding: { values: [0.5, 1] },
      usageMetadata: { promptTokenCount: 3 },
    });
    expect(read.usage).toMatchObject({ promptTokens: 3 });
  });

  test("tokens of Anthropic's clients are counted", () => {
    const { path, body } = sent("/messages/count_tokens", gemini, bodyOf({ messages: HELLO, system: "Be brief." }));
    expect(path).toBe(`${base}/gemini-2.5-flash:countTokens`);
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [{ role: "user", parts: [{ text: "Hello" }] }],
    });
  });

  test("a key needs no token, and without one calls are signed", () => {
    expect(gemini.credential?.label).toBe("Google's application default credentials");
    const keyed = placed("vertex_ai/gemini-2.5-flash", { ...PROJECT, api_key: "AQ.k" });
    expect(keyed.credential).toBeUndefined();
    expect(sent("/chat/completions", keyed, bodyOf({ messages: HELLO })).headers).toMatchObject({
      "x-goog-api-key": "AQ.k",
    });
  });
});

describe("Claude on Vertex AI", () => {
  const claude = placed("vertex_ai/claude-sonnet-4-5@20250929");
  const base = "/v1/projects/p/locations/europe-west4/publishers/anthropic/models";

  test("callers of Messages pass as bytes but for what the door asks for", () => {
    const text = '{"model":"m", "max_tokens":5,"messages":[{"role":"user","content":"Hi"}],"n":12345678901234567890}';
    const call = { route: "/messages", body: readModelBody(Buffer.from(text)), deployment: claude, startedAt: 0 };
    const { path, body } = adapterFor("/messages", claude).request(call);
    expect(path).toBe(`${base}/claude-sonnet-4-5%4020250929:rawPredict`);
    expect(String(body)).toBe(
      '{ "max_tokens":5,"messages":[{"role":"user","content":"Hi"}],"n":12345678901234567890,"anthropic_version":"vertex-2023-10-16"}',
    );
  });

  test("betas that Vertex AI does not take are left out by name", () => {
    const beta = "claude-code-20250219, context-1m-2025-08-07,oauth-2025-04-20";
    const { path, headers, dropped } = sent(
      "/messages",
      claude,
      bodyOf({ messages: HELLO, max_tokens: 5, stream: true }),
      beta,
    );
    expect(path).toBe(`${base}/claude-sonnet-4-5%4020250929:streamRawPredict`);
    expect(headers["anthropic-beta"]).toBe("context-1m-2025-08-07");
    expect(dropped).toEqual(["anthropic-beta.claude-code-20250219", "anthropic-beta.oauth-2025-04-20"]);
  });

  test("callers of other dialects are translated", () => {
    const { path, body } = sent("/chat/completions", claude, bodyOf({ messages: HELLO, stream: true, max_tokens: 5 }));
    expect(path).toBe(`${base}/claude-sonnet-4-5%4020250929:streamRawPredict`);
    expect(body).toEqual({
      anthropic_version: "vertex-2023-10-16",
      max_tokens: 5,
      stream: true,
      messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
    });
    const google = readBodyOfPath(Buffer.from('{"contents":[{"parts":[{"text":"Hi"}]}]}'), {
      model: "m",
      isStreamed: false,
    });
    expect(sent(GOOGLE_ROUTES.generate, claude, google).path).toBe(`${base}/claude-sonnet-4-5%4020250929:rawPredict`);
  });

  test("tokens are counted by a model of their own", () => {
    const { path, body } = sent("/messages/count_tokens", claude, bodyOf({ messages: HELLO }));
    expect(path).toBe(`${base}/count-tokens:rawPredict`);
    expect(body).toEqual({
      model: "claude-sonnet-4-5@20250929",
      messages: HELLO,
      anthropic_version: "vertex-2023-10-16",
    });
  });

  test("errors of the door have Anthropic's form, and the model's stay as they are", () => {
    const call = { route: "/messages", body: bodyOf({ messages: HELLO }), deployment: claude, startedAt: 0 };
    const { errorBody } = adapterFor("/messages", claude);
    const own = Buffer.from('{"type":"error","error":{"type":"invalid_request_error","message":"No."}}');
    expect(errorBody(call, 400, own)).toBe(own);
    const google = Buffer.from('[{"error":{"code":429,"message":"Quota.","status":"RESOURCE_EXHAUSTED"}}]');
    expect(JSON.parse(errorBody(call, 429, google).toString())).toMatchObject({
      type: "error",
      error: { type: "rate_limit_error", message: "Quota." },
    });
  });

  test("its prices are Anthropic's", () => {
    expect(isPriced("vertex_ai", "claude-sonnet-4-5@20250929", claude.entry)).toBe(true);
    expect(isPriced("vertex_ai", "gemini-2.5-flash", claude.entry)).toBe(true);
  });

  test("what is not served says so", () => {
    expect(() => adapterFor("/embeddings", claude)).toThrow("does not serve /embeddings");
  });
});
