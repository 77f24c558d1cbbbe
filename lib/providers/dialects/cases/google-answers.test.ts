import { describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { everySplit, eventValues, readAll } from "@/testing/gateway/split-everywhere";
import { ExactNumbers } from "../../exact-numbers";
import { CHAT_CALLS, CHAT_TEXT } from "../../fixtures/openai-completions";
import { REFUSED_MESSAGE, TEXT_MESSAGE, TOOL_MESSAGE } from "../../fixtures/anthropic-messages";
import {
  CHAT_ERROR_EVENT,
  CHAT_REASONING_STREAM,
  CHAT_TEXT_STREAM,
  CHAT_TOOL_STREAM,
  CHAT_WHOLE_CALLS_STREAM,
} from "../../fixtures/openai-streams";
import { ERROR_EVENT, TEXT_STREAM, THINKING_STREAM, TOOL_STREAM } from "../../fixtures/anthropic-streams";
import { translateRequest } from "../../form/translated";
import { TranslatedStream } from "../../form/translated-stream";
import { isObject } from "@/lib/is-object";
import { listAt, objectAt, type JsonObject } from "../../json-value";
import { CLIENTS, UPSTREAMS } from "../halves";

const SHOWN = { generationConfig: { thinkingConfig: { includeThoughts: true } } };
const call = (body: JsonObject) => ({ model: "asked-for", body, startedAt: 0 });
const CLAUDE = { model: "claude-opus-4-6", provider: "anthropic" };

function whole(from: "chat" | "messages", answer: JsonObject, body: JsonObject = SHOWN): JsonObject {
  return CLIENTS.google.writeAnswer(UPSTREAMS[from].readAnswer(answer), call(body), new ExactNumbers());
}

function partsOf(answer: unknown): JsonObject[] {
  const [candidate] = isObject(answer) ? listAt(answer, "candidates") : [];
  return isObject(candidate) ? listAt(objectAt(candidate, "content"), "parts").filter(isObject) : [];
}

/** What goes to Claude in the next turn, if the caller sends back these contents. */
function nextTurn(contents: readonly unknown[]): unknown {
  const body = { contents: [{ role: "user", parts: [{ text: "?" }] }, ...contents] };
  const written = translateRequest(CLIENTS.google, UPSTREAMS.messages, body, CLAUDE);
  return listAt(written, "messages")[1];
}

describe("a whole answer", () => {
  test("a chat completion becomes one with its usage", () => {
    expect(whole("chat", CHAT_TEXT)).toEqual({
      candidates: [
        {
          content: { parts: [{ text: "Hello! How can I assist you today?" }], role: "model" },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: 1019,
        cachedContentTokenCount: 1000,
        candidatesTokenCount: 6,
        thoughtsTokenCount: 4,
        totalTokenCount: 1029,
      },
      modelVersion: "gpt-4.1-2025-04-14",
      responseId: "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
    });
  });

  test("thoughts are shown to those who ask for them, and calls end with STOP", () => {
    const [thought, text, more, ...calls] = partsOf(whole("messages", TOOL_MESSAGE));
    expect(thought).toEqual({ text: "I should look.", thought: true });
    expect([text, more]).toEqual([
      { text: "I'll check ", thoughtSignature: expect.any(String) },
      { text: "the weather." },
    ]);
    expect(calls).toEqual([
      {
        functionCall: {
          id: "toolu_01A09q90qw90lq917835lq9",
          name: "get_weather",
          args: { location: "San Francisco, CA", unit: "celsius" },
        },
      },
      { functionCall: { id: "toolu_02", name: "get_time", args: {} } },
    ]);
    expect(partsOf(whole("messages", TOOL_MESSAGE, {}))).toEqual([text, more, ...calls]);
    expect(whole("messages", TOOL_MESSAGE)).toMatchObject({ candidates: [{ finishReason: "STOP" }] });
  });

  test.each([SHOWN, {}])("its signed thoughts come back by the next turn, shown or not: %j", (body) => {
    expect(nextTurn([{ role: "model", parts: partsOf(whole("messages", TOOL_MESSAGE, body)) }])).toEqual({
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I should look.", signature: "EqQBCgIYAhIM" },
        { type: "redacted_thinking", data: "EmwKAhgB" },
        { type: "text", text: "I'll check the weather." },
        ...listAt(TOOL_MESSAGE, "content").filter((block) => isObject(block) && block["type"] === "tool_use"),
      ],
    });
  });

  test("thoughts that nobody signed are only shown", () => {
    expect(partsOf(whole("chat", CHAT_CALLS))).toMatchObject([
      { text: "I should look.", thought: true },
      { functionCall: { id: "call_abc123" } },
      { functionCall: { id: "call_abc124", args: {} } },
    ]);
    expect(JSON.stringify(whole("chat", CHAT_CALLS))).not.toContain("thoughtSignature");
  });

  test("an answer that was blocked or cut off says so", () => {
    expect(whole("messages", REFUSED_MESSAGE)).toMatchObject({
      candidates: [{ content: { parts: [{ text: "This cannot be answered." }] }, finishReason: "SAFETY" }],
    });
    expect(whole("messages", { ...TEXT_MESSAGE, stop_reason: "refusal", content: [] })["candidates"]).toEqual([
      { finishReason: "SAFETY", index: 0 },
    ]);
    expect(whole("messages", { ...TEXT_MESSAGE, stop_reason: "max_tokens", content: [] })["candidates"]).toEqual([
      { content: { parts: [{ text: "" }], role: "model" }, finishReason: "MAX_TOKENS", index: 0 },
    ]);
  });

  test("a long number in a call's arguments stays as it is", () => {
    const exact = new ExactNumbers();
    const message = { tool_calls: [{ id: "c", function: { name: "f", arguments: '{"n":12345678901234567890}' } }] };
    const answer = UPSTREAMS.chat.readAnswer({ choices: [{ message, finish_reason: "tool_calls" }] });
    const text = exact.restore(JSON.stringify(CLIENTS.google.writeAnswer(answer, call({}), exact)));
    expect(text).toContain('"args":{"n":12345678901234567890}');
  });

  test("an upstream's error has Google's words and keeps its own", () => {
    expect(CLIENTS.google.writeError({ status: 429, message: "Slow down.", code: "rate_limit_exceeded" })).toEqual({
      error: {
        code: 429,
        message: "Slow down.",
        status: "RESOURCE_EXHAUSTED",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "rate_limit_exceeded",
            domain: "model-gateway",
            metadata: {},
          },
        ],
      },
    });
  });
});

