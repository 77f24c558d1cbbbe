import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everySplit, eventValues, readAll } from "@/testing/gateway/split-everywhere";
import { modelEntry } from "@/lib/config/schema";
import { checkModels } from "@/lib/settings/model-checks";
import { adapterFor } from "../../dialect";
import { ExactNumbers } from "../../exact-numbers";
import { COHERE_CALL_EVENTS, COHERE_CALLS, COHERE_TEXT, COHERE_TEXT_EVENTS, cohereStream } from "../../fixtures/cohere";
import { translateRequest } from "../../form/translated";
import { TranslatedStream } from "../../form/translated-stream";
import { isObject } from "@/lib/is-object";
import { listAt, objectAt, textAt, type JsonObject } from "../../json-value";
import { readModelBody } from "../../model-body";
import { deploymentOf } from "../../resolve-deployment";
import { providerOf } from "../../table";
import { CLIENTS, UPSTREAMS } from "../halves";
import { COHERE_CASES, COHERE_REFUSED } from "./chat-to-cohere.cases";

const MODEL = "command-a-03-2025";
const { cohere } = UPSTREAMS;

function sent(from: keyof typeof CLIENTS, body: JsonObject, model = MODEL, dropped = new Set<string>()): JsonObject {
  return translateRequest(CLIENTS[from], cohere, { model: "x", ...body }, { model, provider: "cohere" }, { dropped });
}

test.each(COHERE_CASES)("a chat becomes a request to Cohere: $name", (one) => {
  const { chat, cohere: wanted, model = MODEL, dropped: lost = [] } = one;
  const dropped = new Set<string>();
  expect(sent("chat", chat, model, dropped)).toEqual({ model, ...wanted });
  expect([...dropped]).toEqual(lost);
});
test.each(COHERE_REFUSED)("a chat that Cohere's dialect cannot express is refused by name: %j", (chat, param) => {
  expect(() => sent("chat", chat, "command-a-reasoning-08-2025")).toThrow(
    expect.objectContaining({ code: "invalid_request", options: { param } }),
  );
});
test("a conversation reaches Cohere the same, whatever its client speaks", () => {
  const chat = {
    messages: [
      { role: "user", content: "Weather?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "Rain." },
    ],
  };
  const messages = {
    max_tokens: 5,
    messages: [
      { role: "user", content: "Weather?" },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "f", input: { a: 1 } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "Rain." }] },
    ],
  };
  const responses = {
    input: [
      { role: "user", content: "Weather?" },
      { type: "function_call", call_id: "c1", name: "f", arguments: '{"a":1}' },
      { type: "function_call_output", call_id: "c1", output: "Rain." },
    ],
  };
  const wanted = sent("chat", chat)["messages"];
  expect(sent("messages", messages)["messages"]).toEqual(wanted);
  expect(sent("responses", responses)["messages"]).toEqual(wanted);
});

const call = { model: "m", body: { stream_options: { include_usage: true } }, startedAt: 0 };
const whole = (from: keyof typeof CLIENTS, answer: JsonObject): JsonObject =>
  CLIENTS[from].writeAnswer(cohere.readAnswer(answer), call, new ExactNumbers());

describe("a whole answer", () => {
  test("is charged by what Cohere bills, without the tokens of its own instructions", () => {
    expect(cohere.readAnswer(COHERE_TEXT).usage).toMatchObject({ promptTokens: 5, completionTokens: 9 });
    expect(whole("chat", COHERE_TEXT)).toMatchObject({
      choices: [{ message: { content: "LLM stands for Large Language Model." }, finish_reason: "stop" }],
      usage: { prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 },
    });
  });
  test("of calls has the plan as a thought, and every call with its arguments as they are", () => {
    expect(whole("chat", COHERE_CALLS)).toMatchObject({
      choices: [
        {
          message: {
            content: null,
            reasoning_content: "I will look at both cities.",
            tool_calls: COHERE_CALLS.message.tool_calls,
          },
          finish_reason: "tool_calls",
        },
      ],
    });
    expect(whole("messages", COHERE_CALLS)).toMatchObject({ stop_reason: "tool_use" });
  });
  test.each([
    ["MAX_TOKENS", "length"],
    ["STOP_SEQUENCE", "stop"],
    ["ERROR_TOXIC", "content_filter"],
  ])("that ends with %s ends with %s", (reason, wanted) => {
    expect(whole("chat", { ...COHERE_TEXT, finish_reason: reason })).toMatchObject({
      choices: [{ finish_reason: wanted }],
    });
  });
  test.each(["ERROR", "TIMEOUT"])("that Cohere broke off (%s) is none", (reason) => {
    expect(() => cohere.readAnswer({ ...COHERE_TEXT, finish_reason: reason })).toThrow(
      expect.objectContaining({ code: "upstream_invalid_response" }),
    );
  });
});

