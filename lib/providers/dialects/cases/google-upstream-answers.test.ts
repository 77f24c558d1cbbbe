import { describe, expect, test } from "vitest";
import { NO_USAGE } from "@/lib/usage";
import { everySplit, eventValues, readAll } from "@/testing/gateway/split-everywhere";
import { ExactNumbers } from "../../exact-numbers";
import {
  GOOGLE_CALLS,
  GOOGLE_CALL_STREAM,
  GOOGLE_ERROR,
  googleEvents,
  GOOGLE_TEXT,
  GOOGLE_TEXT_STREAM,
} from "../../fixtures/google-answers";
import { TranslatedStream } from "../../form/translated-stream";
import type { JsonObject } from "../../json-value";
import { openId } from "../../form/call-id";
import { readGoogleUsage } from "../google/usage";
import { CLIENTS, UPSTREAMS } from "../halves";

type Client = Exclude<keyof typeof CLIENTS, "google">;
const CALL = { model: "asked-for", body: {}, startedAt: 0 };

function whole(to: Client, answer: JsonObject): JsonObject {
  return CLIENTS[to].writeAnswer(UPSTREAMS.google.readAnswer(answer), CALL, new ExactNumbers());
}

const ended = (finishReason: string, parts?: readonly JsonObject[], finishMessage?: string): JsonObject => ({
  candidates: [{ ...(parts && { content: { parts, role: "model" } }), finishReason, finishMessage, index: 0 }],
});

describe("a whole answer of Google's", () => {
  test("becomes a chat completion, whose usage includes the cache and the thoughts", () => {
    expect(whole("chat", GOOGLE_TEXT)).toEqual({
      id: "mAitaLmkHPPlz7IPvtfUqQ4",
      object: "chat.completion",
      created: 0,
      model: "gemini-2.5-flash",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "Hello! Grüße 👋", refusal: null },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: {
        prompt_tokens: 1019,
        completion_tokens: 10,
        total_tokens: 1029,
        prompt_tokens_details: { cached_tokens: 1000 },
        completion_tokens_details: { reasoning_tokens: 4 },
      },
    });
  });

  test("has ids for its calls, of which the first carries the signature", () => {
    const { content, stop_reason, usage } = whole("messages", GOOGLE_CALLS);
    expect(content).toEqual([
      { type: "thinking", thinking: "I should look.", signature: "" },
      { type: "text", text: "Let me see." },
      { type: "tool_use", id: "call_r1_0__thought__c2ln-_5lZA", name: "get_weather", input: { city: "Bonn" } },
      { type: "tool_use", id: "own-7", name: "now", input: {} },
    ]);
    expect(openId("call_r1_0__thought__c2ln-_5lZA").signature).toBe("c2ln+/5lZA==");
    expect(stop_reason).toBe("tool_use");
    // What Google's own tools put into the prompt is charged as prompt.
    expect(usage).toMatchObject({ input_tokens: 55, output_tokens: 50 });
  });

  test.each(["SAFETY", "RECITATION", "PROHIBITED_CONTENT", "SPII", "BLOCKLIST", "OTHER", "SOMETHING_NEW"])(
    "that a filter ended says so: %s",
    (reason) => {
      const refusal = `The provider ended the answer: ${reason}. Because.`;
      expect(whole("chat", ended(reason, undefined, "Because."))).toMatchObject({
        choices: [{ message: { content: null, refusal }, finish_reason: "content_filter" }],
      });
      expect(whole("messages", ended(reason, [{ text: "But" }], "Because."))).toMatchObject({
        content: [
          { type: "text", text: "But" },
          { type: "text", text: refusal },
        ],
        stop_reason: "refusal",
      });
    },
  );

  test("to a prompt that was blocked says so", () => {
    const blocked = { promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 7 } };
    expect(whole("chat", blocked)).toMatchObject({
      choices: [{ message: { refusal: "The provider blocked the prompt: SAFETY." }, finish_reason: "content_filter" }],
      usage: { prompt_tokens: 7, completion_tokens: 0 },
    });
    expect(whole("responses", blocked)).toMatchObject({ status: "incomplete" });
  });

  test.each([
    [ended("MALFORMED_FUNCTION_CALL", [{ text: "print(" }], "print("), "MALFORMED_FUNCTION_CALL. print("],
    [ended("UNEXPECTED_TOOL_CALL"), "UNEXPECTED_TOOL_CALL"],
    [ended("STOP"), "without saying anything"],
    [ended("STOP", [{ text: "Hm.", thought: true }]), "without saying anything"],
    [ended("STOP", [{ inlineData: { mimeType: "image/png", data: "AA==" } }]), "only Google's clients can read"],
    [{}, "no candidates"],
  ])("that nobody can use is an error, not an empty answer: %j", (answer, message) => {
    expect(() => UPSTREAMS.google.readAnswer(answer)).toThrow(
      expect.objectContaining({ code: "upstream_invalid_response", message: expect.stringContaining(message) }),
    );
  });

  test("may be empty if the model says so, or its maximum was too small", () => {
    expect(UPSTREAMS.google.readAnswer(ended("STOP", [{ text: "" }]))).toMatchObject({ parts: [], end: "stop" });
    expect(UPSTREAMS.google.readAnswer(ended("MAX_TOKENS"))).toMatchObject({ parts: [], end: "length" });
  });

  test("an error has Google's message, also as a list of one", () => {
    const read = { status: 429, message: "You exceeded your current quota.", code: "RESOURCE_EXHAUSTED" };
    expect(UPSTREAMS.google.readError(JSON.stringify(GOOGLE_ERROR), 500)).toEqual(read);
    expect(UPSTREAMS.google.readError(JSON.stringify([GOOGLE_ERROR]), 500)).toEqual(read);
    expect(UPSTREAMS.google.readError("<html>", 502)).toEqual({ status: 502, message: undefined, code: undefined });
  });
});

