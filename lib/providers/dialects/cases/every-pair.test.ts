import { describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { NO_USAGE } from "@/lib/usage";
import { everySplit, readAll } from "@/testing/gateway/split-everywhere";
import { eventData } from "../../events/event-splitter";
import { ExactNumbers } from "../../exact-numbers";
import type { AnswerEvent, NeutralAnswer } from "../../form/answer";
import type { ClientHalf } from "../../form/halves";
import { translateRequest } from "../../form/translated";
import { TranslatedStream } from "../../form/translated-stream";
import { CLIENTS, UPSTREAMS } from "../halves";
import { NEXT_TURN } from "./next-turn";

const HALVES: Readonly<Record<string, ClientHalf>> = CLIENTS;
type Client = keyof typeof CLIENTS;
type Upstream = keyof typeof UPSTREAMS;

const SIGNATURE = "c2lnbmF0dXJlIG9mIHRoZSBtb2RlbA==";
const TOOL = '{"place":"a \\"place\\", Grüße 👋","days":7}';
const USAGE = { ...NO_USAGE, promptTokens: 11, completionTokens: 7 };
/** Shown thoughts, for Google's clients. */
const BODY = {
  generationConfig: { thinkingConfig: { includeThoughts: true } },
  stream_options: { include_usage: true },
};
const CALL = { model: "asked-for", body: BODY, startedAt: 1_700_000_000_000 };

/** An answer with everything: a signed thought, a text, and two calls. */
const EVENTS: readonly AnswerEvent[] = [
  { kind: "start", id: "answer-1", model: "the-model" },
  { kind: "thought", text: "I should " },
  { kind: "thought", text: "look 🔎." },
  { kind: "signature", text: SIGNATURE },
  { kind: "close" },
  { kind: "text", text: "Grüße " },
  { kind: "text", text: "👋" },
  { kind: "close" },
  { kind: "call", call: 0, id: "call-1", name: "get_weather" },
  { kind: "arguments", call: 0, text: TOOL.slice(0, 20) },
  { kind: "arguments", call: 0, text: TOOL.slice(20) },
  { kind: "close" },
  { kind: "call", call: 1, id: "call-2", name: "get_time" },
  { kind: "arguments", call: 1, text: "{}" },
  { kind: "close" },
  { kind: "end", end: "calls" },
];

function written(client: Client, events: readonly AnswerEvent[]): string {
  const writer = CLIENTS[client].writer(CALL);
  const text = events.map((event) => writer.write(event)).join("");
  return text + writer.finish({ reported: USAGE, usage: USAGE });
}

/** Converse's events, each an object whose only member is named for its kind. */
const CONVERSE: readonly object[] = [
  { messageStart: { role: "assistant" } },
  ...["I should ", "look 🔎."].map((text) => delta(0, { reasoningContent: { text } })),
  delta(0, { reasoningContent: { signature: SIGNATURE } }),
  { contentBlockStop: { contentBlockIndex: 0 } },
  ...["Grüße ", "👋"].map((text) => delta(1, { text })),
  { contentBlockStop: { contentBlockIndex: 1 } },
  { contentBlockStart: { contentBlockIndex: 2, start: { toolUse: { toolUseId: "call-1", name: "get_weather" } } } },
  ...[TOOL.slice(0, 20), TOOL.slice(20)].map((input) => delta(2, { toolUse: { input } })),
  { contentBlockStop: { contentBlockIndex: 2 } },
  { contentBlockStart: { contentBlockIndex: 3, start: { toolUse: { toolUseId: "call-2", name: "get_time" } } } },
  delta(3, { toolUse: { input: "{}" } }),
  { contentBlockStop: { contentBlockIndex: 3 } },
  { messageStop: { stopReason: "tool_use" } },
  { metadata: { usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 } } },
];

function delta(contentBlockIndex: number, delta: object): object {
  return { contentBlockDelta: { contentBlockIndex, delta } };
}

const COHERE = [
  { type: "message-start", id: "answer-1", delta: { message: { role: "assistant" } } },
  ...["I should ", "look 🔎."].map((tool_plan) => ({ type: "tool-plan-delta", delta: { message: { tool_plan } } })),
  ...["Grüße ", "👋"].map((text) => ({ type: "content-delta", index: 0, delta: { message: { content: { text } } } })),
  { type: "content-end", index: 0 },
  ...[
    ["get_weather", TOOL],
    ["get_time", "{}"],
  ].flatMap(([name, given], index) => [
    {
      type: "tool-call-start",
      index,
      delta: { message: { tool_calls: { id: `call-${index + 1}`, function: { name, arguments: "" } } } },
    },
    { type: "tool-call-delta", index, delta: { message: { tool_calls: { function: { arguments: given } } } } },
    { type: "tool-call-end", index },
  ]),
  {
    type: "message-end",
    delta: { finish_reason: "TOOL_CALL", usage: { tokens: { input_tokens: 11, output_tokens: 7 } } },
  },
];

