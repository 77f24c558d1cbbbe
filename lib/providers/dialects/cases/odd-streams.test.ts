import { describe, expect, test } from "vitest";
import { readAll } from "@/testing/gateway/split-everywhere";
import { OpenAiStreamReader } from "../../openai-stream";
import { TranslatedStream } from "../../form/translated-stream";
import type { StreamReader } from "../../adapter";
import { CLIENTS, UPSTREAMS } from "../halves";
import { GoogleStreamReader } from "../google/native-stream";

type Client = keyof typeof CLIENTS;
type Upstream = keyof typeof UPSTREAMS;

const CALL = { model: "asked-for", body: {}, startedAt: 0 };
const sse = (...events: readonly (object | string)[]): string =>
  events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");

const chunk = (delta: unknown, reason: unknown = null): object => ({
  id: "c",
  model: "m",
  choices: [{ index: 0, delta, finish_reason: reason }],
});
const called = (call: object): object => chunk({ tool_calls: [call] });
const CALLS_END = [chunk({}, "tool_calls"), "[DONE]"];

const response = (more: object): object => ({ response: { id: "r", model: "m", ...more } });
const created = { type: "response.created", ...response({}) };
const completed = (more = {}): object => ({
  type: "response.completed",
  ...response({ status: "completed", output: [], usage: { input_tokens: 100, output_tokens: 20 }, ...more }),
});
const item = (index: number, id: string, name: string, given = ""): object => ({
  output_index: index,
  item: { type: "function_call", call_id: id, name, arguments: given },
});
const argued = (index: number, delta: string): object => ({
  type: "response.function_call_arguments.delta",
  output_index: index,
  delta,
});

const block = (input: object): readonly object[] => [
  { type: "message_start", message: { id: "m", model: "m" } },
  { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "a", name: "f", input } },
];
const BLOCK_END = [
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } },
  { type: "message_stop" },
];
const added = { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"x":1}' } };

const LONG = "9007199254740993";
const BOTH = [
  ["a", "f", '{"x":1}'],
  ["b", "g", '{"y":2}'],
];
const ONE = BOTH.slice(0, 1);

/** The calls of streams that some upstreams send, though the dialect's own reference has none like them. */
const CALLS: readonly (readonly [what: string, upstream: Upstream, stream: string, calls: unknown])[] = [
  [
    "arguments that come before the name",
    "chat",
    sse(
      called({ index: 0, id: "a", function: { arguments: '{"x"' } }),
      called({ index: 0, function: { name: "f", arguments: ":1}" } }),
      ...CALLS_END,
    ),
    ONE,
  ],
  [
    "calls that all have the same index",
    "chat",
    sse(
      called({ index: 0, id: "a", function: { name: "f", arguments: '{"x":1}' } }),
      called({ index: 0, id: "b", function: { name: "g", arguments: '{"y"' } }),
      called({ index: 0, id: "b", function: { arguments: ":2}" } }),
      ...CALLS_END,
    ),
    BOTH,
  ],
  [
    "a call that repeats its id and name in every chunk",
    "chat",
    sse(
      called({ index: 0, id: "a", function: { name: "f", arguments: '{"x"' } }),
      called({ index: 0, id: "a", function: { name: "f", arguments: ":1}" } }),
      ...CALLS_END,
    ),
    ONE,
  ],
  [
    "a call of which nothing ever comes",
    "chat",
    sse(
      called({ index: 0, id: "a", function: { name: "f", arguments: '{"x":1}' } }),
      called({ index: 1 }),
      ...CALLS_END,
    ),
    ONE,
  ],
  [
    "a call that is whole only when it is done",
    "responses",
    sse(
      created,
      { type: "response.output_item.added", ...item(0, "a", "f") },
      { type: "response.output_item.done", ...item(0, "a", "f", '{"x":1}') },
      { type: "response.output_item.done", ...item(1, "b", "g", '{"y":2}') },
      completed(),
    ),
    BOTH,
  ],
  [
    "a call whose arguments come in pieces and whole",
    "responses",
    sse(
      created,
      { type: "response.output_item.added", ...item(0, "a", "f") },
      argued(0, '{"x"'),
      argued(0, ":1}"),
      { type: "response.output_item.done", ...item(0, "a", "f", '{"x":1}') },
      completed(),
    ),
    ONE,
  ],
  ["a call that begins with its arguments", "messages", sse(...block({ x: 1 }), ...BLOCK_END), ONE],
  ["a call that begins with arguments and repeats them", "messages", sse(...block({ x: 1 }), added, ...BLOCK_END), ONE],
  [
    "a long number in the arguments with which a call begins",
    "messages",
    sse(...block({ x: 1 }), ...BLOCK_END).replace('{"x":1}', `{"x":${LONG}}`),
    [["a", "f", `{"x":${LONG}}`]],
  ],
  [
    "a long number in the arguments of a call",
    "google",
    sse({
      candidates: [
        { content: { parts: [{ functionCall: { id: "a", name: "f", args: { x: 1 } } }] }, finishReason: "STOP" },
      ],
    }).replace('{"x":1}', `{"x":${LONG}}`),
    [["a", "f", `{"x":${LONG}}`]],
  ],
];

