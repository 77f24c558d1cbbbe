import { describe, expect, test } from "vitest";
import { ExactNumbers } from "../../exact-numbers";
import { translateRequest } from "../../form/translated";
import type { JsonObject } from "../../json-value";
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

  test("are refused by name in a stream", () => {
    const body = { ...ASKED[client], stream: true };
    for (const upstream of ["chat", "google"] as const)
      expect(() => translateRequest(CLIENTS[client], UPSTREAMS[upstream], body, TARGET)).toThrow(refused);
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
