import { describe, expect, test } from "vitest";
import { REFUSED_CASES, REQUEST_CASES } from "./request.cases";
import { toChatRequest } from "./request";

const limited = { model: "x", max_tokens: 100 };

describe("Anthropic's message as an OpenAI-compatible upstream is asked", () => {
  test.each(REQUEST_CASES)("$name", ({ messages, chat }) => {
    expect(toChatRequest({ ...limited, ...messages }, "m", { limitName: "max_tokens", mustAskForUsage: true })).toEqual(
      { model: "m", max_tokens: 100, ...chat },
    );
  });
  test("OpenAI itself has another name for the limit", () => {
    expect(
      toChatRequest({ ...limited, messages: [] }, "gpt-5", {
        limitName: "max_completion_tokens",
        mustAskForUsage: true,
      }),
    ).toEqual({ model: "gpt-5", max_completion_tokens: 100, messages: [] });
  });
});

describe("what cannot be said in OpenAI's dialect is refused by name", () => {
  test.each(REFUSED_CASES)("%j", (messages, param) => {
    expect(() =>
      toChatRequest({ ...limited, ...messages }, "m", { limitName: "max_tokens", mustAskForUsage: true }),
    ).toThrow(expect.objectContaining({ code: "invalid_request", options: { param } }));
  });
});
