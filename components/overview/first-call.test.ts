import { expect, test } from "vitest";
import { firstCallOf } from "./first-call";

const answer = (status: number, headers: Record<string, string> = {}) => ({
  ok: status < 400,
  status,
  headers: new Headers(headers),
});

test("a served call shows its words, tokens, cost and id", () => {
  const body = {
    choices: [{ message: { role: "assistant", content: "Hello." } }],
    usage: { prompt_tokens: 7, completion_tokens: 2 },
  };
  const headers = { "x-gateway-cost": "0.0000375", "x-gateway-call-id": "call_1" };
  expect(firstCallOf(answer(200, headers), JSON.stringify(body), 12)).toEqual({
    ok: true,
    status: 200,
    code: null,
    text: "Hello.",
    cost: 0.0000375,
    tokens: { prompt: 7, completion: 2 },
    durationMs: 12,
    callId: "call_1",
    decisionId: null,
  });
});

test("a refusal shows its code, its words and the id of its decision", () => {
  const body = { error: { message: "The key is not known.", code: "invalid_key" } };
  const call = firstCallOf(answer(401, { "x-gateway-decision-id": "dec_1" }), JSON.stringify(body), 1);
  expect(call).toMatchObject({ ok: false, code: "invalid_key", text: "The key is not known.", decisionId: "dec_1" });
  expect([call.cost, call.tokens]).toEqual([null, null]);
});

test.each([
  ["no JSON", 502, "<html>"],
  ["another shape", 500, "[]"],
])("an answer of %s is told by its status", (_, status, text) => {
  expect(firstCallOf(answer(status), text, 1)).toMatchObject({
    code: "error",
    text: `The gateway answered with status ${status}.`,
  });
});

test("a call without a price or words is shown as such", () => {
  const body = JSON.stringify({ choices: [{ message: { content: null } }] });
  expect(firstCallOf(answer(200), body, 1)).toMatchObject({ ok: true, text: "", cost: null, tokens: null });
});
