import { expect, test } from "vitest";
import { ERROR_BODY, REFUSED_MESSAGE, TEXT_MESSAGE, TOOL_MESSAGE } from "../../fixtures/anthropic-messages";
import { toChatCompletion, toOpenAiError } from "./pairs";

test("a text message becomes a chat completion, with the cache's part of the usage", () => {
  expect(toChatCompletion(TEXT_MESSAGE, 7)).toEqual({
    id: "msg_013Zva2CMHLNnXjNJJKqJ2EF",
    object: "chat.completion",
    created: 7,
    model: "claude-sonnet-4-5",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: "Hi! My name is Claude.", refusal: null },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: {
      prompt_tokens: 6197,
      completion_tokens: 503,
      total_tokens: 6700,
      prompt_tokens_details: { cached_tokens: 2051, cache_write_tokens: 2051 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  });
});
test("thinking, text and parallel calls become one choice", () => {
  expect(toChatCompletion(TOOL_MESSAGE, 7)).toMatchObject({
    choices: [
      {
        message: {
          role: "assistant",
          content: "I'll check the weather.",
          reasoning_content: "I should look.",
          thinking_blocks: [
            { type: "thinking", thinking: "I should look.", signature: "EqQBCgIYAhIM" },
            { type: "redacted_thinking", data: "EmwKAhgB" },
          ],
          tool_calls: [
            {
              id: "toolu_01A09q90qw90lq917835lq9",
              type: "function",
              function: { name: "get_weather", arguments: '{"location":"San Francisco, CA","unit":"celsius"}' },
            },
            { id: "toolu_02", type: "function", function: { name: "get_time", arguments: "{}" } },
          ],
        },
        finish_reason: "tool_calls",
      },
    ],
    usage: { completion_tokens_details: { reasoning_tokens: 5 } },
  });
});
test("a refusal becomes a chat completion's refusal", () => {
  expect(toChatCompletion({ ...REFUSED_MESSAGE, stop_reason: null }, 7)).toMatchObject({
    choices: [{ finish_reason: null }],
  });
  expect(toChatCompletion(REFUSED_MESSAGE, 7)).toMatchObject({
    choices: [{ message: { content: null, refusal: "This cannot be answered." }, finish_reason: "content_filter" }],
  });
});

test.each([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["pause_turn", "stop"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "tool_calls"],
  ["refusal", "content_filter"],
  ["something new", "stop"],
])("the stop reason %s becomes the finish reason %s", (stopReason, finishReason) => {
  expect(toChatCompletion({ content: [], stop_reason: stopReason }, 7)).toMatchObject({
    choices: [{ finish_reason: finishReason }],
  });
});

test("Anthropic's error keeps message and type in OpenAI's envelope", () => {
  expect(toOpenAiError(JSON.stringify(ERROR_BODY), 404)).toEqual({
    error: {
      message: "The requested resource could not be found.",
      type: "not_found_error",
      param: null,
      code: "not_found_error",
    },
  });
});
test.each([
  ["<html>Bad gateway</html>", 502, "api_error"],
  ["", 529, "overloaded_error"],
  ["[]", 422, "invalid_request_error"],
])("the body %j with status %i becomes an error in OpenAI's envelope", (text, status, type) => {
  expect(toOpenAiError(text, status)).toEqual({
    error: { message: `The upstream refused the call with status ${status}.`, type, param: null, code: type },
  });
});
