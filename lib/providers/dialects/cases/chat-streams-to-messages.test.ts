import { describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { NO_USAGE } from "@/lib/usage";
import { everySplit, eventValues, readAll } from "@/testing/gateway/split-everywhere";
import {
  CHAT_ERROR_EVENT,
  CHAT_REASONING_STREAM,
  CHAT_TEXT_STREAM,
  CHAT_TOOL_STREAM,
  CHAT_WHOLE_CALLS_STREAM,
} from "../../fixtures/openai-streams";
import type { TranslatedStream } from "../../form/translated-stream";
import { messagesStream } from "./pairs";

const reader = (): TranslatedStream => messagesStream({ model: "asked-for" });
const read = (text: string): unknown[] => eventValues(readAll(reader(), [Buffer.from(text)]).text);

const START = {
  type: "message_start",
  message: expect.objectContaining({
    id: "chatcmpl-123",
    role: "assistant",
    model: "gpt-4o-mini",
    content: [],
    stop_reason: null,
  }),
};
const opened = (index: number, content_block: object): object => ({
  type: "content_block_start",
  index,
  content_block,
});
const added = (index: number, delta: object): object => ({ type: "content_block_delta", index, delta });
const closed = (index: number): object => ({ type: "content_block_stop", index });
const ended = (stop_reason: string): object[] => [
  {
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null },
    usage: {
      input_tokens: 15,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 4,
      output_tokens: 10,
      output_tokens_details: { thinking_tokens: 3 },
    },
  },
  { type: "message_stop" },
];

test("chunks of text become a text block", () => {
  expect(read(CHAT_TEXT_STREAM)).toEqual([
    START,
    opened(0, { type: "text", text: "" }),
    added(0, { type: "text_delta", text: "Hello" }),
    added(0, { type: "text_delta", text: "! Grüße 👋" }),
    closed(0),
    ...ended("end_turn"),
  ]);
});
test("chunks of text and calls become blocks one after the other", () => {
  expect(read(CHAT_TOOL_STREAM)).toEqual([
    START,
    opened(0, { type: "text", text: "" }),
    added(0, { type: "text_delta", text: "Let me see." }),
    closed(0),
    opened(1, { type: "tool_use", id: "call_DdmO9pD3xa9XTPNJ32zg2hcA", name: "get_weather", input: {} }),
    added(1, { type: "input_json_delta", partial_json: '{"location": "Pa' }),
    added(1, { type: "input_json_delta", partial_json: 'ris"}' }),
    closed(1),
    opened(2, { type: "tool_use", id: "call_2", name: "get_time", input: {} }),
    added(2, { type: "input_json_delta", partial_json: "{}" }),
    closed(2),
    ...ended("tool_use"),
  ]);
});
test("calls without an index become blocks, even if the upstream just stops", () => {
  expect(read(CHAT_WHOLE_CALLS_STREAM)).toEqual([
    START,
    opened(0, { type: "tool_use", id: "function-call-1", name: "get_weather", input: {} }),
    added(0, { type: "input_json_delta", partial_json: '{"location":"Rome"}' }),
    closed(0),
    opened(1, { type: "tool_use", id: "function-call-2", name: "get_time", input: {} }),
    added(1, { type: "input_json_delta", partial_json: "{}" }),
    closed(1),
    ...ended("tool_use"),
  ]);
});
test("chunks of thinking and text up to the limit become blocks", () => {
  expect(read(CHAT_REASONING_STREAM)).toEqual([
    START,
    opened(0, { type: "thinking", thinking: "", signature: "" }),
    added(0, { type: "thinking_delta", thinking: "Nine" }),
    added(0, { type: "thinking_delta", thinking: " is more." }),
    closed(0),
    opened(1, { type: "text", text: "" }),
    added(1, { type: "text_delta", text: "9.8" }),
    closed(1),
    ...ended("max_tokens"),
  ]);
});
test("every event is named by its type", () => {
  const { text } = readAll(reader(), [Buffer.from(CHAT_TOOL_STREAM)]);
  for (const event of text.split("\n\n").slice(0, -1)) expect(event).toMatch(/^event: (\w+)\ndata: \{"type":"\1"/);
});

const streams: [what: string, text: string][] = [
  ["text", CHAT_TEXT_STREAM],
  ["calls", CHAT_TOOL_STREAM],
  ["whole calls", CHAT_WHOLE_CALLS_STREAM],
  ["reasoning", CHAT_REASONING_STREAM],
];

test.each(streams)("a stream of %s reads the same wherever it is split, with LF or CRLF", (_what, text) => {
  const whole = readAll(reader(), [Buffer.from(text)]).text;
  for (const pieces of [...everySplit(text), ...everySplit(text.replaceAll("\n", "\r\n"))]) {
    const splitReader = reader();
    expect(readAll(splitReader, pieces)).toEqual({ text: whole, failure: undefined });
    expect(splitReader.isComplete).toBe(true);
    expect(splitReader.usage(0)).toEqual({
      ...NO_USAGE,
      promptTokens: 19,
      cachedTokens: 4,
      completionTokens: 10,
      reasoningTokens: 3,
      source: "upstream",
    });
  }
});

describe("a stream that ends early", () => {
  const upTo = (sign: string): string => CHAT_TEXT_STREAM.slice(0, CHAT_TEXT_STREAM.indexOf(sign));
  test("a stream that ends before its finish reason never stops, and is charged for what passed", () => {
    const cut = reader();
    const { text } = readAll(cut, [
      Buffer.from(
        `${upTo('data: {"id":"chatcmpl-123","object":"chat.completion.chunk","created":1694268190,"model":"gpt-4o-mini","system_fingerprint":"fp_44709d6fcb","choices":[{"index":0,"delta":{},')}`,
      ),
    ]);
    expect(text).toContain("Hello");
    expect(text).not.toContain("_stop");
    expect([cut.mayEnd, cut.isComplete]).toEqual([false, false]);
    expect(cut.usage(9)).toEqual({ ...NO_USAGE, promptTokens: 9, completionTokens: 4, source: "estimated" });
  });
  test("the text behind a usage that came early is estimated, and what was counted stays", () => {
    const cut = reader();
    const early = { choices: [{ delta: { content: "a" } }], usage: { prompt_tokens: 7, completion_tokens: 0 } };
    const later = { choices: [{ delta: { content: "12345678" } }] };
    readAll(cut, [Buffer.from(`data: ${JSON.stringify(early)}\n\ndata: ${JSON.stringify(later)}\n\n`)]);
    expect(cut.usage(9)).toEqual({ ...NO_USAGE, promptTokens: 7, completionTokens: 3, source: "estimated" });
  });
  test("a stream that says it is done without a finish reason counts as cut off", () => {
    const cut = reader();
    expect(
      readAll(cut, [Buffer.from('data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\n')]).text,
    ).not.toContain("message_stop");
    expect(cut.mayEnd).toBe(false);
  });
  test("a cut stream ends with an error event for Anthropic's clients", () => {
    expect(Buffer.from(reader().failure(new GatewayError("upstream_timeout", "late"))).toString()).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"timeout_error","message":"late","code":"upstream_timeout"}}\n\n',
    );
  });
});

