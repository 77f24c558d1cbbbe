import { expect, test } from "vitest";
import { NO_FACTS, readAnswerFacts } from "./answer-facts";

test.each<[what: string, answer: Record<string, unknown>, facts: object]>([
  [
    "a chat completion",
    { id: "c", model: "gpt-5-0101", choices: [{ finish_reason: "stop" }, { finish_reason: "length" }, {}] },
    { id: "c", model: "gpt-5-0101", finishReasons: ["stop", "length"] },
  ],
  [
    "a response",
    { object: "response", id: "r", model: "m", status: "completed" },
    { id: "r", model: "m", finishReasons: ["completed"] },
  ],
  [
    "a response that was cut short",
    { object: "response", id: "r", status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
    { id: "r", finishReasons: ["max_output_tokens"] },
  ],
  [
    "the last event of a streamed response",
    { type: "response.completed", response: { object: "response", id: "r", status: "completed" } },
    { id: "r", finishReasons: ["completed"] },
  ],
  ["a message", { id: "g", model: "claude", stop_reason: "end_turn" }, { id: "g", finishReasons: ["end_turn"] }],
  [
    "the first event of a streamed message",
    { type: "message_start", message: { id: "g", model: "claude" } },
    { id: "g", model: "claude" },
  ],
  ["embeddings", { object: "list", model: "e", data: [] }, { id: undefined, model: "e", finishReasons: [] }],
  ["an answer of the wrong types", { id: 1, model: {}, choices: [null, 7, { finish_reason: 3 }] }, NO_FACTS],
])("the id, the model and the finish reasons are read from %s", (_what, answer, facts) => {
  expect(readAnswerFacts(answer)).toMatchObject(facts);
});

test("later events add to what earlier ones said", () => {
  const start = readAnswerFacts({ type: "message_start", message: { id: "g", model: "claude" } });
  const end = readAnswerFacts({ type: "message_delta", delta: { stop_reason: "tool_use" } }, start);
  expect(end).toEqual({ id: "g", model: "claude", finishReasons: ["tool_use"] });
});
