import { expect, test } from "vitest";
import { REFUSED_CASES, REQUEST_CASES } from "./messages-to-chat.cases";
import { RESULT_CASES } from "./messages-to-chat-results.cases";
import { toChatRequest } from "./pairs";

const limited = { model: "x", max_tokens: 100 };

test.each([...REQUEST_CASES, ...RESULT_CASES])(
  "a call of Anthropic's becomes a chat completion request: $name",
  ({ messages, chat }) => {
    expect(toChatRequest({ ...limited, ...messages }, "m")).toEqual({
      model: "m",
      max_tokens: 100,
      ...chat,
    });
  },
);
test("OpenAI itself gets the limit under its newer name", () => {
  expect(toChatRequest({ ...limited, messages: [] }, "gpt-5", "openai")).toEqual({
    model: "gpt-5",
    max_completion_tokens: 100,
    messages: [],
  });
});

test.each(REFUSED_CASES)("a call of Anthropic's without an equivalent is refused by name: %j", (messages, param) => {
  expect(() => toChatRequest({ ...limited, ...messages }, "m")).toThrow(
    expect.objectContaining({ code: "invalid_request", options: { param } }),
  );
});

test.each([
  ["a new thread is begun as any conversation", { thread: { type: "create" } }],
  ["no thread", { thread: null }],
  ["what only Anthropic's servers do", { fallbacks: "default", user_profile_id: "u", workspace_id: "w" }],
])("%s: the conversation goes upstream without it", (_name, more) => {
  expect(toChatRequest({ ...limited, messages: [], ...more }, "m")).toEqual({
    model: "m",
    max_tokens: 100,
    messages: [],
  });
});
test("a thread to continue is not found, in the words upon which Anthropic's clients send the whole conversation", () => {
  const body = { ...limited, messages: [], thread: { type: "continue", previous_message_id: "msg_1" } };
  expect(() => toChatRequest(body, "m")).toThrow(
    expect.objectContaining({
      code: "not_found",
      options: { param: "thread", details: { error_code: "thread_not_found" } },
    }),
  );
});
