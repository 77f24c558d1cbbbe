import { describe, expect, test } from "vitest";
import { claudeVersion } from "../claude-version";
import { REFUSED_CASES, REQUEST_CASES } from "./request.cases";
import { toMessagesRequest } from "./request";

const MODEL = "claude-opus-4-6";

describe("a chat as Anthropic is asked", () => {
  test.each(REQUEST_CASES)("$name", ({ chat, messages, model = MODEL }) => {
    expect(toMessagesRequest({ model: "x", ...chat }, model)).toEqual({ model, ...messages });
  });
  test("limit and turns stand before all else that is long, the name first", () => {
    expect(Object.keys(toMessagesRequest({ model: "x", messages: [] }, MODEL))).toEqual([
      "model",
      "max_tokens",
      "messages",
    ]);
  });
});

describe("what cannot be said in Anthropic's dialect is refused by name", () => {
  test.each(REFUSED_CASES)("%j", (chat, param) => {
    expect(() => toMessagesRequest({ model: "x", ...chat }, MODEL)).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { param } }),
    );
  });
});

describe("the version in a model's name", () => {
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
  ])("%s: %s", (model, version) => {
    expect(claudeVersion(model)).toBe(version);
  });
});
