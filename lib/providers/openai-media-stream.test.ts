import { describe, expect, test } from "vitest";
import { NO_USAGE } from "@/lib/usage";
import { EventSplitter } from "./events/event-splitter";
import { OpenAiStreamReader, type OpenAiStreamDialect } from "./openai-stream";

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string }): string => `event: ${value.type}\n${event(value)}`;
const image = "A".repeat(3_000_000);
const usage = { input_tokens: 5, output_tokens: 7, total_tokens: 12 };

/** The shapes are from OpenAI's API reference: streaming events of images, speech, transcriptions and responses. */
const streams: [dialect: OpenAiStreamDialect, deltas: string, last: string, units: object][] = [
  [
    "transcriptions",
    event({ type: "transcript.text.delta", delta: 'she said "type":"transcript.text.done"' }),
    event({ type: "transcript.text.done", text: "a", usage }),
    { promptTokens: 5, completionTokens: 7 },
  ],
  [
    "transcriptions",
    event({ type: "transcript.text.delta", delta: "a" }),
    'data: {"text":"a", "type": "transcript.text.done", "usage": {"type":"duration","seconds":3}}\n\n',
    { audioSeconds: 3 },
  ],
  [
    "speech",
    event({ type: "speech.audio.delta", audio: "AAAA" }),
    event({ type: "speech.audio.done", usage }),
    { promptTokens: 5, completionTokens: 7 },
  ],
  [
    "images",
    named({ type: "image_generation.partial_image", b64_json: image } as never),
    named({ type: "image_generation.completed", b64_json: image, usage } as never),
    { promptTokens: 5, completionTokens: 7, images: 1 },
  ],
  [
    "responses",
    named({ type: "response.output_text.delta", delta: "a" } as never),
    named({ type: "response.completed", response: { usage } } as never),
    { promptTokens: 5, completionTokens: 7 },
  ],
];

describe.each(streams)("a stream of %s", (dialect, deltas, last, units) => {
  const read = (text: string, step: number): { out: string; reader: OpenAiStreamReader } => {
    const reader = new OpenAiStreamReader({ dialect, hidesUsage: false });
    const bytes = Buffer.from(text);
    const out: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += step) out.push(...reader.push(bytes.subarray(at, at + step)));
    out.push(...reader.end());
    return { out: Buffer.concat(out).toString(), reader };
  };

  test.each([65_536, 1_000_000])(
    "the stream arrives unaltered, ends with its last event and has its usage (%i bytes at a time)",
    (step) => {
      const { out, reader } = read(deltas + last, step);
      expect(out === deltas + last).toBe(true);
      expect(reader).toMatchObject({ isComplete: true, mayEnd: true });
      expect(reader.usage(0)).toEqual({ ...NO_USAGE, ...units });
    },
  );

  test("the stream has not ended before its last event", () => {
    expect(read(deltas, 65_536).reader).toMatchObject({ isComplete: false, mayEnd: false });
  });
});

test("a stream of several images is complete after the last one, and every image counts", () => {
  const reader = new OpenAiStreamReader({ dialect: "images", hidesUsage: false, images: 3 });
  const one = named({ type: "image_generation.completed", b64_json: "AAAA" } as never);
  const seen = [1, 2, 3].map((nth) => {
    reader.push(Buffer.from(one));
    return [nth, reader.isComplete, reader.mayEnd, reader.usage(0).images];
  });
  expect(seen).toEqual([
    [1, false, true, 1],
    [2, false, true, 2],
    [3, true, true, 3],
  ]);
});

test("a line of 10 MB passes in pieces, and each byte is looked at once", () => {
  const splitter = new EventSplitter(1024 * 1024);
  const chunk = Buffer.alloc(16 * 1024, 0x61);
  let size = 0;
  let most = 0;
  for (let sent = 0; sent < 10 * 1024 * 1024; sent += chunk.length) {
    for (const piece of splitter.push(chunk)) {
      size += piece.length;
      most = Math.max(most, piece.length);
    }
  }
  size += splitter.flush().length;
  expect(size).toBe(10 * 1024 * 1024);
  expect(most).toBeLessThanOrEqual(1024 * 1024 + chunk.length);
});
