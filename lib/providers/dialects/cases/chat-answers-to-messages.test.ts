import { expect, test } from "vitest";
import { CHAT_CALLS, CHAT_ERROR_BODY, CHAT_TEXT } from "../../fixtures/openai-completions";
import { toAnthropicError, toMessage } from "./pairs";

test("a text answer becomes Anthropic's message, with the cache's part of the usage", () => {
  expect(toMessage(CHAT_TEXT, "m")).toEqual({
    id: "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
    type: "message",
    role: "assistant",
    model: "gpt-4.1-2025-04-14",
    content: [{ type: "text", text: "Hello! How can I assist you today?" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: 19,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 1000,
      output_tokens: 10,
      output_tokens_details: { thinking_tokens: 4 },
    },
  });
});
test("thinking and parallel calls become Anthropic's blocks", () => {
  expect(toMessage(CHAT_CALLS, "m")).toMatchObject({
    content: [
      { type: "thinking", thinking: "I should look.", signature: "" },
      { type: "tool_use", id: "call_abc123", name: "get_current_weather", input: { location: "Boston, MA" } },
      { type: "tool_use", id: "call_abc124", name: "get_time", input: {} },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 82, output_tokens: 17 },
  });
});
test("a refusal becomes Anthropic's refusal", () => {
  expect(
    toMessage({ choices: [{ message: { content: null, refusal: "No." }, finish_reason: "stop" }] }, "m"),
  ).toMatchObject({ model: "m", content: [{ type: "text", text: "No." }], stop_reason: "refusal" });
});
test.each([
  ["no choice", { choices: [] }],
  [
    "arguments that are not an object",
    { choices: [{ message: { tool_calls: [{ id: "c", function: { name: "f", arguments: '{"a":' } }] } }] },
  ],
])("a chat completion with %s is an invalid answer", (_what, completion) => {
  expect(() => toMessage(completion, "m")).toThrow(expect.objectContaining({ code: "upstream_invalid_response" }));
});

test.each([
  ["stop", false, "end_turn"],
  ["stop", true, "tool_use"],
  ["tool_calls", true, "tool_use"],
  ["function_call", false, "tool_use"],
  ["length", true, "max_tokens"],
  ["content_filter", false, "refusal"],
  [undefined, false, "end_turn"],
])("the finish reason %s (calls: %s) becomes the stop reason %s", (finishReason, hasCalls, stopReason) => {
  const calls = hasCalls ? [{ id: "c", function: { name: "f", arguments: "{}" } }] : [];
  expect(toMessage({ choices: [{ message: { tool_calls: calls }, finish_reason: finishReason }] }, "m")).toMatchObject({
    stop_reason: stopReason,
  });
});

test.each([
  [
    JSON.stringify(CHAT_ERROR_BODY),
    404,
    { type: "not_found_error", message: "The model `x` does not exist.", code: "model_not_found" },
  ],
  ['{"error":"model not found"}', 404, { type: "not_found_error", message: "model not found" }],
  ['{"message":"slow down","type":"x"}', 429, { type: "rate_limit_error", message: "slow down" }],
  ["<html>", 503, { type: "api_error", message: "The upstream refused the call with status 503." }],
])("the error %s is put into Anthropic's envelope", (text, status, error) => {
  expect(toAnthropicError(text, status)).toEqual({ type: "error", error });
});
