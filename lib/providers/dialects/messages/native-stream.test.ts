import { describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { NO_USAGE } from "@/lib/usage";
import { ERROR_EVENT, TEXT_STREAM, THINKING_STREAM, TOOL_STREAM } from "../../fixtures/anthropic-streams";
import { AnthropicStreamReader } from "./native-stream";

function read(text: string, cuts: readonly number[]): { out: string; reader: AnthropicStreamReader } {
  const bytes = Buffer.from(text);
  const reader = new AnthropicStreamReader();
  const out: Uint8Array[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    out.push(...reader.push(bytes.subarray(from, cut)));
    from = cut;
  }
  out.push(...reader.end());
  return { out: Buffer.concat(out).toString("utf8"), reader };
}

test("a count that is not a number makes no part free: the whole usage is estimated", () => {
  const usage = JSON.stringify({ input_tokens: "25", output_tokens: 15 });
  const stream = `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":${usage}}\n\n`;
  expect(read(stream, []).reader.usage(30)).toMatchObject({ promptTokens: 30, source: "estimated" });
});

const everyCut = (text: string): number[] => Array.from({ length: Buffer.byteLength(text) + 1 }, (_, at) => at);

const streams: [what: string, text: string, usage: object][] = [
  ["text", TEXT_STREAM, { promptTokens: 25, completionTokens: 15 }],
  ["tools", TOOL_STREAM, { promptTokens: 472, completionTokens: 89 }],
  [
    "thinking, from the cache",
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

describe.each(streams)("Anthropic's stream of %s", (_what, text, usage) => {
  test("the stream arrives unaltered wherever it is split, and its usage is found", () => {
    for (const cut of everyCut(text)) {
      const { out, reader } = read(text, [cut]);
      expect(out).toBe(text);
      expect(reader.isComplete && reader.mayEnd).toBe(true);
      expect(reader.usage(0)).toEqual({ ...NO_USAGE, ...usage, source: "upstream" });
    }
  });
  test("the stream arrives unaltered byte by byte, and with CRLF", () => {
    expect(read(text, everyCut(text)).out).toBe(text);
    const windows = text.replaceAll("\n", "\r\n");
    const { out, reader } = read(windows, everyCut(windows));
    expect(out).toBe(windows);
    expect(reader.usage(0)).toMatchObject(usage);
  });
});

describe("a stream that ends early", () => {
  const upTo = (event: string): string => TEXT_STREAM.slice(0, TEXT_STREAM.indexOf(`event: ${event}`));
  test("a stream has no end before its stop reason, and is complete only with message_stop", () => {
    const ends = (["content_block_stop", "message_delta", "message_stop"] as const).map((event) => {
      const { reader } = read(upTo(event), []);
      return [event, reader.mayEnd, reader.isComplete];
    });
    expect(ends).toEqual([
      ["content_block_stop", false, false],
      ["message_delta", false, false],
      ["message_stop", true, false],
    ]);
  });
  test("a stream that ends early is charged for the prompt that the upstream counted and the text that passed", () => {
    const { reader } = read(upTo("content_block_stop"), []);
    expect(reader.usage(999)).toEqual({ ...NO_USAGE, promptTokens: 25, completionTokens: 5, source: "estimated" });
  });
  test("a stream without even a start is estimated throughout", () => {
    expect(read(": nothing\n\n", []).reader.usage(999)).toEqual({
      ...NO_USAGE,
      promptTokens: 999,
      source: "estimated",
    });
  });
  test("a stream that ends early ends with an error event for Anthropic's clients", () => {
    const out = new AnthropicStreamReader().failure(new GatewayError("upstream_unreachable", "gone"));
    expect(Buffer.from(out).toString()).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"gone","code":"upstream_unreachable"}}\n\n',
    );
  });
});

describe("an upstream's own error", () => {
  const start = TEXT_STREAM.slice(0, TEXT_STREAM.indexOf("event: content_block_stop"));
  test("an upstream's own error ends the stream as it came, after all that went before, wherever it is split", () => {
    const bytes = Buffer.from(start + ERROR_EVENT);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const reader = new AnthropicStreamReader();
      const out: Uint8Array[] = [];
      let failure: unknown;
      try {
        out.push(...reader.push(bytes.subarray(0, cut)));
        out.push(...reader.push(bytes.subarray(cut)));
        out.push(...reader.end());
      } catch (error) {
        failure = error;
      }
      expect(failure).toMatchObject({ code: "upstream_unreachable" });
      expect(reader.mayEnd).toBe(false);
      out.push(reader.failure(failure as GatewayError));
      expect(Buffer.concat(out).toString()).toBe(start + ERROR_EVENT);
    }
  });
});