function streamed(upstream: Upstream, client: Client): TranslatedStream {
  const name = { id: () => "own", model: "asked-for" };
  return new TranslatedStream(UPSTREAMS[upstream].reader(), CLIENTS[client].writer(CALL), name);
}

/** The calls that a reader of the client's dialect finds in a stream. */
function callsIn(client: Client, text: string): unknown[] {
  const calls: { id: unknown; name: unknown; given: string }[] = [];
  const reader = UPSTREAMS[client].reader();
  for (const event of text.split("\n\n")) {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    for (const one of data === undefined ? [] : reader.read(data)) {
      if (one.kind === "call") calls[one.call] = { id: one.id, name: one.name, given: "" };
      const call = one.kind === "arguments" ? calls[one.call] : undefined;
      if (call && one.kind === "arguments") call.given += one.text;
    }
  }
  return calls.map(({ id, name, given }) => [id, name, given]);
}

describe.each(Object.keys(CLIENTS) as Client[])("a client of %s", (client) => {
  test.each(CALLS)("gets %s whole", (_what, upstream, stream, calls) => {
    const { text, failure } = readAll(streamed(upstream, client), [Buffer.from(stream)]);
    expect(failure).toBeUndefined();
    expect(callsIn(client, text)).toEqual(calls);
  });

  test("is told that a call has no name", () => {
    const stream = sse(called({ index: 0, id: "a", function: { arguments: '{"x":1}' } }), ...CALLS_END);
    const { failure } = readAll(streamed("chat", client), [Buffer.from(stream)]);
    expect(failure).toMatchObject({ code: "upstream_invalid_response" });
  });

  test("gets thoughts and text that come as lists of parts", () => {
    const thinking = [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }];
    const stream = sse(
      chunk({ content: thinking }),
      chunk({ content: [{ type: "text", text: "Hel" }] }),
      chunk({ content: "lo" }, "stop"),
      "[DONE]",
    );
    const { text } = readAll(streamed("chat", client), [Buffer.from(stream)]);
    expect([text.includes('"Hel"'), text.includes('"lo"')]).toEqual([true, true]);
    // Google's clients see thoughts only if they ask for them.
    expect(text.includes('"Hm."')).toBe(client !== "google");
    const content = [...thinking, { type: "text", text: "Hello" }];
    const whole = { id: "c", choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }] };
    expect(UPSTREAMS.chat.readAnswer(whole).parts).toMatchObject([
      { kind: "thought", text: "Hm." },
      { kind: "text", text: "Hello" },
    ]);
  });

  test("gets the first event behind a byte order mark", () => {
    const stream = `\uFEFF${sse(chunk({ content: "first" }), chunk({}, "stop"), "[DONE]")}`;
    expect(readAll(streamed("chat", client), [Buffer.from(stream)]).text).toContain('"first"');
  });
});

test("a client of chat gets each call whole whose arguments come mixed", () => {
  const stream = sse(
    created,
    { type: "response.output_item.added", ...item(0, "a", "f") },
    { type: "response.output_item.added", ...item(1, "b", "g") },
    argued(0, '{"x":1}'),
    argued(1, '{"y":2}'),
    completed(),
  );
  expect(callsIn("chat", readAll(streamed("responses", "chat"), [Buffer.from(stream)]).text)).toEqual(BOTH);
});

const passing = { "passing on": () => new OpenAiStreamReader({ dialect: "completions", hidesUsage: false }) };
const translating = { translating: () => streamed("chat", "messages") };

test.each(Object.entries<() => StreamReader>({ ...passing, ...translating }))(
  "%s, an empty finish reason ends nothing, and the next one does",
  (_what, reader) => {
    const cut = reader();
    cut.push(Buffer.from(sse(chunk({ content: "Hel" }, ""))));
    expect(cut.mayEnd).toBe(false);
    cut.push(Buffer.from(sse(chunk({ content: "lo" }, "stop"))));
    expect(cut.mayEnd).toBe(true);
  },
);

describe("the usage in an event of several megabytes", () => {
  const picture = "A".repeat(3 * 1024 * 1024);
  const google = {
    candidates: [{ content: { parts: [{ inlineData: { data: picture } }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20 },
  };
  const responses = completed({ output: [{ type: "image_generation_call", result: picture }] });

  test.each<[what: string, reader: () => StreamReader, stream: string]>([
    ["Google's, passed on", () => new GoogleStreamReader(), sse(google)],
    [
      "a response's, passed on",
      () => new OpenAiStreamReader({ dialect: "responses", hidesUsage: false }),
      sse(created, responses),
    ],
    ["a response's, translated", () => streamed("responses", "chat"), sse(created, responses)],
  ])("is %s", (_what, reader, stream) => {
    const read = reader();
    const bytes = Buffer.from(stream);
    const size = 64 * 1024;
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    expect(readAll(read, pieces).failure).toBeUndefined();
    expect(read.usage(1)).toMatchObject({ promptTokens: 100, completionTokens: 20, source: "upstream" });
  });
});
