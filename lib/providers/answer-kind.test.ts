import { expect, test } from "vitest";
import { beginsEvents, errorStatus } from "./answer-kind";

test.each<[what: string, answer: unknown, status: number | undefined]>([
  ["OpenRouter's error", { error: { message: "Rate limited.", code: 429 }, user_id: "u" }, 429],
  ["an error with its status as text", { error: { message: "No credit.", code: "402" } }, 402],
  ["Anthropic's error", { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, 502],
  ["an error whose code is a word", { error: { message: "Quota.", code: "insufficient_quota" } }, 502],
  ["an error whose code is not a status of a failure", { error: { message: "Bad.", code: 200 } }, 502],
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

test("an answer that is not JSON, or too long for an error, is none", () => {
  expect(errorStatus(Buffer.from('{"error": {"code": 500'))).toBeUndefined();
  expect(
    errorStatus(Buffer.from(JSON.stringify({ error: { code: 500, message: "x".repeat(70_000) } }))),
  ).toBeUndefined();
});

test.each<[what: string, beginning: string, isEvents: boolean | undefined]>([
  ["data", 'data: {"id":"c"}', true],
  ["a name", "event: message_start\ndata: {}", true],
  ["a comment that keeps the connection open", ": OPENROUTER PROCESSING\n\n", true],
  ["an id", "id: 1\ndata: {}", true],
  ["a pause", "retry: 3000\n", true],
  ["blank lines first", "\r\n\ndata:{}", true],
  ["a byte order mark", "\uFEFFdata: {}", true],
  ["JSON", '{"data":[]}', false],
  ["JSON behind blanks", '\n  {"error":{}}', false],
  ["a list", "[1]", false],
  ["a page", "<!doctype html><p>data: 1", false],
  ["words", "database is away: data: 1", false],
  ["nothing yet", "", undefined],
  ["blanks alone", "\n\n", undefined],
  ["a half of a field's name", "dat", undefined],
  ["a name without its colon", "event", undefined],
  ["blanks without end", " ".repeat(5_000), false],
])("the first bytes tell whether an answer is a stream of events: %s", (_what, beginning, isEvents) => {
  expect(beginsEvents(Buffer.from(beginning))).toBe(isEvents);
});

test("no way to cut a beginning into pieces changes what it is", () => {
  for (const text of ["\uFEFF\ndata: {}", "event: x\n", '\uFEFF\n{"a":1}', "<html>"]) {
    const bytes = Buffer.from(text);
    const ends = Array.from({ length: bytes.length + 1 }, (_, end) => beginsEvents(bytes.subarray(0, end)));
    const told = ends.filter((isEvents) => isEvents !== undefined);
    expect(new Set(told)).toEqual(new Set([beginsEvents(bytes)]));
  }
});