const reader = (to: Client): TranslatedStream =>
  new TranslatedStream(
    UPSTREAMS.google.reader(),
    CLIENTS[to].writer({ ...CALL, body: { stream_options: { include_usage: true } } }),
  );
const read = (to: Client, text: string): { text: string; failure: unknown } => readAll(reader(to), [Buffer.from(text)]);
const CLIENT_NAMES = ["chat", "messages", "responses"] as const;

describe("a streamed answer of Google's", () => {
  test("becomes chunks, with thoughts and the usage of the last piece", () => {
    const values = eventValues(read("chat", GOOGLE_TEXT_STREAM).text);
    const deltas = values.flatMap((value) => (value as { choices?: { delta: object }[] }).choices ?? []);
    expect(deltas.map(({ delta }) => delta)).toMatchObject([
      { role: "assistant" },
      { reasoning_content: "Hm." },
      { content: "Hello! " },
      { content: "Grüße 👋" },
      {},
    ]);
    expect(values.at(-2)).toMatchObject({
      usage: { prompt_tokens: 1019, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 1000 } },
    });
    expect(values.at(-1)).toBe("[DONE]");
  });

  test("has whole calls, with ids that carry signatures", () => {
    const { text } = read("messages", GOOGLE_CALL_STREAM);
    expect(text).toContain('"id":"call_r1_0__thought__c2ln-_5lZA","name":"get_weather"');
    expect(text).toContain('"id":"call_r1_1","name":"now"');
    expect(text).toContain('"stop_reason":"tool_use"');
  });

  const streams = CLIENT_NAMES.flatMap((to) => [
    [to, "text", GOOGLE_TEXT_STREAM] as const,
    [to, "calls", GOOGLE_CALL_STREAM] as const,
  ]);
  test.each(streams)("reads the same for a client of %s wherever its %s is split", (to, _what, text) => {
    const once = read(to, text);
    expect(once.failure).toBeUndefined();
    for (const pieces of everySplit(text)) expect(readAll(reader(to), pieces)).toEqual(once);
  });

  test.each(streams)("that ends early has no end for a client of %s: %s", (to, _what, text) => {
    const half = reader(to);
    readAll(half, [Buffer.from(text.slice(0, text.length / 2))]);
    expect(half.mayEnd).toBe(false);
    expect(half.usage(0)).toMatchObject({ promptTokens: 1019, cachedTokens: 1000, source: "estimated" });
  });

  test("that a filter cut says so after what came before", () => {
    const cut = GOOGLE_TEXT_STREAM.replace('"finishReason":"STOP"', '"finishReason":"RECITATION"');
    expect(read("messages", cut).text).toContain("The provider ended the answer: RECITATION.");
    expect(read("messages", cut).text).toContain('"stop_reason":"refusal"');
  });

  test.each([
    [googleEvents(ended("STOP")), "upstream_invalid_response"],
    [GOOGLE_TEXT_STREAM.replace("STOP", "MALFORMED_FUNCTION_CALL"), "upstream_invalid_response"],
    [
      GOOGLE_TEXT_STREAM.split("\r\n\r\n", 2).join("\r\n\r\n") + "\r\n\r\n" + googleEvents(GOOGLE_ERROR),
      "upstream_unreachable",
    ],
    ["data: {\r\n\r\n", "upstream_invalid_response"],
  ])("that nobody can use breaks off with an error", (text, code) => {
    for (const to of CLIENT_NAMES) {
      const { failure, text: out } = read(to, text);
      expect(failure).toMatchObject({ code });
      expect(out).toContain('"error"');
    }
  });

  test("describes itself", () => {
    const translated = reader("chat");
    readAll(translated, [Buffer.from(GOOGLE_TEXT_STREAM)]);
    expect(translated.describe()).toEqual({
      id: "r1",
      model: "gemini-3-flash-preview",
      finishReasons: ["STOP"],
    });
  });
});

describe("Google's usage", () => {
  test("parts of sound and pictures are found", () => {
    const details = [
      { modality: "AUDIO", tokenCount: 3 },
      { modality: "IMAGE", tokenCount: 4 },
    ];
    expect(
      readGoogleUsage({
        promptTokenCount: 10,
        candidatesTokenCount: 9,
        promptTokensDetails: details,
        candidatesTokensDetails: details,
        cacheTokensDetails: [{ modality: "AUDIO", tokenCount: 1 }],
      }),
    ).toEqual({
      ...NO_USAGE,
      promptTokens: 10,
      promptAudioTokens: 3,
      cachedAudioTokens: 1,
      promptImageTokens: 4,
      completionTokens: 9,
      completionAudioTokens: 3,
      completionImageTokens: 4,
    });
  });

  test.each([
    [undefined],
    ["7"],
    [{}],
    [{ promptTokenCount: "7" }],
    [{ promptTokenCount: 5, candidatesTokenCount: -1 }],
  ])("that cannot be read makes no part free: %j", (value) => {
    expect(readGoogleUsage(value)).toBeUndefined();
  });

  test("what is in the total alone is charged as thoughts", () => {
    expect(readGoogleUsage({ promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 10 })).toMatchObject({
      completionTokens: 5,
      reasoningTokens: 3,
    });
  });
});
