import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import type { AdapterCall } from "./adapter";
import { readModelBody } from "./model-body";
import { refuseLookalike } from "./decided-members";
import { openAiAdapter } from "./openai";
import { adapterFor } from "./dialect";
import { providerOf } from "./table";

const messagesOverChat = adapterFor("/messages", { provider: "openai" });

function callOf(
  body: string,
  { provider = "openai", route = "/chat/completions", basePath = "/v1" } = {},
): AdapterCall {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: `${provider}/up` } });
  return {
    route,
    body: readModelBody(Buffer.from(body)),
    startedAt: 0,
    deployment: {
      id: "d",
      provider,
      habits: providerOf(provider).habits,
      model: "up",
      origin: "https://up.example",
      basePath,
      apiKey: new Secret("k"),
      entry,
    },
  };
}
const sent = (call: AdapterCall): string => String(openAiAdapter.request(call).body);

describe("nothing of the body is changed but the model's name", () => {
  test.each([
    ['{"model":"m"}', '{"model":"up"}'],
    ['{ "zz" : 1 ,\n\t"model" : "m" , "aa" : [ 1 , 2 ] }\n', '{ "zz" : 1 ,\n\t"model" : "up" , "aa" : [ 1 , 2 ] }\n'],
    [
      '{"n":1.0,"e":1E3,"long":12345678901234567890,"tiny":1e-400,"minus":-0,"model":"m"}',
      '{"n":1.0,"e":1E3,"long":12345678901234567890,"tiny":1e-400,"minus":-0,"model":"up"}',
    ],
    [
      '{"unheard_of":{"model":"m","list":[{"model":"m"}]},"model":"m"}',
      '{"unheard_of":{"model":"m","list":[{"model":"m"}]},"model":"up"}',
    ],
    [
      '{"s":"\\u00e9\\/\\"model\\":\\"m\\"","mod\\u0065l":"m"}',
      '{"s":"\\u00e9\\/\\"model\\":\\"m\\"","mod\\u0065l":"up"}',
    ],
    ['{"messages":[],"2":1,"1":2,"model":"m"}', '{"messages":[],"2":1,"1":2,"model":"up"}'],
  ])("only the model's name changes in the body: %s", (body, upstream) => {
    expect(sent(callOf(body))).toBe(upstream);
  });

  test("only the model's name changes, whatever surrounds it and however it is written", () => {
    const space = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r"), maxLength: 2 });
    const text = fc.string({ unit: "grapheme", maxLength: 8 }).map((value) => JSON.stringify(value));
    const scalar = fc.oneof(
      text,
      fc.constantFrom("0", "-0", "1.0", "1e5", "1E+5", "0.10", "12345678901234567890", "true", "null"),
    );
    const nested = fc.json({ maxDepth: 2 });
    const name = fc
      .string({ unit: "grapheme", maxLength: 6 })
      .filter((value) => value !== "model" && value !== "stream" && !isLookalike(value));
    const members = fc.uniqueArray(fc.tuple(name, fc.oneof(scalar, nested), space), {
      selector: ([key]) => key,
      maxLength: 6,
    });
    fc.assert(
      fc.property(members, members, space, (before, after, gap) => {
        const names = new Set(before.map(([key]) => key));
        const written = (list: typeof before) =>
          list.map(([key, value, around]) => `${around}${JSON.stringify(key)}${around}:${around}${value}${around}`);
        const body = (model: string) =>
          `${gap}{${[...written(before), `${gap}"model"${gap}:${gap}${model}${gap}`, ...written(after.filter(([key]) => !names.has(key)))].join(",")}}${gap}`;
        expect(sent(callOf(body('"m"'), { route: "/embeddings" }))).toBe(body('"up"'));
      }),
    );
  });

  test("the same bytes are sent if the upstream has the same name for the model", () => {
    const call = callOf('{"model":"up"}');
    expect(openAiAdapter.request(call).body).toBe(call.body.kind === "json" && call.body.bytes);
  });
});

/** Whether a body with such a member is refused, because an upstream may take it for another one. */
function isLookalike(name: string): boolean {
  try {
    refuseLookalike(name);
    return false;
  } catch {
    return true;
  }
}

describe("a stream's usage", () => {
  const streaming = '{"stream":true,"model":"m","messages":[]}';
  test("a stream's usage is requested, beside what the caller requested", () => {
    expect(sent(callOf(streaming))).toBe(
      '{"stream":true,"model":"up","messages":[],"stream_options":{"include_usage":true}}',
    );
    const options = '{"model":"m","stream_options":{"include_obfuscation":false},"stream":true}';
    expect(sent(callOf(options))).toBe(
      '{"model":"up","stream_options":{"include_obfuscation":false,"include_usage":true},"stream":true}',
    );
  });
  test("a stream's usage is not requested from providers that send it unasked and refuse the request", () => {
    expect(sent(callOf(streaming, { provider: "mistral" }))).toBe('{"stream":true,"model":"up","messages":[]}');
    const messages = callOf('{"stream":true,"model":"m","max_tokens":9,"messages":[]}', {
      provider: "mistral",
      route: "/messages",
    });
    expect(JSON.parse(String(messagesOverChat.request(messages).body))).toEqual({
      model: "up",
      messages: [],
      max_tokens: 9,
      stream: true,
    });
  });
  test("usage that comes unasked reaches a caller who did not ask, in the event in which it came", () => {
    const last =
      'data: {"choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}],"usage":{"prompt_tokens":2,"completion_tokens":3}}\n\n';
    const reader = openAiAdapter.stream(callOf(streaming, { provider: "mistral" }));
    expect(Buffer.concat(reader.push(Buffer.from(last))).toString()).toBe(last);
    expect(reader.usage(0)).toMatchObject({ promptTokens: 2, completionTokens: 3, source: "upstream" });
  });
});

test.each([
  ["openai", "/v1", "/chat/completions", "/v1/chat/completions"],
  ["jina_ai", "/v1", "/rerank", "/v1/rerank"],
  ["cohere", "/compatibility/v1", "/embeddings", "/compatibility/v1/embeddings"],
  ["cohere", "/compatibility/v1", "/rerank", "/v2/rerank"],
  ["cohere", "/v2", "/rerank", "/v2/rerank"],
])("%s with the base path %s gets %s at %s", (provider, basePath, route, path) => {
  const call = callOf('{"model":"m"}', { provider, basePath, route });
  expect(adapterFor(route, call.deployment).request(call).path).toBe(path);
});
