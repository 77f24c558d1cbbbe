import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import { checkModels } from "@/lib/settings/model-checks";
import { everySplit, readAll } from "@/testing/gateway/split-everywhere";
import type { Deployment } from "../../deployment";
import { adapterFor } from "../../dialect";
import { GOOGLE_ROUTES } from "../../dialects/google/routes";
import { sealOf } from "../../dialects/google/thoughts";
import { googleRefusal } from "../../dialects/google/refusal";
import {
  GOOGLE_CALL_STREAM,
  GOOGLE_ERROR,
  googleEvents,
  GOOGLE_TEXT,
  GOOGLE_TEXT_STREAM,
} from "../../fixtures/google-answers";
import type { JsonObject } from "../../json-value";
import { readBodyOfPath, readModelBody, type ModelBody } from "../../model-body";
import { deploymentOf } from "../../resolve-deployment";
import { providerOf } from "../../table";

function placed(params: JsonObject = {}): Deployment {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: "gemini/gemini-2.5-flash", ...params } });
  return deploymentOf(
    { entry, index: 0, upstreamModel: entry.gateway_params.model },
    { credentials: new Map(), providerKeys: new Map([["gemini", new Secret("AIza")]]), providerVariables: new Map() },
  );
}

const HELLO = [{ role: "user", content: "Hello" }];
const chatBody = (value: JsonObject): ModelBody => readModelBody(Buffer.from(JSON.stringify({ model: "m", ...value })));
const pathBody = (text: string, isStreamed = false): ModelBody =>
  readBodyOfPath(Buffer.from(text), { model: "m", isStreamed });

function sent(route: string, body: ModelBody, deployment = placed()) {
  const put = adapterFor(route, deployment).request({ route, body, deployment, startedAt: 0 });
  return { ...put, body: String(put.body) };
}
const BASE = "/v1beta/models/gemini-2.5-flash";

describe("Google's clients at the Gemini API", () => {
  test.each<readonly [route: string, isStreamed: boolean, path: string]>([
    [GOOGLE_ROUTES.generate, false, `${BASE}:generateContent`],
    [GOOGLE_ROUTES.stream, true, `${BASE}:streamGenerateContent?alt=sse`],
    [GOOGLE_ROUTES.count, false, `${BASE}:countTokens`],
  ])("%s passes as bytes, without what the path says", (route, isStreamed, path) => {
    const text = '{ "contents":[{"parts":[{"text":"Hi","x": 12345678901234567890}]}]}';
    const put = sent(route, pathBody(text, isStreamed));
    expect(put.path).toBe(path);
    expect(put.body).toBe(text);
    expect(put.headers).toMatchObject({ "x-goog-api-key": "AIza", "content-type": "application/json" });
  });

  test.each(["thoughtSignature", "thought_signature"])("what Claude signed in %s is none of Google's", (name) => {
    const seal = sealOf([{ kind: "thought", text: "Hm.", signature: "EqQB" }]);
    const body = (signature: string | undefined): string =>
      JSON.stringify({
        contents: [
          {
            role: "model",
            parts: [
              { text: seal, [name]: signature },
              { text: "x", [name]: "b3du" },
            ],
          },
        ],
      });
    expect(sent(GOOGLE_ROUTES.generate, pathBody(body(seal))).body).toBe(body("skip_thought_signature_validator"));
  });

  test("bodies that name the model inside get the upstream's name", () => {
    const content = { parts: [{ text: "a" }] };
    const model = "models/gemini-2.5-flash";
    const inside = (route: string, body: object): unknown =>
      JSON.parse(sent(route, pathBody(JSON.stringify(body))).body);
    expect(inside(GOOGLE_ROUTES.embed, { content })).toEqual({ content, model });
    expect(inside(GOOGLE_ROUTES.embedBatch, { requests: [{ model: "models/m", content }] })).toEqual({
      requests: [{ model, content }],
    });
    expect(inside(GOOGLE_ROUTES.count, { generateContentRequest: { model: "models/m", contents: [content] } })).toEqual(
      {
        generateContentRequest: { model, contents: [content] },
      },
    );
  });

  test("an answer passes as it came, with its usage", () => {
    const bytes = Buffer.from(JSON.stringify(GOOGLE_TEXT, null, 2));
    const call = { route: GOOGLE_ROUTES.generate as string, body: pathBody("{}"), deployment: placed(), startedAt: 0 };
    const answer = adapterFor(call.route, call.deployment).answer(call, bytes);
    expect(answer.body).toBe(bytes);
    expect(answer.usage).toMatchObject({ promptTokens: 1019, cachedTokens: 1000, completionTokens: 10 });
    expect(answer.describe()).toMatchObject({ model: "gemini-2.5-flash", finishReasons: ["STOP"] });
    expect(answer.generated()).toBe(Buffer.byteLength("Hello! Grüße 👋"));
  });

  const stream = () => {
    const call = {
      route: GOOGLE_ROUTES.stream as string,
      body: pathBody("{}", true),
      deployment: placed(),
      startedAt: 0,
    };
    return adapterFor(call.route, call.deployment).stream(call);
  };

  test.each([GOOGLE_TEXT_STREAM, GOOGLE_CALL_STREAM])("a stream passes as it came wherever it is split", (text) => {
    for (const pieces of everySplit(text)) {
      const reader = stream();
      expect(readAll(reader, pieces)).toEqual({ text, failure: undefined });
      expect(reader.usage(0)).toMatchObject({ promptTokens: 1019, cachedTokens: 1000, source: "upstream" });
      expect([reader.mayEnd, reader.isComplete, reader.hasContent]).toEqual([true, true, true]);
      expect(reader.describe()).toMatchObject({ id: "r1", finishReasons: ["STOP"] });
    }
  });

  test("a stream that ends early is charged for what passed", () => {
    const reader = stream();
    readAll(reader, [Buffer.from(GOOGLE_TEXT_STREAM.slice(0, GOOGLE_TEXT_STREAM.indexOf("Grüße")))]);
    expect(reader.mayEnd).toBe(false);
    expect(reader.usage(9)).toMatchObject({ promptTokens: 1019, source: "estimated" });
    expect(stream().usage(9)).toMatchObject({ promptTokens: 9, completionTokens: 0, source: "estimated" });
  });

  test("an error in a stream has its status and its body, and is held back until the end", () => {
    for (const pieces of everySplit(googleEvents(GOOGLE_ERROR))) {
      const reader = stream();
      expect(readAll(reader, pieces).failure).toMatchObject({ code: "upstream_unreachable" });
      expect(reader.refused).toMatchObject({ status: 429 });
      expect(googleRefusal({ status: 429, body: reader.refused?.body ?? Buffer.of() })).toEqual({
        retryAfterMs: 34_070,
      });
    }
  });
});