const stream = (from: keyof typeof CLIENTS): TranslatedStream =>
  new TranslatedStream(cohere.reader(), CLIENTS[from].writer(call));

describe("a stream", () => {
  test.each([
    ["text", COHERE_TEXT_EVENTS],
    ["calls", COHERE_CALL_EVENTS],
  ])("of %s reads the same wherever it is split, for every client", (_what, events) => {
    for (const from of ["chat", "messages", "responses", "google"] as const) {
      const text = cohereStream(events);
      const once = readAll(stream(from), [Buffer.from(text)]);
      expect(once.failure).toBeUndefined();
      for (const pieces of everySplit(text)) expect(readAll(stream(from), pieces)).toEqual(once);
    }
  });
  test("of text says its thought, its words and what is billed", () => {
    const { text } = readAll(stream("chat"), [Buffer.from(cohereStream(COHERE_TEXT_EVENTS))]);
    const deltas = eventValues(text)
      .filter(isObject)
      .flatMap((value) => listAt(value, "choices").filter(isObject));
    const said = (name: string): string => deltas.map((one) => textAt(objectAt(one, "delta"), name) ?? "").join("");
    expect([said("content"), said("reasoning_content")]).toEqual(["Grüße, Welt 👋", "Say so."]);
    expect(text).toContain('"usage":{"prompt_tokens":4,"completion_tokens":3');
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  });
  test("of calls says each call's name and arguments", () => {
    const { text } = readAll(stream("chat"), [Buffer.from(cohereStream(COHERE_CALL_EVENTS))]);
    for (const name of ["get_weather", "get_time"]) expect(text).toContain(`"id":"${name}_1"`);
    expect(text.match(/"arguments":"\\"Köln\\"}"/g)).toHaveLength(2);
    expect(text).toContain('"finish_reason":"tool_calls"');
  });
  test("is what a whole answer with the same parts says", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }), (texts) => {
        const [start, ...rest] = COHERE_TEXT_EVENTS;
        const end = rest.at(-1);
        if (!start || !end) return;
        const words = texts.map((text) => ({
          type: "content-delta",
          index: 0,
          delta: { message: { content: { text } } },
        }));
        const reader = cohere.reader();
        const events = [start, ...words, end].flatMap((event) => reader.read(JSON.stringify(event)));
        const said = events.map((event) => (event.kind === "text" ? event.text : "")).join("");
        expect(said).toBe(texts.join(""));
        expect(reader.characters).toBe(said.length);
      }),
    );
  });
  test("that is cut off has no end, and is charged by what passed", () => {
    const cut = stream("chat");
    cut.push(Buffer.from(cohereStream(COHERE_TEXT_EVENTS.slice(0, 7))));
    expect(cut.mayEnd).toBe(false);
    expect(cut.usage(11)).toMatchObject({ promptTokens: 11, completionTokens: 6, source: "estimated" });
  });
  test("that Cohere breaks off ends with an error in the caller's dialect", () => {
    const broken = [
      ...COHERE_TEXT_EVENTS.slice(0, 6),
      { type: "message-end", delta: { finish_reason: "ERROR", error: "engine failed" } },
    ];
    const { text, failure } = readAll(stream("chat"), [Buffer.from(cohereStream(broken))]);
    expect(failure).toBeDefined();
    expect(text).toContain("engine failed");
    expect(text).not.toContain("[DONE]");
  });
});

function placed(params: object = {}) {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: `cohere/${MODEL}`, ...params } });
  return deploymentOf({ entry, index: 0, upstreamModel: `cohere/${MODEL}` });
}

