import { describe, expect, test } from "vitest";
import { readAll } from "@/testing/gateway/split-everywhere";
import { AnswerTextEvents, ANSWER_TOOL, withAnswerText } from "../../form/forced-answer";
import { translateRequest } from "../../form/translated";
import { TranslatedStream } from "../../form/translated-stream";
import { listAt, type JsonObject } from "../../json-value";
import { CLIENTS, UPSTREAMS } from "../halves";

type Client = keyof typeof CLIENTS;
const OLD = { model: "claude-sonnet-4", provider: "anthropic" };
const schema = { type: "object", properties: { place: { type: "string" } } };
const ANSWER = '{"place":"Kiel 👋"}';
const CALL = { model: "m", body: {}, startedAt: 0 };

const chat = (more: JsonObject): JsonObject => ({
  messages: [{ role: "user", content: "Where?" }],
  response_format: { type: "json_schema", json_schema: { name: "answer", schema } },
  ...more,
});
const tools = [{ type: "function", function: { name: "now", parameters: { type: "object" } } }];
const names = (sent: JsonObject): unknown[] => listAt(sent, "tools").map((tool) => (tool as JsonObject)["name"]);

describe("a schema for the answer of a model that takes none", () => {
  test("is that of a tool which the model must call", () => {
    const sent = translateRequest(CLIENTS.chat, UPSTREAMS.messages, chat({ reasoning_effort: "high" }), OLD);
    expect(sent).toMatchObject({ tool_choice: { type: "tool", name: ANSWER_TOOL } });
    expect(sent["tools"]).toMatchObject([{ name: ANSWER_TOOL, input_schema: schema }]);
    expect(sent).not.toHaveProperty("output_config");
    expect(sent).not.toHaveProperty("thinking");
  });

  test.each([
    [undefined, ["now", ANSWER_TOOL], { type: "any" }],
    ["auto", ["now", ANSWER_TOOL], { type: "any" }],
    ["none", ["now", ANSWER_TOOL], { type: "tool", name: ANSWER_TOOL }],
    ["required", ["now"], { type: "any" }],
  ] as const)("beside the caller's tools, with the choice %s, is one more of them", (choice, expected, sentChoice) => {
    const body = chat({ tools, ...(choice !== undefined && { tool_choice: choice }) });
    const sent = translateRequest(CLIENTS.chat, UPSTREAMS.messages, body, OLD);
    expect(names(sent)).toEqual(expected);
    expect(sent["tool_choice"]).toEqual(sentChoice);
    expect(sent).not.toHaveProperty("output_config");
  });

  test("is so for Nova, and not for a Claude or another model that takes one", () => {
    const nova = translateRequest(CLIENTS.chat, UPSTREAMS.converse, chat({}), {
      model: "us.amazon.nova-pro-v1:0",
      provider: "bedrock",
    });
    expect(nova["toolConfig"]).toMatchObject({ toolChoice: { tool: { name: ANSWER_TOOL } } });
    for (const model of ["claude-sonnet-4-5", "claude-opus-4-6"])
      expect(translateRequest(CLIENTS.chat, UPSTREAMS.messages, chat({}), { ...OLD, model })).toHaveProperty(
        "output_config.format",
      );
    const qwen = { model: "qwen.qwen3-32b-v1:0", provider: "bedrock" };
    expect(translateRequest(CLIENTS.chat, UPSTREAMS.converse, chat({}), qwen)).toHaveProperty("outputConfig");
  });

  test("leaves that name to the gateway", () => {
    const own = [{ type: "function", function: { name: ANSWER_TOOL } }];
    expect(() => translateRequest(CLIENTS.chat, UPSTREAMS.messages, chat({ tools: own }), OLD)).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { param: "tools.0" } }),
    );
  });
});

const use = (name: string, id: string, input: unknown): JsonObject => ({ type: "tool_use", id, name, input });
const message = (...content: JsonObject[]): JsonObject => ({ id: "msg_1", content, stop_reason: "tool_use" });

