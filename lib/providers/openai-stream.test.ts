import { describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { OpenAiStreamReader } from "./openai-stream";

const USAGE = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12, prompt_tokens_details: { cached_tokens: 4 } };
const delta = (content: string): string =>
  `data: {"id":"c","choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}},"finish_reason":null}]}\n\n`;
const finish = 'data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const usage = `data: {"id":"c","choices":[],"usage":${JSON.stringify(USAGE)}}\n\n`;
const done = "data: [DONE]\n\n";

/** A chat stream with comments, CRLF, and text that mentions usage and the end. */
const CHAT = [
  ": keep-alive\n\n",
  delta("Grüße 👋"),
  delta('the word "usage" and [DONE]'),
  delta("x").replaceAll("\n", "\r\n"),
  finish,
];

function read(
  text: string,
  options: { hidesUsage: boolean; dialect?: "completions" | "responses" },
  cuts: readonly number[],
): { out: string; reader: OpenAiStreamReader } {
  const bytes = Buffer.from(text);
  const reader = new OpenAiStreamReader({ dialect: "completions", ...options });
  const out: Uint8Array[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    out.push(...reader.push(bytes.subarray(from, cut)));
    from = cut;
  }
  out.push(...reader.end());
  return { out: Buffer.concat(out).toString("utf8"), reader };
}

describe("a chat stream, split at every byte", () => {
  const text = [...CHAT, usage, done].join("");
  const everyCut = Array.from({ length: Buffer.byteLength(text) + 1 }, (_, at) => at);

  test("a chat stream split at any byte arrives unaltered if the caller asked for the usage", () => {
    for (const cut of everyCut) expect(read(text, { hidesUsage: false }, [cut]).out).toBe(text);
  });
  test("a chat stream split at any byte arrives without the usage event, and nothing else missing, if the caller did not ask", () => {
    const shown = [...CHAT, done].join("");
    for (const cut of everyCut) {
      const { out, reader } = read(text, { hidesUsage: true }, [cut]);
      expect(out).toBe(shown);
      expect(reader.usage(0)).toMatchObject({
        promptTokens: 9,
        cachedTokens: 4,
        completionTokens: 3,
        source: "upstream",
      });
    }
  });
  test("a chat stream arrives the same one byte at a time", () => {
    expect(read(text, { hidesUsage: true }, everyCut).out).toBe([...CHAT, done].join(""));
  });
});

describe("the end of a stream", () => {
  const ends: [what: string, text: string, expected: { isComplete: boolean; mayEnd: boolean }][] = [
    ["[DONE] is the end", [...CHAT, done].join(""), { isComplete: true, mayEnd: true }],
    [
      "a finish reason is an end, for upstreams that send no [DONE]; the usage may still come",
      CHAT.join(""),
      { isComplete: false, mayEnd: true },
    ],
    [
      "text about [DONE] and finish_reason is not an end",
      delta('[DONE] "finish_reason":"stop"'),
      { isComplete: false, mayEnd: false },
    ],
    ["an empty stream has no end", "", { isComplete: false, mayEnd: false }],
    ["a comment is not an end", ": keep-alive\n\n", { isComplete: false, mayEnd: false }],
  ];
  test.each(ends)("the end of a stream: %s", (_what, text, expected) => {
    const { reader } = read(text, { hidesUsage: true }, []);
    expect({ isComplete: reader.isComplete, mayEnd: reader.mayEnd }).toEqual(expected);
  });
});

describe("the responses dialect", () => {
  const completed = `event: response.completed\ndata: {"type":"response.completed","sequence_number":2,"response":{"usage":{"input_tokens":7,"output_tokens":5,"output_tokens_details":{"reasoning_tokens":2}}}}\n\n`;
  const text = `event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{"usage":null}}\n\nevent: response.output_text.delta\ndata: {"type":"response.output_text.delta","sequence_number":1,"delta":"event: response.completed"}\n\n${completed}`;

  test("a stream of responses is forwarded unaltered, and its last event has the usage", () => {
    for (let cut = 0; cut <= Buffer.byteLength(text); cut++) {
      const { out, reader } = read(text, { dialect: "responses", hidesUsage: false }, [cut]);
      expect(out).toBe(text);
      expect(reader.isComplete).toBe(true);
      expect(reader.usage(0)).toMatchObject({
        promptTokens: 7,
        completionTokens: 5,
        reasoningTokens: 2,
        source: "upstream",
      });
    }
  });
  test("a stream of responses is not complete before its last event", () => {
    expect(read(text.slice(0, -completed.length), { dialect: "responses", hidesUsage: false }, []).reader.mayEnd).toBe(
      false,
    );
  });
});