describe("an upstream that breaks off", () => {
  const start = CHAT_TOOL_STREAM.slice(
    0,
    CHAT_TOOL_STREAM.indexOf(
      'data: {"id":"chatcmpl-123","object":"chat.completion.chunk","created":1694268190,"model":"gpt-4o-mini","system_fingerprint":"fp_44709d6fcb","choices":[{"index":0,"delta":{},',
    ),
  );
  const late =
    'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]},"finish_reason":null}]}\n\n';
  const failures: [what: string, last: string, code: string, error: object][] = [
    [
      "with an error of its own",
      CHAT_ERROR_EVENT,
      "upstream_unreachable",
      { type: "api_error", message: "Provider disconnected", code: "server_error" },
    ],
    [
      "with garbage",
      'data: {"cho\n\n',
      "upstream_invalid_response",
      { type: "api_error", message: "The upstream sent an event that is not JSON.", code: "upstream_invalid_response" },
    ],
    [
      "by mixing calls",
      late,
      "upstream_invalid_response",
      {
        type: "api_error",
        message: "The upstream mixes the arguments of several calls.",
        code: "upstream_invalid_response",
      },
    ],
  ];
  test.each(failures)(
    "an upstream that fails %s ends the stream with the error, after all that went before, wherever it is split",
    (_what, last, code, error) => {
      const before = readAll(reader(), [Buffer.from(start)]).text;
      for (const pieces of everySplit(start + last)) {
        const { text, failure } = readAll(reader(), pieces);
        expect(failure).toMatchObject({ code });
        expect(text.startsWith(before)).toBe(true);
        expect(eventValues(text.slice(before.length))).toEqual([{ type: "error", error }]);
      }
    },
  );
});
