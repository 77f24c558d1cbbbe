import { expect, test } from "vitest";
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
import { TranslatedStream } from "../../form/translated-stream";
import type { JsonObject } from "../../json-value";
import { everySplit, eventValues, readAll } from "@/testing/gateway/split-everywhere";
import { CLIENTS, UPSTREAMS } from "../halves";

const CALL = { model: "asked-for", body: { instructions: "Be brief." }, startedAt: 1_700_000_000_999 };

function whole(from: "chat" | "messages", answer: JsonObject): JsonObject {
  return CLIENTS.responses.writeAnswer(UPSTREAMS[from].readAnswer(answer), CALL, new ExactNumbers());
}

test("a chat completion becomes a response that repeats its request", () => {
  expect(whole("chat", CHAT_TEXT)).toMatchObject({
    id: "resp_chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
    object: "response",
    created_at: 1_700_000_000,
    status: "completed",
    model: "gpt-4.1-2025-04-14",
    instructions: "Be brief.",
    store: false,
    output: [
      {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Hello! How can I assist you today?", annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 1019,
      input_tokens_details: { cached_tokens: 1000 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 1029,
    },
  });
});
test("thoughts and calls become items, and a signature comes back by the next turn", () => {
  const { output } = whole("messages", TOOL_MESSAGE) as { output: JsonObject[] };
  expect(output).toMatchObject([
    { type: "reasoning", summary: [{ type: "summary_text", text: "I should look." }] },
    { type: "reasoning", summary: [] },
    { type: "message", content: [{ type: "output_text", text: "I'll check the weather." }] },
    {
      type: "function_call",
      call_id: "toolu_01A09q90qw90lq917835lq9",
      name: "get_weather",
      arguments: '{"location":"San Francisco, CA","unit":"celsius"}',
    },
    { type: "function_call", call_id: "toolu_02", name: "get_time", arguments: "{}" },
  ]);
  const { turns } = CLIENTS.responses.readRequest({ input: output });
  expect(turns).toHaveLength(1);
  expect(turns[0]?.parts.slice(0, 2)).toEqual([
    { kind: "thought", text: "I should look.", signature: "EqQBCgIYAhIM" },
    { kind: "thought", redacted: "EmwKAhgB" },
  ]);
  expect(whole("chat", CHAT_CALLS)["output"]).toMatchObject([
    { type: "reasoning", summary: [{ text: "I should look." }] },
    { type: "function_call", call_id: "call_abc123" },
    { type: "function_call", call_id: "call_abc124", arguments: "{}" },
  ]);
});
test("an answer that was refused or cut off is incomplete", () => {
  expect(whole("messages", REFUSED_MESSAGE)).toMatchObject({
    status: "incomplete",
    incomplete_details: { reason: "content_filter" },
    output: [{ type: "message", content: [{ type: "refusal", refusal: "This cannot be answered." }] }],
  });
  expect(whole("messages", { ...TEXT_MESSAGE, stop_reason: "max_tokens" })).toMatchObject({
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
  });
});

interface ResponseEvent {
  readonly type: string;
  readonly sequence_number: number;
  readonly output_index: number;
  readonly item: JsonObject;
  readonly item_id: string;
  readonly delta: string;
  readonly response: { readonly output: readonly JsonObject[]; readonly status: string };
}

const streams = [
  ["messages", "text", TEXT_STREAM],
  ["messages", "calls", TOOL_STREAM],
  ["messages", "thinking", THINKING_STREAM],
  ["chat", "text", CHAT_TEXT_STREAM],
  ["chat", "calls", CHAT_TOOL_STREAM],
  ["chat", "whole calls", CHAT_WHOLE_CALLS_STREAM],
  ["chat", "reasoning", CHAT_REASONING_STREAM],
] as const;

const reader = (from: "chat" | "messages"): TranslatedStream =>
  new TranslatedStream(UPSTREAMS[from].reader(), CLIENTS.responses.writer(CALL));
const eventsOf = (from: "chat" | "messages", text: string): ResponseEvent[] =>
  eventValues(readAll(reader(from), [Buffer.from(text)]).text) as ResponseEvent[];

test.each(streams)(
  "a stream of %s's %s becomes whole items, numbered, one event after the other",
  (from, _what, text) => {
    const events = eventsOf(from, text);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_event, at) => at));
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual(["response.created", "response.in_progress"]);
    const { response, type } = events.at(-1) as ResponseEvent;
    expect(type).toBe(`response.${response.status}`);
    const done = events.filter((event) => event.type === "response.output_item.done");
    expect(done.map(({ item }) => item)).toEqual(response.output);
    expect(response.output.length).toBeGreaterThan(0);
    for (const item of response.output) {
      const own = events.filter((event) => event.item_id === item["id"]);
      const deltas = own.filter((event) => event.type.endsWith(".delta")).map(({ delta }) => delta);
      expect(JSON.stringify(item)).toContain(JSON.stringify(deltas.join("")).slice(1, -1));
      const kinds = own.map((event) => event.type);
      // Each piece that begins also ends.
      for (const begun of kinds.filter((kind) => kind.endsWith(".added")))
        expect(kinds).toContain(begun.replace(/\.added$/, ".done"));
    }
  },
);
test.each(streams)("a stream of %s's %s is the same response wherever it is split", (from, _what, text) => {
  const once = readAll(reader(from), [Buffer.from(text)]).text;
  for (const pieces of everySplit(text)) {
    const split = reader(from);
    expect(readAll(split, pieces)).toEqual({ text: once, failure: undefined });
    expect(split.isComplete).toBe(true);
  }
});
test.each(streams)("what came as %s's %s is the same when it is read as a response", (from, _what, text) => {
  const again = new TranslatedStream(UPSTREAMS.responses.reader(), CLIENTS.chat.writer(CALL));
  const response = readAll(reader(from), [Buffer.from(text)]).text;
  const direct = new TranslatedStream(UPSTREAMS[from].reader(), CLIENTS.chat.writer(CALL));
  expect(saidIn(readAll(again, [Buffer.from(response)]).text)).toEqual(
    saidIn(readAll(direct, [Buffer.from(text)]).text),
  );
  // A response does not say for how long a prompt was written into the cache.
  expect(again.usage(0)).toEqual({ ...direct.usage(0), cacheWriteHourTokens: 0 });
  expect(again.isComplete).toBe(true);
});