describe("other clients at the Gemini API", () => {
  test("are translated", () => {
    const { path, body } = sent("/responses", chatBody({ input: "Hello", stream: true }));
    expect(path).toBe(`${BASE}:streamGenerateContent?alt=sse`);
    expect(JSON.parse(body)).toEqual({ contents: [{ role: "user", parts: [{ text: "Hello" }] }] });
  });

  test("an error that begins a translated stream keeps its status and its pause", () => {
    const body = chatBody({ messages: HELLO, stream: true });
    const call = { route: "/chat/completions", body, deployment: placed(), startedAt: 0 };
    const reader = adapterFor(call.route, call.deployment).stream(call);
    readAll(reader, [Buffer.from(googleEvents(GOOGLE_ERROR))]);
    expect(reader.refused?.status).toBe(429);
    expect(googleRefusal({ status: 429, body: reader.refused?.body ?? Buffer.of() })).toEqual({ retryAfterMs: 34_070 });
  });

  test("tokens of Anthropic's are counted in a whole request", () => {
    const { path, body } = sent("/messages/count_tokens", chatBody({ messages: HELLO }));
    expect(path).toBe(`${BASE}:countTokens`);
    expect(JSON.parse(body)).toEqual({
      generateContentRequest: {
        model: "models/gemini-2.5-flash",
        contents: [{ role: "user", parts: [{ text: "Hello" }] }],
      },
    });
  });
});