describe("a stream that breaks", () => {
  test("a stream that breaks in the middle of an event leaves no half of it before the error", () => {
    const reader = new OpenAiStreamReader({ dialect: "completions", hidesUsage: false });
    const out = [
      ...reader.push(Buffer.from(`${delta("a")}data: {"id":"c","cho`)),
      reader.failure(new GatewayError("upstream_unreachable", "gone")),
    ];
    expect(Buffer.concat(out).toString()).toBe(
      `${delta("a")}data: {"error":{"message":"gone","type":"upstream_error","param":null,"code":"upstream_unreachable"}}\n\n`,
    );
  });
  const failed = (code: string) =>
    `event: response.failed\ndata: {"type":"response.failed","sequence_number":1,"response":{"status":"failed","error":{"code":"${code}","message":"Busy."},"usage":null}}\n\n`;
  // Sources: OpenRouter (openrouter.ai/docs/api/reference/errors-and-debugging), vLLM, and OpenAI's reference of the
  // Responses API.
  const errors: [what: string, dialect: "completions" | "responses", event: string][] = [
    [
      "a chunk with an error beside its choices, and a [DONE]",
      "completions",
      'data: {"id":"c","error":{"code":502,"message":"Busy."},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}\n\n',
    ],
    ["an error alone", "completions", 'data: {"error": {"object": "error", "message": "Busy.", "code": 400}}\n\n'],
    [
      "an event of that name",
      "responses",
      'event: error\ndata: {"type":"error","code":"server_error","message":"Busy.","param":null,"sequence_number":1}\n\n',
    ],
    ["a response that failed", "responses", failed("server_error")],
  ];
  test.each(errors)(
    "a stream that the upstream ends with an error ends with that event, as it came, and is not a success: %s",
    (_what, dialect, event) => {
      const bytes = Buffer.from(delta("a") + event + done);
      for (let cut = 0; cut <= bytes.length; cut++) {
        const reader = new OpenAiStreamReader({ dialect, hidesUsage: true });
        const out: Uint8Array[] = [];
        let error: unknown;
        try {
          out.push(...reader.push(bytes.subarray(0, cut)));
          out.push(...reader.push(bytes.subarray(cut)));
          out.push(...reader.end());
        } catch (caught) {
          error = caught;
        }
        expect(error).toMatchObject({ code: "upstream_unreachable", message: expect.stringContaining("Busy.") });
        expect(Buffer.concat([...out, reader.failure(new GatewayError("internal_error", "other"))]).toString()).toBe(
          delta("a") + event,
        );
        expect(reader.isComplete).toBe(false);
      }
    },
  );
  test.each([delta('an "error"'), delta("error"), 'data: {"id":"c","error":null,"choices":[]}\n\n'])(
    "an event that only mentions an error does not end the stream: %j",
    (event) => {
      expect(read(event + finish + done, { hidesUsage: true }, []).reader.isComplete).toBe(true);
    },
  );
  test.each(['event: error\ndata: {"message":"Busy."}\n\n', "event:error\r\ndata: Busy.\r\n\r\n"])(
    "an event that is called an error is one, whatever its data: %j",
    (event) => {
      const reader = new OpenAiStreamReader({ dialect: "completions", hidesUsage: true });
      const out = reader.push(Buffer.from(delta("a") + event + finish + done));
      expect(Buffer.concat(out).toString()).toBe(delta("a"));
      expect(() => reader.end()).toThrow(expect.objectContaining({ code: "upstream_unreachable" }));
      expect(reader.isComplete).toBe(false);
    },
  );
  test("an event whose name only begins like an error ends nothing", () => {
    const event = "event: errors.none\ndata: {}\n\n";
    expect(read(event + finish + done, { hidesUsage: true }, []).reader.isComplete).toBe(true);
  });
  test("the usage of a stream that breaks is estimated from what passed", () => {
    const { reader } = read(delta("12345678"), { hidesUsage: true }, []);
    expect(reader.usage(3)).toMatchObject({ promptTokens: 3, completionTokens: 2, source: "estimated" });
  });
  test("the text behind a usage that came early is estimated, and what was counted stays", () => {
    const early = `data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":0}}\n\n`;
    const { reader } = read(early + delta("12345678"), { hidesUsage: true }, []);
    expect(reader.usage(3)).toMatchObject({ promptTokens: 9, completionTokens: 2, source: "estimated" });
  });
  test("a usage that every event reports counts, and zeros at the end take nothing back", () => {
    const counting = (content: string, tokens: number) =>
      delta(content).replace('"choices"', `"usage":{"prompt_tokens":9,"completion_tokens":${tokens}},"choices"`);
    const zeros = 'data: {"choices":[],"usage":{"prompt_tokens":0,"completion_tokens":0}}\n\n';
    const { reader } = read(
      counting("12345678", 1) + counting("12345678", 3) + finish + zeros,
      { hidesUsage: true },
      [],
    );
    expect(reader.usage(3)).toMatchObject({ promptTokens: 9, completionTokens: 3, source: "upstream" });
  });
});