/** All that chat completion chunks say, joined. Signatures are left out: no upstream of Responses has them. */
function saidIn(text: string): unknown {
  const said = { content: "", reasoning: "", calls: [] as string[], end: "" };
  for (const value of eventValues(text)) {
    if (value === "[DONE]") continue;
    const [choice] = (value as { choices: { delta: Record<string, unknown>; finish_reason: string | null }[] }).choices;
    if (!choice) continue;
    said.content += (choice.delta["content"] as string | undefined) ?? "";
    said.reasoning += (choice.delta["reasoning_content"] as string | undefined) ?? "";
    const calls = (choice.delta["tool_calls"] ?? []) as {
      index: number;
      function: { name?: string; arguments: string };
    }[];
    for (const { index, function: called } of calls)
      said.calls[index] = (said.calls[index] ?? "") + (called.name ?? "") + called.arguments;
    said.end = choice.finish_reason ?? said.end;
  }
  return said;
}

test.each([
  ["chat", CHAT_ERROR_EVENT, { code: "server_error", message: "Provider disconnected" }],
  ["messages", ERROR_EVENT, { code: "overloaded_error", message: "Overloaded" }],
  ["chat", 'data: {"cho\n\n', { code: "upstream_invalid_response" }],
] as const)("%s breaks off, and the response ends with that error: %s", (from, last, error) => {
  const [start] = from === "chat" ? CHAT_TEXT_STREAM.split("\n\n") : TEXT_STREAM.split("\n\n");
  const { text, failure } = readAll(reader(from), [Buffer.from(`${start}\n\n${last}`)]);
  expect(failure).toMatchObject({ name: "GatewayError" });
  expect(eventValues(text).at(-1)).toMatchObject({ type: "error", ...error });
  expect(text).not.toContain("response.completed");
});

test("calls whose arguments come mixed are each whole in the response", () => {
  const chunk = (index: number, more: object, id?: string): string =>
    `data: ${JSON.stringify({ id: "x", choices: [{ delta: { tool_calls: [{ index, ...(id && { id }), function: more }] } }] })}\n\n`;
  const text =
    chunk(0, { name: "a", arguments: "" }, "c0") +
    chunk(1, { name: "b", arguments: '{"b":' }, "c1") +
    chunk(0, { arguments: '{"a":1}' }) +
    chunk(1, { arguments: "2}" }) +
    'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n';
  expect(eventsOf("chat", text).at(-1)?.response.output).toMatchObject([
    { call_id: "c0", name: "a", arguments: '{"a":1}' },
    { call_id: "c1", name: "b", arguments: '{"b":2}' },
  ]);
});