const asEvents = (events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/**
 * The stream of that answer as each upstream sends it. A dialect with a client's half writes its own; another one has a
 * sample here.
 */
const STREAMS: Readonly<Record<Upstream, string>> = {
  chat: written("chat", EVENTS),
  messages: written("messages", EVENTS),
  responses: written("responses", EVENTS),
  google: written("google", EVENTS),
  cohere: asEvents(COHERE),
  converse: asEvents(CONVERSE),
};

/** What a stream says to whoever reads the dialect. */
interface Said {
  thought: string;
  text: string;
  calls: { name: unknown; arguments: unknown }[];
  end: unknown;
  hasFailed: boolean;
}

function said(client: Client, stream: string): Said {
  const reader = UPSTREAMS[client].reader();
  const all: Said = { thought: "", text: "", calls: [], end: undefined, hasFailed: false };
  const given: string[] = [];
  for (const event of stream.split("\n\n").filter((one) => one !== ""))
    for (const one of reader.read(eventData(Buffer.from(`${event}\n\n`)).trim())) {
      if (one.kind === "text" || one.kind === "thought") all[one.kind] += one.text;
      if (one.kind === "call") all.calls[one.call] = { name: one.name, arguments: undefined };
      if (one.kind === "arguments") given[one.call] = (given[one.call] ?? "") + one.text;
      if (one.kind === "end") all.end = one.end;
      if (one.kind === "error") all.hasFailed = true;
    }
  all.calls.forEach((call, at) => (call.arguments = JSON.parse(given[at] || "{}")));
  return all;
}

const WHOLE: Said = {
  thought: "I should look 🔎.",
  text: "Grüße 👋",
  calls: [
    { name: "get_weather", arguments: JSON.parse(TOOL) },
    { name: "get_time", arguments: {} },
  ],
  end: "calls",
  hasFailed: false,
};

const pairs = Object.keys(CLIENTS).flatMap((client) =>
  Object.keys(UPSTREAMS).map((upstream) => [client as Client, upstream as Upstream] as const),
);

describe.each(pairs)("a client of %s on an upstream of %s", (client, upstream) => {
  const reader = (): TranslatedStream =>
    new TranslatedStream(UPSTREAMS[upstream].reader(), CLIENTS[client].writer(CALL));

  test("gets all of a stream, however it is cut into pieces", () => {
    const { text, failure } = readAll(reader(), [Buffer.from(STREAMS[upstream])]);
    expect(failure).toBeUndefined();
    expect(said(client, text)).toEqual(WHOLE);
    for (const pieces of everySplit(STREAMS[upstream])) expect(readAll(reader(), pieces).text).toBe(text);
  });

  test("is told that a stream broke, and gets no end of it", () => {
    const bytes = Buffer.from(STREAMS[upstream]);
    const broken = reader();
    const pieces = broken.push(bytes.subarray(0, bytes.length / 2));
    expect({ mayEnd: broken.mayEnd, isComplete: broken.isComplete }).toEqual({ mayEnd: false, isComplete: false });
    const last = broken.failure(new GatewayError("upstream_unreachable", "The connection broke."));
    const text = Buffer.concat([...pieces, last]).toString("utf8");
    expect(text).toContain("The connection broke.");
    expect(said(client, text)).toMatchObject({ end: undefined, hasFailed: true });
  });
});

const ANSWER: NeutralAnswer = {
  id: "answer-1",
  model: "the-model",
  parts: [
    { kind: "thought", text: "I should look.", signature: SIGNATURE },
    { kind: "thought", redacted: "cmVkYWN0ZWQ=" },
    { kind: "thought", text: "", signature: `${SIGNATURE}2` },
    { kind: "text", text: "Grüße 👋" },
    { kind: "call", id: "call-1", name: "get_weather", arguments: TOOL, at: "" },
  ],
  end: "calls",
  usage: USAGE,
};

describe.each(pairs)("the next turn of a client of %s, at an upstream of %s", (client, upstream) => {
  const answer = CLIENTS[client].writeAnswer(ANSWER, CALL, new ExactNumbers());
  const next = NEXT_TURN[client](answer);

  test("says again what the model said, called and got", () => {
    const target = { model: "claude-opus-4-6", provider: "p" };
    const sent = translateRequest(CLIENTS[client], UPSTREAMS[upstream], next, target);
    for (const word of ["Grüße 👋", "get_weather", "Rain."]) expect(JSON.stringify(sent)).toContain(word);
    // The client's half of the same dialect reads it back, where there is one.
    const half: ClientHalf | undefined = HALVES[upstream];
    if (!half) return;
    const parts = half.readRequest(sent).turns.flatMap((turn) => turn.parts);
    expect(parts.filter(({ kind }) => kind === "text")).toMatchObject([{ text: "?" }, { text: "Grüße 👋" }]);
    const calls = parts.flatMap((part) => (part.kind === "call" ? [JSON.parse(part.arguments)] : []));
    expect(calls).toEqual([JSON.parse(TOOL)]);
    const results = parts.flatMap((part) => (part.kind === "result" ? part.parts : []));
    expect(results).toMatchObject([{ kind: "text", text: "Rain." }]);
  });
});

test.each(Object.keys(CLIENTS) as Client[])(
  "a client of %s gives Claude its thoughts back with their signatures, also redacted ones and those without text",
  (client) => {
    const answer = CLIENTS[client].writeAnswer(ANSWER, CALL, new ExactNumbers());
    const sent = translateRequest(CLIENTS[client], UPSTREAMS.messages, NEXT_TURN[client](answer), {
      model: "claude-opus-4-6",
      provider: "anthropic",
    });
    const parts = CLIENTS.messages.readRequest(sent).turns.flatMap((turn) => turn.parts);
    expect(parts.filter(({ kind }) => kind === "thought")).toEqual(ANSWER.parts.slice(0, 3));
  },
);
