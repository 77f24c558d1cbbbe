import { describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { NO_USAGE } from "@/lib/usage";
import { everySplit, eventValues, readAll } from "@/testing/gateway/split-everywhere";
import { ERROR_EVENT, TEXT_STREAM, THINKING_STREAM, TOOL_STREAM } from "../../fixtures/anthropic-streams";
import type { TranslatedStream } from "../../form/translated-stream";
import { chatStream } from "./pairs";

const CREATED = 1_700_000_000;
const reader = (showsUsage = false): TranslatedStream => chatStream({ created: CREATED, showsUsage });

/** The deltas of a whole stream, with its finish reason. */
function deltas(text: string): unknown[] {
  return eventValues(readAll(reader(), [Buffer.from(text)]).text).map((value) => {
    if (value === "[DONE]") return value;
    const [choice] = (value as { choices: { delta: object; finish_reason: string | null }[] }).choices;
    return choice?.finish_reason == null ? choice?.delta : choice.finish_reason;
  });
}

test("a stream of text becomes chat completion chunks", () => {
  expect(deltas(TEXT_STREAM)).toEqual([
    { role: "assistant", content: "" },
    { content: "Hello" },
    { content: "! Grüße 👋" },
    "stop",
    "[DONE]",
  ]);
});
test("calls are counted among themselves, and one without arguments has an empty object", () => {
  const call = (index: number, more: object): object => ({ tool_calls: [{ index, ...more }] });
  expect(deltas(TOOL_STREAM)).toEqual([
    { role: "assistant", content: "" },
    { content: "Okay, let's check the weather:" },
    call(0, {
      id: "toolu_01T1x1fJ34qAmk2tNTrN7Up6",
      type: "function",
      function: { name: "get_weather", arguments: "" },
    }),
    call(0, { function: { arguments: '{"location": "San Francisc' } }),
    call(0, { function: { arguments: 'o, CA", "unit": "fahrenheit"}' } }),
    call(1, {
      id: "toolu_02T1x1fJ34qAmk2tNTrN7Up6",
      type: "function",
      function: { name: "get_time", arguments: "" },
    }),
    call(1, { function: { arguments: "{}" } }),
    "tool_calls",
    "[DONE]",
  ]);
});
test("thinking is streamed, with its signature once it is complete", () => {
  const thinking = "I need to find the GCD of 1071 and 462.\n\n1071 = 2 × 462 + 147\n462 = 3 × 147 + 21";
  expect(deltas(THINKING_STREAM)).toEqual([
    { role: "assistant", content: "" },
    { reasoning_content: thinking.slice(0, thinking.lastIndexOf("\n")) },
    { reasoning_content: thinking.slice(thinking.lastIndexOf("\n")) },
    {
      thinking_blocks: [
        { type: "thinking", thinking, signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds" },
      ],
    },
    { thinking_blocks: [{ type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" }] },
    { content: "The greatest common divisor of 1071 and 462 is **21**." },
    "stop",
    "[DONE]",
  ]);
});
test("every chunk has id, time and model, and the usage comes last if the caller asked for it", () => {
  const values = eventValues(readAll(reader(true), [Buffer.from(THINKING_STREAM)]).text);
  const head = {
    id: "msg_01UJHYaUwUEXyhEvvzRQ2xXx",
    object: "chat.completion.chunk",
    created: CREATED,
    model: "claude-sonnet-4-5-20250929",
  };
  for (const value of values.slice(0, -2)) expect(value).toMatchObject({ ...head, usage: null });
  expect(values.at(-2)).toEqual({
    ...head,
    choices: [],
    usage: {
      prompt_tokens: 1998,
      completion_tokens: 60,
      total_tokens: 2058,
      prompt_tokens_details: { cached_tokens: 1800, cache_write_tokens: 148 },
      completion_tokens_details: { reasoning_tokens: 40 },
    },
  });
  expect(readAll(reader(), [Buffer.from(THINKING_STREAM)]).text).not.toContain("usage");
});

const streams: [what: string, text: string, usage: object][] = [
  ["text", TEXT_STREAM, { promptTokens: 25, completionTokens: 15 }],
  ["calls", TOOL_STREAM, { promptTokens: 472, completionTokens: 89 }],
  [
    "thinking",
    THINKING_STREAM,
    {
      promptTokens: 1998,
      cachedTokens: 1800,
      cacheWriteTokens: 148,
      cacheWriteHourTokens: 48,
      completionTokens: 60,
      reasoningTokens: 40,
    },
  ],
];

describe.each(streams)("a stream of %s", (_what, text, usage) => {
  test("the stream reads the same wherever it is split, with LF or CRLF", () => {
    const whole = readAll(reader(true), [Buffer.from(text)]).text;
    for (const pieces of [...everySplit(text), ...everySplit(text.replaceAll("\n", "\r\n"))]) {
      const splitReader = reader(true);
      expect(readAll(splitReader, pieces)).toEqual({ text: whole, failure: undefined });
      expect(splitReader.isComplete).toBe(true);
      expect(splitReader.usage(0)).toEqual({ ...NO_USAGE, ...usage, source: "upstream" });
    }
  });
});

describe("a stream that ends early", () => {
  const upTo = (event: string): string => TEXT_STREAM.slice(0, TEXT_STREAM.indexOf(`event: ${event}`));
  test("a stream that ends before its stop reason never says that it is done, and is charged for what passed", () => {
    const cut = reader();
    expect(readAll(cut, [Buffer.from(upTo("content_block_stop"))]).text).not.toContain("[DONE]");
    expect([cut.mayEnd, cut.isComplete]).toEqual([false, false]);
    expect(cut.usage(99)).toEqual({ ...NO_USAGE, promptTokens: 25, completionTokens: 4, source: "estimated" });
  });
  test("a stream that ends after its stop reason is complete", () => {
    const cut = reader();
    expect(readAll(cut, [Buffer.from(upTo("message_stop"))]).text).toMatch(
      /"finish_reason":"stop".*\n\ndata: \[DONE\]\n\n$/s,
    );
    expect(cut.mayEnd).toBe(true);
  });
  test("a cut stream ends with an error for OpenAI's clients", () => {
    expect(Buffer.from(reader().failure(new GatewayError("upstream_timeout", "late"))).toString()).toBe(
      'data: {"error":{"message":"late","type":"upstream_error","param":null,"code":"upstream_timeout"}}\n\n',
    );
  });
});

describe("an upstream that breaks off", () => {
  const start = TEXT_STREAM.slice(0, TEXT_STREAM.indexOf("event: content_block_stop"));
  const failures: [what: string, last: string, expected: object, event: object][] = [
    [
      "with an error of its own",
      ERROR_EVENT,
      { code: "upstream_unreachable" },
      { error: { message: "Overloaded", type: "overloaded_error", param: null, code: "overloaded_error" } },
    ],
    [
      "with garbage",
      'event: content_block_delta\ndata: {"type\n\n',
      { code: "upstream_invalid_response" },
      { error: expect.objectContaining({ code: "upstream_invalid_response" }) },
    ],
  ];
  test.each(failures)(
    "an upstream that fails %s ends the stream with the error, after all that went before, wherever it is split",
    (_what, last, expected, event) => {
      const before = readAll(reader(), [Buffer.from(start)]).text;
      for (const pieces of everySplit(start + last)) {
        const { text, failure } = readAll(reader(), pieces);
        expect(failure).toMatchObject(expected);
        expect(text.startsWith(before)).toBe(true);
        expect(eventValues(text.slice(before.length))).toEqual([event]);
      }
    },
  );
});
