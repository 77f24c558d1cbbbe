import { expect, test } from "vitest";
import { claudeVersion } from "../../families/claude/version";
import { PARAMETER_CASES } from "./chat-to-messages-parameters.cases";
import { REFUSED_CASES } from "./chat-to-messages-refused.cases";
import { REQUEST_CASES } from "./chat-to-messages.cases";
import { toMessagesRequest } from "./pairs";
import { TURN_CASES } from "./chat-to-messages-turns.cases";

const MODEL = "claude-opus-4-6";

test.each([...REQUEST_CASES, ...TURN_CASES, ...PARAMETER_CASES])(
  "a chat becomes a request to Anthropic: $name",
  ({ chat, messages, model = MODEL }) => {
    expect(toMessagesRequest({ model: "x", ...chat }, model)).toEqual({ model, ...messages });
  },
);
test("the name of the model comes first, and limit and turns before everything else that is long", () => {
  expect(Object.keys(toMessagesRequest({ model: "x", messages: [] }, MODEL))).toEqual([
    "model",
    "max_tokens",
    "messages",
  ]);
});

test.each(REFUSED_CASES)("a chat that Anthropic's dialect cannot express is refused by name: %j", (chat, param) => {
  expect(() => toMessagesRequest({ model: "x", ...chat }, MODEL)).toThrow(
    expect.objectContaining({ code: "invalid_request", options: { param } }),
  );
});

test.each([
  ["claude-3-7-sonnet-20250219", 307],
  ["claude-sonnet-4-20250514", 400],
  ["claude-opus-4-6", 406],
  ["claude-sonnet-4-10", 410],
  ["claude-fable-5-1", 501],
  ["claude-2.1", 201],
  ["anthropic.claude-3-5-sonnet-20240620-v1:0", 305],
  ["claude-mythos-preview", undefined],
  ["claude-20250101", undefined],
])("the version in the name %s is %s", (model, version) => {
  expect(claudeVersion(model)).toBe(version);
});
