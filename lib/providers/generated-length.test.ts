import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import type { Adapter } from "./adapter";
import { anthropicAdapter } from "./dialects/messages/native";
import { generatedInAnswer } from "./generated-length";
import { readModelBody } from "./model-body";
import { openAiAdapter } from "./openai";
import { adapterFor } from "./dialect";

const chatOverMessages = adapterFor("/chat/completions", { provider: "anthropic" });
const messagesOverChat = adapterFor("/messages", { provider: "openai" });

const choice = (message: object): object => ({
  id: "chatcmpl-0123456789",
  object: "chat.completion",
  model: "a-model-with-a-long-name",
  system_fingerprint: "fp_0123456789",
  choices: [{ index: 0, message: { role: "assistant", ...message }, logprobs: null, finish_reason: "stop" }],
});
const response = (...output: object[]): object => ({
  id: "resp_0123456789",
  object: "response",
  instructions: "Be brief.",
  text: { format: { type: "text" } },
  output,
});
const message = (...content: object[]): object => ({
  id: "msg_0123456789",
  type: "message",
  role: "assistant",
  model: "a-model-with-a-long-name",
  content,
  stop_reason: "end_turn",
});

describe("generatedInAnswer", () => {
  test.each<[what: string, answer: object, bytes: number | undefined]>([
    ["a chat's text", choice({ content: "12345", annotations: [{ url: "https://not.generated" }] }), 5],
    ["the bytes of a text, as of a stream", choice({ content: "Grüße" }), 7],
    ["a chat's thinking, once", choice({ content: "1", reasoning_content: "23", reasoning: "23" }), 3],
    ["thinking by its other name", choice({ content: "1", reasoning: "23" }), 3],
    ["a refusal", choice({ content: null, refusal: "1234" }), 4],
    [
      "a sound's words, and not its bytes",
      choice({ content: null, audio: { data: "A".repeat(999), transcript: "123" } }),
      3,
    ],
    [
      "calls of tools",
      choice({
        content: null,
        tool_calls: [
          { id: "call_0123", type: "function", function: { name: "f", arguments: "{}" } },
          { id: "call_0124", type: "custom", custom: { name: "g", input: "123" } },
        ],
      }),
      7,
    ],
    ["a call in the old form", choice({ content: null, function_call: { name: "f", arguments: "{}" } }), 3],
    [
      "parts, some of them thinking",
      choice({
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "12" }] },
          { type: "text", text: "345" },
        ],
      }),
      5,
    ],
    ["every choice", { choices: [{ message: { content: "12" } }, { message: { content: "345" } }] }, 5],
    ["a completion's text, and not its probabilities", { choices: [{ text: "12", logprobs: { tokens: ["12"] } }] }, 2],
    ["a choice that says nothing", choice({ content: "" }), 0],
    ["no choices", { choices: [] }, 0],
    [
      "a response's messages",
      response({
        type: "message",
        id: "msg_0",
        content: [
          { type: "output_text", text: "123", annotations: [] },
          { type: "refusal", refusal: "4" },
        ],
      }),
      4,
    ],
    [
      "a response's thinking, where it is shown, else its summary",
      response(
        { type: "reasoning", content: [{ text: "123" }], summary: [{ text: "9" }], encrypted_content: "xxxx" },
        { type: "reasoning", summary: [{ text: "4" }] },
      ),
      4,
    ],
    [
      "a response's calls, and not what they answered",
      response(
        { type: "function_call", name: "f", arguments: "{}", call_id: "call_0123" },
        { type: "custom_tool_call", name: "g", input: "1" },
        { type: "mcp_call", name: "h", arguments: "{}", output: "a long result" },
        { type: "code_interpreter_call", code: "1+1", outputs: [{ logs: "2" }] },
        { type: "file_search_call", results: [{ text: "a long result" }] },
      ),
      11,
    ],
    [
      "a message's blocks, and not what tools answered",
      message(
        { type: "thinking", thinking: "12", signature: "EqQBCgIYAhIM" },
        { type: "text", text: "345", citations: [{ cited_text: "a long text" }] },
        { type: "tool_use", id: "toolu_0", name: "f", input: { a: 1 } },
        { type: "web_search_tool_result", content: [{ title: "a long result" }] },
      ),
      13,
    ],
    ["a transcription", { text: "1234", segments: [{ text: "1234" }] }, 4],
    ["what is none of these", { message: { content: "12345" } }, undefined],
    ["an answer of lists of anything", { choices: [null, 7, "text", [1]] }, 0],
  ])("counts %s", (_what, answer, bytes) => {
    expect(generatedInAnswer(JSON.parse(JSON.stringify(answer)))).toBe(bytes);
  });
});

const TEXT = "A".repeat(400);
const dialects: readonly [what: string, adapter: Adapter, route: string, answer: object][] = [
  ["chat", openAiAdapter, "/chat/completions", choice({ content: TEXT })],
  ["completions", openAiAdapter, "/completions", { id: "c", choices: [{ text: TEXT }] }],
  ["responses", openAiAdapter, "/responses", response({ type: "message", content: [{ text: TEXT }] })],
  ["messages", anthropicAdapter, "/messages", message({ type: "text", text: TEXT })],
  ["messages over chat", messagesOverChat, "/messages", choice({ content: TEXT })],
  ["chat over messages", chatOverMessages, "/chat/completions", message({ type: "text", text: TEXT })],
];

test.each(dialects)(
  "a whole answer without usage tells the length of its text alone: %s",
  (_what, adapter, route, answer) => {
    const body = readModelBody(Buffer.from('{"model":"m","max_tokens":9,"prompt":"x","messages":[]}'));
    const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: "openai/up" } });
    const deployment = {
      id: "d",
      provider: "openai",
      model: "up",
      origin: "https://up.example",
      basePath: "/v1",
      entry,
    };
    const call = { route, body, startedAt: 0, deployment: { ...deployment, apiKey: undefined } };
    const read = adapter.answer(call, Buffer.from(JSON.stringify(answer)));
    expect([read.usage, read.generated()]).toEqual([undefined, 400]);
  },
);