describe("embeddings", () => {
  const route = "/embeddings";
  const callOf = (body: JsonObject) => ({
    route,
    body: readModelBody(Buffer.from(JSON.stringify({ model: "m", ...body }))),
    deployment: placed(),
    startedAt: 0,
  });
  const adapter = adapterFor(route, placed());
  test.each([
    [{ input: "a" }, { texts: ["a"], input_type: "search_document" }],
    [
      { input: ["a", "b"], input_type: "search_query" },
      { texts: ["a", "b"], input_type: "search_query" },
    ],
    [
      { input: "a", encoding_format: "base64", dimensions: 256, user: "u" },
      { texts: ["a"], input_type: "search_document", output_dimension: 256 },
    ],
  ])("%j are asked for as Cohere wants them", (body, wanted) => {
    const { path, body: written } = adapter.request(callOf(body));
    expect(path).toBe("/v2/embed");
    expect(JSON.parse(String(written))).toEqual({ model: MODEL, ...wanted, embedding_types: ["float"] });
  });
  test.each([
    [{ input: [[1, 2]] }, "input"],
    [{ input: "a", encoding_format: "int8" }, "encoding_format"],
    [{ input: "a", unheard: 1 }, "unheard"],
  ])("%j are refused by name", (body, param) => {
    expect(() => adapter.request(callOf(body))).toThrow(expect.objectContaining({ options: { param } }));
  });
  test("come in the form that was asked for, with what is billed", () => {
    const bytes = Buffer.from(
      JSON.stringify({ embeddings: { float: [[0.5, -1]] }, meta: { billed_units: { input_tokens: 3 } } }),
    );
    const plain = adapter.answer(callOf({ input: "a" }), bytes);
    expect(plain.usage).toMatchObject({ promptTokens: 3, completionTokens: 0 });
    expect(JSON.parse(plain.body.toString())).toEqual({
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: [0.5, -1] }],
      model: "m",
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
    const packed = JSON.parse(adapter.answer(callOf({ input: "a", encoding_format: "base64" }), bytes).body.toString());
    const numbers = Buffer.from(packed.data[0].embedding, "base64");
    expect([numbers.readFloatLE(0), numbers.readFloatLE(4)]).toEqual([0.5, -1]);
  });
});

describe("the provider", () => {
  test.each([
    [{}, "/chat/completions", "/v2/chat"],
    [{ api_base: "https://cohere.example" }, "/chat/completions", "/v2/chat"],
    [{ api_base: "https://cohere.example/proxy/v2/" }, "/messages", "/proxy/v2/chat"],
    [{}, "/rerank", "/v2/rerank"],
    [{ api_base: "https://x.example/compatibility/v1" }, "/chat/completions", "/compatibility/v1/chat/completions"],
    [{ api_base: "https://x.example/compatibility/v1" }, "/rerank", "/v2/rerank"],
  ])("with %j asks %s at %s", (params, route, path) => {
    const deployment = placed(params);
    const body = readModelBody(Buffer.from('{"model":"m","max_tokens":1,"messages":[]}'));
    expect(adapterFor(route, deployment).request({ route, body, deployment, startedAt: 0 }).path).toBe(path);
  });
  test.each([
    ["https://x.example/compatibility/v1", ["C210"]],
    ["https://x.example/v2", []],
    ["https://x.example", []],
  ])("finds that %s is another dialect: %j", (api_base, numbers) => {
    const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: "cohere/m", api_base } });
    expect(checkModels([entry], () => true).map(({ number }) => number)).toEqual(numbers);
  });
  test("says of a model that Cohere has removed that it is gone", () => {
    const said = (status: number, message: string) =>
      providerOf("cohere").refusal?.({ status, headers: {}, body: Buffer.from(JSON.stringify({ message })) });
    expect(said(404, "model 'command-r' was removed on September 15, 2025.")).toEqual({ says: "retired" });
    expect(said(404, "model 'x' not found")).toBeUndefined();
  });
  test.each([
    ['{"models":[{"name":"command-a-03-2025"},{"name":"embed-v4.0"}]}', ["command-a-03-2025", "embed-v4.0"]],
    ['{"data":[]}', undefined],
  ])("reads its list: %s", (text, names) => {
    const list = providerOf("cohere").list?.(placed());
    expect(list?.path).toBe("/v1/models?page_size=1000");
    expect(list?.names?.(text)).toEqual(names);
  });
});
