import { describe, expect, test } from "vitest";
import { ExactNumbers } from "../../exact-numbers";
import { translateRequest } from "../../form/translated";
import { TranslatedStream } from "../../form/translated-stream";
import { converseUpstream } from "../../known/bedrock/converse";
import type { JsonObject } from "../../json-value";
import { converseFraming } from "../converse/framing";
import { CLIENTS } from "../halves";
import { converseFault } from "@/testing/aws/converse-fault";
import { converseStream, event, exception, USAGE } from "@/testing/aws/local-bedrock";
import { CONVERSE_CASES } from "./chat-to-converse.cases";
import { NOVA } from "./chat-to-converse-cache.cases";

const CLAUDE = "anthropic.claude-opus-4-6-v1";
const target = (model: string) => ({ model, provider: "bedrock" });

describe("chat completions to Converse", () => {
  test.each(CONVERSE_CASES)("$name", ({ model = CLAUDE, chat, converse, dropped = [] }) => {
    const lost = new Set<string>();
    const body = translateRequest(CLIENTS.chat, converseUpstream, { model: "m", ...chat }, target(model), {
      dropped: lost,
    });
    expect(body).toEqual(converse);
    expect([...lost]).toEqual(dropped);
    expect(converseFault(body)).toBeUndefined();
  });
  test.each<[what: string, content: JsonObject, param: string]>([
    [
      "an image by its address",
      { type: "image_url", image_url: { url: "https://a.test/x.png" } },
      "messages.0.content.0.image_url.url",
    ],
    ["a sound", { type: "input_audio", input_audio: { data: "AA==", format: "wav" } }, "messages.0.content.0.type"],
  ])("%s is refused by name", (_what, content, param) => {
    const body = { model: "m", messages: [{ role: "user", content: [content] }] };
    expect(() => translateRequest(CLIENTS.chat, converseUpstream, body, target(NOVA))).toThrow(
      expect.objectContaining({ code: "invalid_request", options: expect.objectContaining({ param }) }),
    );
  });
});

test("an image by its address goes along as the bytes that were fetched", () => {
  const url = "https://a.test/x.png";
  const body = { model: "m", messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] };
  const fetched = new Map([[url, { kind: "bytes" as const, mediaType: "image/png", data: "AA==" }]]);
  const sent = translateRequest(CLIENTS.chat, converseUpstream, body, target(NOVA), { fetched });
  expect(sent["messages"]).toEqual([
    { role: "user", content: [{ image: { format: "png", source: { bytes: "AA==" } } }] },
  ]);
});

test("thoughts that Claude signed come back to it as they were, and other models get none", () => {
  const answer = converseUpstream.readAnswer({
    output: {
      message: {
        content: [
          { reasoningContent: { reasoningText: { text: "Hm.", signature: "signed" } } },
          { reasoningContent: { redactedContent: "AA==" } },
          { text: "Hello." },
        ],
      },
    },
    stopReason: "end_turn",
    usage: USAGE,
  });
  const call = { model: "m", body: {}, startedAt: 0 };
  const message = CLIENTS.messages.writeAnswer({ ...answer, id: "a", model: "m" }, call, new ExactNumbers());
  const asked = {
    model: "m",
    max_tokens: 9,
    messages: [
      { role: "user", content: "Hi." },
      { role: "assistant", content: message["content"] },
      { role: "user", content: "On." },
    ],
  };
  const sent = (model: string): unknown => {
    const { messages } = translateRequest(CLIENTS.messages, converseUpstream, asked, target(model));
    return Array.isArray(messages) ? messages[1] : undefined;
  };
  expect(sent(CLAUDE)).toEqual({
    role: "assistant",
    content: [
      { reasoningContent: { reasoningText: { text: "Hm.", signature: "signed" } } },
      { reasoningContent: { redactedContent: "AA==" } },
      { text: "Hello." },
    ],
  });
  expect(sent(NOVA)).toEqual({ role: "assistant", content: [{ text: "Hello." }] });
});

describe("a stream of Converse", () => {
  const TOOLS = [
    event("messageStart", { role: "assistant" }),
    event("contentBlockDelta", { contentBlockIndex: 0, delta: { reasoningContent: { text: "Hm." } } }),
    event("contentBlockDelta", { contentBlockIndex: 0, delta: { reasoningContent: { signature: "signed" } } }),
    event("contentBlockStop", { contentBlockIndex: 0 }),
    event("contentBlockStart", { contentBlockIndex: 1, start: { toolUse: { toolUseId: "t1", name: "weather" } } }),
    event("contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: '{"city":' } } }),
    event("contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: '"Oslo"}' } } }),
    event("contentBlockStop", { contentBlockIndex: 1 }),
    event("messageStop", { stopReason: "tool_use" }),
    event("metadata", { usage: USAGE }),
  ];
  /** What a client of Messages gets of these bytes, cut at these places. */
  function read(bytes: Buffer, cuts: readonly number[] = []) {
    const frames = converseFraming.open();
    const name = { id: () => "gen-1", model: "m" };
    const writer = CLIENTS.messages.writer({ model: "m", body: {}, startedAt: 0 });
    const stream = new TranslatedStream(converseUpstream.reader(), writer, name);
    const out: Uint8Array[] = [];
    let from = 0;
    for (const cut of [...cuts, bytes.length]) {
      for (const piece of frames.push(bytes.subarray(from, cut))) out.push(...stream.push(piece));
      from = cut;
    }
    for (const piece of frames.end()) out.push(...stream.push(piece));
    return { text: Buffer.concat(out).toString(), stream };
  }
  test("it is the same wherever its bytes are cut, with thoughts, calls and usage", () => {
    const bytes = Buffer.concat(TOOLS);
    const { text, stream } = read(bytes);
    for (const says of ['"thinking":"Hm."', '"signature":"signed"', '"partial_json":"\\"Oslo\\"}"', '"tool_use"'])
      expect(text).toContain(says);
    expect([stream.isComplete, stream.usage(0)]).toMatchObject([
      true,
      { promptTokens: 110, cachedTokens: 80, cacheWriteTokens: 20, cacheWriteHourTokens: 8, completionTokens: 5 },
    ]);
    for (let cut = 0; cut <= bytes.length; cut++) expect(read(bytes, [cut]).text).toBe(text);
    expect(read(bytes, Array.from(bytes.keys())).text).toBe(text);
  });
  test("one that ends early has no end, and is charged for what passed", () => {
    const { stream } = read(Buffer.concat(converseStream("Hello.").slice(0, 2)));
    expect([stream.isComplete, stream.mayEnd]).toEqual([false, false]);
    expect(stream.usage(30)).toMatchObject({ promptTokens: 30, completionTokens: 2, source: "estimated" });
  });
  test.each([
    ["throttlingException", 429],
    ["validationException", 400],
    ["modelStreamErrorException", 502],
    ["modelTimeoutException", 504],
    ["serviceUnavailableException", 503],
    ["internalServerException", 500],
    ["accessDeniedException", 403],
    ["somethingNewException", 502],
  ])("%s before the first event means %i", (kind, status) => {
    const { stream } = read(exception(kind, "Why."));
    expect(stream.refused?.status).toBe(status);
    expect(stream.refused?.body.toString()).toContain("Why.");
  });
  test("a stream that ends within a frame was cut off", () => {
    const bytes = Buffer.concat(TOOLS);
    expect(() => read(bytes.subarray(0, bytes.length - 3))).toThrow("The upstream ended the stream within a frame.");
  });
});
