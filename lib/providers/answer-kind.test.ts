import { expect, test } from "vitest";
import { errorStatus } from "./answer-kind";

test.each<[what: string, answer: unknown, status: number | undefined]>([
  ["OpenRouter's error", { error: { message: "Rate limited.", code: 429 }, user_id: "u" }, 429],
  ["an error with its status as text", { error: { message: "No credit.", code: "402" } }, 402],
  ["Anthropic's error", { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, 502],
  ["an error whose code is a word", { error: { message: "Quota.", code: "insufficient_quota" } }, 502],
  ["an error whose code is no status of a failure", { error: { message: "Bad.", code: 200 } }, 502],
  ["an error as a text", { error: "model not loaded", status: 503 }, 503],
  ["an error as a text alone", { error: "model not loaded" }, 502],
  ["a response that failed, which has its usage", { object: "response", output: [], error: { code: "x" } }, undefined],
  ["a response without an error", { object: "response", output: [], error: null }, undefined],
  ["a choice with an error", { choices: [{ finish_reason: "error" }], error: { code: 502 } }, undefined],
  ["no error", { id: "c", error: null }, undefined],
  ["an empty error", { id: "c", error: "" }, undefined],
  ["a text about errors", { id: "c", object: 'the word "error": {}' }, undefined],
  ["a list", [{ error: { code: 500 } }], undefined],
])("%s, sent with 200, has the right status", (_what, answer, status) => {
  expect(errorStatus(Buffer.from(JSON.stringify(answer)))).toBe(status);
});

test("an answer that is no JSON, or too long for an error, is none", () => {
  expect(errorStatus(Buffer.from('{"error": {"code": 500'))).toBeUndefined();
  expect(
    errorStatus(Buffer.from(JSON.stringify({ error: { code: 500, message: "x".repeat(70_000) } }))),
  ).toBeUndefined();
});