describe("embeddings at the Gemini API", () => {
  const embed = (value: JsonObject): JsonObject => JSON.parse(sent("/embeddings", chatBody(value)).body) as JsonObject;
  const answered = (value: JsonObject, answer: JsonObject) => {
    const call = { route: "/embeddings", body: chatBody(value), deployment: placed(), startedAt: 0 };
    return adapterFor(call.route, call.deployment).answer(call, Buffer.from(JSON.stringify(answer)));
  };
  const ANSWER = { embeddings: [{ values: [0.5, -2] }, { values: [1, 0] }] };

  test("each text is a request", () => {
    const model = "models/gemini-2.5-flash";
    expect(
      embed({ input: ["a", "b"], dimensions: 2, task_type: "RETRIEVAL_QUERY", encoding_format: "base64" }),
    ).toEqual({
      requests: ["a", "b"].map((text) => ({
        model,
        content: { parts: [{ text }] },
        taskType: "RETRIEVAL_QUERY",
        outputDimensionality: 2,
      })),
    });
    expect(embed({ input: "a" })).toEqual({ requests: [{ model, content: { parts: [{ text: "a" }] } }] });
  });

  test("numbers come as asked for, as numbers or in base64", () => {
    const list = (format?: string): unknown =>
      (JSON.parse(answered({ input: ["a", "b"], encoding_format: format }, ANSWER).body.toString()) as JsonObject)[
        "data"
      ];
    expect(list()).toEqual([
      { object: "embedding", index: 0, embedding: [0.5, -2] },
      { object: "embedding", index: 1, embedding: [1, 0] },
    ]);
    const floats = Buffer.from(new Float32Array([0.5, -2]).buffer).toString("base64");
    expect(list("base64")).toMatchObject([{ embedding: floats }, {}]);
  });

  test("usage that nobody reports is estimated", () => {
    expect(answered({ input: ["a", "b"] }, ANSWER).usage).toBeUndefined();
    expect(answered({ input: ["a", "b"] }, { ...ANSWER, usageMetadata: { promptTokenCount: 4 } }).usage).toMatchObject({
      promptTokens: 4,
    });
  });

  test.each<readonly [JsonObject, string]>([
    [{ input: [[1, 2]] }, "input.0"],
    [{ input: "" }, "input"],
    [{ input: [] }, "input"],
    [{ input: "a", dimensions: 1.5 }, "dimensions"],
    [{ input: "a", encoding_format: "int8" }, "encoding_format"],
    [{ input: "a", frobnicate: 1 }, "frobnicate"],
  ])("what cannot be embedded is refused by its name: %j", (value, param) => {
    expect(() => embed(value)).toThrow(expect.objectContaining({ code: "invalid_request", options: { param } }));
  });

  test.each([{}, { embeddings: [{ values: [1] }] }, { embeddings: [{ values: [1] }, { values: "x" }] }])(
    "an answer without a list for each text is none: %j",
    (answer) => {
      expect(() => answered({ input: ["a", "b"] }, answer)).toThrow(
        expect.objectContaining({ code: "upstream_invalid_response" }),
      );
    },
  );
});

describe("Google's imitation of OpenAI's API", () => {
  const old = "https://generativelanguage.googleapis.com/v1beta/openai/";
  test("is still spoken to where an entry names it, with a finding", () => {
    const deployment = placed({ api_base: old });
    const { path, headers, body } = sent("/chat/completions", chatBody({ messages: HELLO }), deployment);
    expect(path).toBe("/v1beta/openai/chat/completions");
    expect(headers).toMatchObject({ authorization: "Bearer AIza" });
    expect(JSON.parse(body)).toEqual({ model: "gemini-2.5-flash", messages: HELLO });
    expect(providerOf("gemini").list?.(deployment)?.path).toBe("/v1beta/openai/models");
    const found = (api_base: string): string[] => {
      const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: "gemini/x", api_base } });
      return checkModels([entry], () => true).map(({ number }) => number);
    };
    expect(found(old)).toEqual(["C210"]);
    expect(found("https://generativelanguage.googleapis.com/v1beta")).toEqual([]);
  });

  test.each(["https://proxy.example", "https://proxy.example/", "https://proxy.example/v1beta"])(
    "an api_base is a host otherwise: %s",
    (api_base) => {
      expect(sent("/chat/completions", chatBody({ messages: HELLO }), placed({ api_base, api_key: "k" })).path).toBe(
        `${BASE}:generateContent`,
      );
    },
  );
});

test("Google's list of models has the names that calls use", () => {
  const list = providerOf("gemini").list?.(placed());
  expect(list).toMatchObject({ path: "/v1beta/models?pageSize=1000", headers: { "x-goog-api-key": "AIza" } });
  expect(list?.names?.('{"models":[{"name":"models/gemini-2.5-flash"},{"x":1}]}')).toEqual(["gemini-2.5-flash"]);
  expect(list?.names?.('{"data":[]}')).toBeUndefined();
});

describe("what Google's refusals say", () => {
  const error = (status: string, ...details: JsonObject[]): JsonObject => ({ error: { code: 400, status, details } });
  const info = (reason: string): JsonObject => ({ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason });
  const retry = (retryDelay: string): JsonObject => ({
    "@type": "type.googleapis.com/google.rpc.RetryInfo",
    retryDelay,
  });
  test.each<readonly [number, unknown, unknown]>([
    [400, error("INVALID_ARGUMENT", info("API_KEY_INVALID")), { says: "access" }],
    [400, [error("INVALID_ARGUMENT", info("API_KEY_INVALID"))], { says: "access" }],
    [400, error("FAILED_PRECONDITION"), { says: "access" }],
    [400, error("INVALID_ARGUMENT"), undefined],
    [404, error("NOT_FOUND"), { says: "retired" }],
    [429, GOOGLE_ERROR, { retryAfterMs: 34_070 }],
    [429, error("RESOURCE_EXHAUSTED", retry("0s")), { retryAfterMs: 0 }],
    [429, error("RESOURCE_EXHAUSTED", retry("soon")), undefined],
    [429, error("RESOURCE_EXHAUSTED", retry("-1s")), undefined],
    [502, "<html>", undefined],
    [500, { error: "text" }, undefined],
  ])("%d %j: %j", (status, body, says) => {
    expect(googleRefusal({ status, body: Buffer.from(JSON.stringify(body)) })).toEqual(says);
  });
});
