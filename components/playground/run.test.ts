import { expect, test } from "vitest";
import { afterEnd, afterEvent, afterRefusal, isOpen, startedRun, type Run } from "./run";

const event = (name: string, data: unknown) => ({ name, data: typeof data === "string" ? data : JSON.stringify(data) });
const piece = (content: string) => event("message", { choices: [{ delta: { content } }] });
const after = (...events: readonly { name: string; data: string }[]): Run =>
  events.reduce(afterEvent, startedRun("house"));

test("a call shows its decision, then its deployment and the words as they come, and ends with its cost", () => {
  const decided = after(event("decision", { allow: true }));
  expect(decided).toMatchObject({ phase: "waiting", decision: { allow: true } });
  const answering = [
    event("deployment", { call_id: "c" }),
    piece("Hel"),
    event("message", { choices: [] }),
    piece("lo"),
  ];
  const streaming = answering.reduce(afterEvent, decided);
  expect(streaming).toMatchObject({ phase: "streaming", text: "Hello", pieces: 2, deployment: { call_id: "c" } });
  expect(isOpen(streaming)).toBe(true);
  const over = [event("message", "[DONE]"), event("usage", { cost: 0.1 })].reduce(afterEvent, streaming);
  expect(afterEnd(over)).toMatchObject({ phase: "done", usage: { cost: 0.1 }, failure: undefined });
});

test("an answer that comes whole is shown as one that comes in pieces", () => {
  expect(after(event("message", { choices: [{ message: { content: "All" } }] })).text).toBe("All");
});

test.each([
  ["an event of its own", event("error", { error: { code: "upstream_timeout", message: "Too slow." } })],
  ["a piece of the stream", event("message", { error: { code: "upstream_timeout", message: "Too slow." } })],
])("a failure that comes as %s ends the call", (_, told) => {
  expect(afterEnd(after(told, event("usage", { cost: 0 })))).toMatchObject({
    phase: "failed",
    failure: { code: "upstream_timeout", message: "Too slow." },
    usage: { cost: 0 },
  });
});

test("a stream that ends without its cost has broken", () => {
  expect(afterEnd(after(piece("Hel")))).toMatchObject({
    phase: "failed",
    failure: { code: "unreachable" },
    text: "Hel",
  });
});

test("a refusal of the identity has its decision, and one of the form has none", () => {
  const error = { code: "team_model_not_allowed", message: "No." };
  expect(afterRefusal(startedRun("m"), 403, { error, decision: { allow: false } })).toMatchObject({
    phase: "refused",
    failure: error,
    decision: { allow: false },
  });
  expect(afterRefusal(startedRun("m"), 400, { error })).toMatchObject({ phase: "failed", decision: undefined });
  expect(afterRefusal(startedRun("m"), 502, undefined).failure?.message).toBe("The gateway answered with status 502.");
});

test("the tools that a model asks for come in pieces, several at a time", () => {
  const piece = (...tool_calls: object[]) => event("message", { choices: [{ delta: { tool_calls } }] });
  const asked = after(
    piece({ index: 0, id: "a", function: { name: "add", arguments: "" } }),
    piece({ index: 0, function: { arguments: '{"x":' } }, { index: 1, id: "b", function: { name: "sub" } }),
    piece({ index: 1, function: { arguments: "{}" } }, { index: 0, function: { arguments: "1}" } }),
  );
  expect(asked.calls).toEqual([
    { id: "a", name: "add", arguments: '{"x":1}' },
    { id: "b", name: "sub", arguments: "{}" },
  ]);
});

test("a refusal of one's own call is known by the id of its record", () => {
  const error = { code: "budget_exceeded", message: "No." };
  expect(afterRefusal(startedRun("m"), 429, { error }, "dec_1")).toMatchObject({
    phase: "refused",
    failure: error,
    decisionId: "dec_1",
  });
});
