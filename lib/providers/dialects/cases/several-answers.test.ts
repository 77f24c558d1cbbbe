import { describe, expect, test } from "vitest";
import { isObject } from "@/lib/is-object";
import { everySplit, eventValues, readAll } from "@/testing/gateway/split-everywhere";
import { ExactNumbers } from "../../exact-numbers";
import { translateRequest } from "../../form/translated";
import { TranslatedStream } from "../../form/translated-stream";
import { listAt, objectAt, type JsonObject } from "../../json-value";
import { CLIENTS, UPSTREAMS } from "../halves";

const TARGET = { model: "m", provider: "p" };
const ASKED = {
  chat: { messages: [{ role: "user", content: "Hello" }], n: 2 },
  google: { contents: [{ role: "user", parts: [{ text: "Hello" }] }], generationConfig: { candidateCount: 2 } },
} as const;
const NAMES = { chat: "n", google: "generationConfig.candidateCount" } as const;
const CALL = { model: "m", body: {}, startedAt: 0 };

describe.each(["chat", "google"] as const)("several answers to a client of %s", (client) => {
  const refused = expect.objectContaining({ code: "invalid_request", options: { param: NAMES[client] } });

  test("are asked of those who give several", () => {
    expect(translateRequest(CLIENTS[client], UPSTREAMS.chat, ASKED[client], TARGET)).toMatchObject({ n: 2 });
    expect(translateRequest(CLIENTS[client], UPSTREAMS.google, ASKED[client], TARGET)).toMatchObject({
      generationConfig: { candidateCount: 2 },
    });
  });

  test.each(["messages", "responses", "cohere", "converse"] as const)("are refused by name at %s", (upstream) => {
    for (const dropsParams of [false, true])
      expect(() =>
        translateRequest(CLIENTS[client], UPSTREAMS[upstream], ASKED[client], { ...TARGET, dropsParams }),
      ).toThrow(refused);
  });

  test("are asked for in a stream too", () => {
    const body = { ...ASKED[client], stream: true };
    expect(translateRequest(CLIENTS[client], UPSTREAMS.chat, body, TARGET)).toMatchObject({ n: 2, stream: true });
    expect(translateRequest(CLIENTS[client], UPSTREAMS.google, body, TARGET)).toMatchObject({
      generationConfig: { candidateCount: 2 },
    });
  });
});

const COMPLETION: JsonObject = {
  id: "c",
  model: "m",
  choices: [
    { index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" },
    { index: 1, message: { role: "assistant", content: "Hi" }, finish_reason: "length" },
  ],
  usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
};

test("all of them come, each with its own end, and are counted once", () => {
  const exact = new ExactNumbers();
  const google = CLIENTS.google.writeAnswer(UPSTREAMS.chat.readAnswer(COMPLETION), CALL, exact);
  expect(google).toMatchObject({
    candidates: [
      { index: 0, content: { parts: [{ text: "Hello" }] }, finishReason: "STOP" },
      { index: 1, content: { parts: [{ text: "Hi" }] }, finishReason: "MAX_TOKENS" },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 5 },
  });
  const back = CLIENTS.chat.writeAnswer(UPSTREAMS.google.readAnswer(google), CALL, exact);
  expect(back).toMatchObject({ choices: COMPLETION["choices"], usage: COMPLETION["usage"] });
});

/** Two answers whose pieces are mixed, the second before the first ends, and one event with pieces of both. */
const CHUNKS = [
  { choices: [choice(0, { role: "assistant", content: "" })] },
  { choices: [choice(1, { role: "assistant", content: "Hi" })] },
  { choices: [choice(0, { content: "Grüße 👋" }), choice(1, { content: " there" })] },
  { choices: [choice(1, { tool_calls: [{ index: 0, id: "c1", function: { name: "look", arguments: '{"at":' } }] })] },
  { choices: [choice(0, { content: " aus Kiel" })] },
  { choices: [choice(1, { tool_calls: [{ index: 0, function: { arguments: '"sea"}' } }] })] },
  { choices: [choice(1, {}, "tool_calls")] },
  { choices: [choice(0, {}, "length")] },
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 } },
];
const CHAT_STREAM = `${CHUNKS.map((chunk) => dataOf({ id: "c", model: "m", ...chunk })).join("")}data: [DONE]\n\n`;
const GOOGLE_STREAM = [
  { candidates: [candidate(1, { text: "Hi there" })] },
  {
    candidates: [
      candidate(0, { text: "Grüße 👋" }),
      candidate(1, { functionCall: { name: "look", args: { at: "sea" } } }),
    ],
  },
  { candidates: [candidate(1, { text: "" }, "STOP")] },
  { candidates: [candidate(0, { text: " aus Kiel" }, "MAX_TOKENS")] },
]
  .map((piece) => ({ ...piece, usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 5 }, responseId: "r" }))
  .map(dataOf)
  .join("");