/** Anthropic's stream as one of a response. */
function responseStream(text: string): string {
  const translated = new TranslatedStream(UPSTREAMS.messages.reader(), CLIENTS.responses.writer(call({})));
  return readAll(translated, [Buffer.from(text)]).text;
}

const streams = [
  ["messages", "text", TEXT_STREAM],
  ["messages", "calls", TOOL_STREAM],
  ["messages", "thinking", THINKING_STREAM],
  ["chat", "text", CHAT_TEXT_STREAM],
  ["chat", "calls", CHAT_TOOL_STREAM],
  ["chat", "whole calls", CHAT_WHOLE_CALLS_STREAM],
  ["chat", "reasoning", CHAT_REASONING_STREAM],
  ["responses", "calls", responseStream(TOOL_STREAM)],
] as const;
type From = (typeof streams)[number][0];

const reader = (from: From, body: JsonObject = SHOWN): TranslatedStream =>
  new TranslatedStream(UPSTREAMS[from].reader(), CLIENTS.google.writer(call(body)));
const eventsOf = (from: From, text: string, body?: JsonObject): JsonObject[] =>
  eventValues(readAll(reader(from, body), [Buffer.from(text)]).text).filter(isObject);

describe("a streamed answer", () => {
  test("chunks of text become pieces, and the last has the end and the usage", () => {
    const head = { modelVersion: "gpt-4o-mini", responseId: "chatcmpl-123" };
    const piece = (text: string): object => ({
      candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0 }],
      ...head,
    });
    expect(eventsOf("chat", CHAT_TEXT_STREAM)).toEqual([
      piece("Hello"),
      piece("! Grüße 👋"),
      {
        candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 }],
        usageMetadata: {
          promptTokenCount: 19,
          cachedContentTokenCount: 4,
          candidatesTokenCount: 7,
          thoughtsTokenCount: 3,
          totalTokenCount: 29,
        },
        ...head,
      },
    ]);
  });

  test("a call is one piece, however many its arguments came in", () => {
    expect(eventsOf("chat", CHAT_TOOL_STREAM).flatMap(partsOf)).toEqual([
      { text: "Let me see." },
      { functionCall: { id: "call_DdmO9pD3xa9XTPNJ32zg2hcA", name: "get_weather", args: { location: "Paris" } } },
      { functionCall: { id: "call_2", name: "get_time", args: {} } },
      { text: "" },
    ]);
  });

  test("thoughts are shown to those who ask for them", () => {
    expect(eventsOf("chat", CHAT_REASONING_STREAM).flatMap(partsOf)).toEqual([
      { text: "Nine", thought: true },
      { text: " is more.", thought: true },
      { text: "9.8" },
      { text: "" },
    ]);
    expect(eventsOf("chat", CHAT_REASONING_STREAM, {}).flatMap(partsOf)).toEqual([{ text: "9.8" }, { text: "" }]);
  });

  test.each([SHOWN, {}])("signed thoughts come back by the next turn, shown or not: %j", (body) => {
    const contents = eventsOf("messages", THINKING_STREAM, body).map((event) =>
      objectAt(listAt(event, "candidates").find(isObject) ?? {}, "content"),
    );
    const [said] = CLIENTS.google
      .readRequest({ contents })
      .turns.map(({ parts }) => parts.filter((part) => part.kind === "thought" && "signature" in part));
    expect(JSON.stringify(said)).toContain('"signature":"');
    expect(JSON.stringify(nextTurn(contents))).toMatch(/"type":"thinking","thinking":"[^"]+","signature":"[^"]+"/);
  });

  test.each(streams)("a stream of %s's %s reads the same wherever it is split", (from, _what, text) => {
    const read = readAll(reader(from), [Buffer.from(text)]).text;
    expect(eventValues(read).at(-1)).toMatchObject({
      candidates: [{ finishReason: expect.any(String) }],
      usageMetadata: { totalTokenCount: expect.any(Number) },
    });
    for (const pieces of everySplit(text))
      expect(readAll(reader(from), pieces)).toEqual({ text: read, failure: undefined });
  });

  test.each(streams)("a stream of %s's %s that ends early has no end", (from, _what, text) => {
    const half = text.slice(0, text.length / 2);
    const { text: read } = readAll(reader(from), [Buffer.from(half)]);
    expect(read).not.toContain("finishReason");
  });

  test.each([
    ["chat", CHAT_TEXT_STREAM.split("\n\n", 2).join("\n\n"), CHAT_ERROR_EVENT, "UNAVAILABLE|INTERNAL"],
    ["messages", TEXT_STREAM.split("\n\n", 4).join("\n\n"), ERROR_EVENT, "UNAVAILABLE|INTERNAL"],
  ] as const)("an upstream of %s that breaks off ends the stream with its error", (from, start, last, status) => {
    for (const pieces of everySplit(`${start}\n\n${last}`)) {
      const { text, failure } = readAll(reader(from), pieces);
      expect(failure).toMatchObject({ code: "upstream_unreachable" });
      expect(eventValues(text).at(-1)).toMatchObject({
        error: { code: expect.any(Number), status: expect.stringMatching(status) },
      });
    }
  });

  test("a cut stream ends with an error for Google's clients", () => {
    expect(
      eventValues(Buffer.from(reader("chat").failure(new GatewayError("upstream_timeout", "late"))).toString()),
    ).toMatchObject([
      { error: { code: 504, message: "late", status: "DEADLINE_EXCEEDED", details: [{ reason: "upstream_timeout" }] } },
    ]);
  });

  test("arguments that are not an object break the stream", () => {
    const broken = CHAT_TOOL_STREAM.replace(String.raw`ris\"}`, "ris");
    expect(broken).not.toBe(CHAT_TOOL_STREAM);
    expect(readAll(reader("chat"), [Buffer.from(broken)]).failure).toMatchObject({ code: "upstream_invalid_response" });
  });
});