describe("what the tool is called with", () => {
  test("is the text of the answer, without what was said before", () => {
    const said = { type: "text", text: "Here it is:" };
    const read = UPSTREAMS.messages.readAnswer(message(said, use(ANSWER_TOOL, "t1", JSON.parse(ANSWER))));
    expect(withAnswerText(read)).toMatchObject({ parts: [{ kind: "text", text: ANSWER }], end: "stop" });
  });

  test("stays apart from the caller's calls", () => {
    const read = UPSTREAMS.messages.readAnswer(message(use(ANSWER_TOOL, "t1", {}), use("now", "t2", {})));
    expect(withAnswerText(read)).toMatchObject({
      parts: [
        { kind: "text", text: "{}" },
        { kind: "call", name: "now" },
      ],
      end: "calls",
    });
    const onlyCalls = UPSTREAMS.messages.readAnswer(message(use("now", "t2", {})));
    expect(withAnswerText(onlyCalls)).toBe(onlyCalls);
  });
});

const block = (index: number, name: string, input: readonly string[]): JsonObject[] => [
  { type: "content_block_start", index, content_block: { type: "tool_use", id: `t${index}`, name, input: {} } },
  ...input.map((partial_json) => ({
    type: "content_block_delta",
    index,
    delta: { type: "input_json_delta", partial_json },
  })),
  { type: "content_block_stop", index },
];
const stream = (...blocks: JsonObject[]): string =>
  [
    { type: "message_start", message: { id: "msg_1", model: "claude-sonnet-4", usage: { input_tokens: 3 } } },
    ...blocks,
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type as string}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");

function answerOf(
  client: Client,
  sent: string,
): { readonly text: string; readonly answer: ReturnType<typeof gathered> } {
  const bytes = Buffer.from(sent);
  const reader = (): TranslatedStream =>
    new TranslatedStream(UPSTREAMS.messages.reader(), CLIENTS[client].writer(CALL), undefined, new AnswerTextEvents());
  const { text } = readAll(reader(), [bytes]);
  const cut = readAll(
    reader(),
    Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
  );
  expect(cut.text).toBe(text);
  return { text, answer: gathered(client, text) };
}

function gathered(client: Client, text: string) {
  const reader = UPSTREAMS[client].reader();
  const events = text
    .split("\n\n")
    .flatMap((event) => /^data: (.+)$/m.exec(event)?.[1] ?? [])
    .flatMap((data) => reader.read(data));
  return {
    text: events.flatMap((event) => (event.kind === "text" ? [event.text] : [])).join(""),
    calls: events.flatMap((event) => (event.kind === "call" ? [[event.call, event.name]] : [])),
    end: events.flatMap((event) => (event.kind === "end" ? [event.end] : [])),
  };
}

test.each(Object.keys(CLIENTS) as Client[])("in a stream to a client of %s it is text, and never a call", (client) => {
  const pieces = [ANSWER.slice(0, 6), ANSWER.slice(6)];
  const alone = answerOf(client, stream(...block(0, ANSWER_TOOL, pieces)));
  expect(alone.answer).toEqual({ text: ANSWER, calls: [], end: ["stop"] });
  expect(alone.text).not.toContain(ANSWER_TOOL);
  const empty = answerOf(client, stream(...block(0, ANSWER_TOOL, [])));
  expect(empty.answer).toEqual({ text: "{}", calls: [], end: ["stop"] });
  const both = answerOf(client, stream(...block(0, ANSWER_TOOL, pieces), ...block(1, "now", ["{}"])));
  expect(both.answer).toEqual({ text: ANSWER, calls: [[0, "now"]], end: ["calls"] });
  const calls = answerOf(client, stream(...block(0, "now", ["{}"])));
  expect(calls.answer).toEqual({ text: "", calls: [[0, "now"]], end: ["calls"] });
});