const STREAMS = { chat: CHAT_STREAM, google: GOOGLE_STREAM };
const COUNTED = { ...CALL, body: { stream_options: { include_usage: true } } };

function choice(index: number, delta: JsonObject, finish: string | null = null): JsonObject {
  return { index, delta, finish_reason: finish };
}

function candidate(index: number, part: JsonObject, finishReason?: string): JsonObject {
  return { index, content: { role: "model", parts: [part] }, ...(finishReason && { finishReason }) };
}

function dataOf(value: JsonObject): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** What each answer of a stream says and how it ends, in any order of their numbers; and how often usage is said. */
function gathered(client: "chat" | "google", text: string) {
  const events = eventValues(text).filter((value): value is JsonObject => typeof value === "object");
  const answers = new Map<unknown, { text: string; called: string; ends: unknown[] }>();
  for (const event of events)
    for (const one of listAt(event, client === "chat" ? "choices" : "candidates").filter(isObject)) {
      const answer = answers.get(one["index"]) ?? { text: "", called: "", ends: [] };
      answers.set(one["index"], answer);
      const end = client === "chat" ? one["finish_reason"] : one["finishReason"];
      if (end) answer.ends.push(end);
      const parts =
        client === "chat" ? [objectAt(one, "delta")] : listAt(objectAt(one, "content"), "parts").filter(isObject);
      for (const part of parts) {
        answer.text += String(part["content"] ?? part["text"] ?? "");
        for (const call of listAt(part, "tool_calls").filter(isObject))
          answer.called += String(objectAt(call, "function")["arguments"]);
        if (part["functionCall"]) answer.called += JSON.stringify(objectAt(part, "functionCall")["args"]);
      }
    }
  const byText = [...answers.values()].sort((one, other) => (one.text < other.text ? -1 : 1));
  return { answers: byText, usages: events.filter((event) => event["usage"] ?? event["usageMetadata"]).length };
}

describe.each([
  ["chat", "google"],
  ["google", "chat"],
] as const)("a stream of several answers for a client of %s, from an upstream of %s", (client, upstream) => {
  const ends = { chat: ["length", "tool_calls"], google: ["MAX_TOKENS", "STOP"] }[client];

  test("has each with its own end, and the usage once, wherever it is split", () => {
    for (const pieces of everySplit(STREAMS[upstream])) {
      const stream = new TranslatedStream(UPSTREAMS[upstream].reader(), CLIENTS[client].writer(COUNTED));
      expect(gathered(client, readAll(stream, pieces).text)).toEqual({
        answers: [
          { text: "Grüße 👋 aus Kiel", called: "", ends: [ends[0]] },
          { text: "Hi there", called: '{"at":"sea"}', ends: [ends[1]] },
        ],
        usages: 1,
      });
      expect(stream.usage(0)).toMatchObject({ promptTokens: 3, completionTokens: 5, source: "upstream" });
      expect(stream.describe().finishReasons).toContain({ chat: "length", google: "MAX_TOKENS" }[upstream]);
    }
  });

  test("is cut off if one of them has no end", () => {
    const events = STREAMS[upstream]
      .split("\n\n")
      .filter((event) => !/length|MAX_TOKENS|DONE|"choices":\[\]/.test(event));
    const stream = new TranslatedStream(UPSTREAMS[upstream].reader(), CLIENTS[client].writer(COUNTED));
    const { text } = readAll(stream, [Buffer.from(events.join("\n\n"))]);
    expect(stream.isComplete || stream.mayEnd).toBe(false);
    expect(gathered(client, text).usages).toBe(0);
  });
});
