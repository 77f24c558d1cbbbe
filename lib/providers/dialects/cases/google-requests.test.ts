import { describe, expect, test } from "vitest";
import { translateRequest } from "../../form/translated";
import type { JsonObject } from "../../json-value";
import { REFUSED_BY_ALL } from "./google-refused.cases";
import { BUDGETS, GOOGLE_CASES } from "./google-requests.cases";
import { GOOGLE_TURNS } from "./google-turns.cases";
import { providerOf } from "../../table";
import { CLIENTS, UPSTREAMS } from "../halves";

const TARGETS = {
  chat: { model: "m", provider: "mistral", habits: providerOf("mistral").habits },
  messages: { model: "claude-opus-4-6", provider: "anthropic" },
  responses: { model: "gpt-4.1", provider: "openai" },
} as const;
const DIALECTS = ["chat", "messages", "responses"] as const;

function sent(to: (typeof DIALECTS)[number], google: JsonObject): JsonObject {
  return translateRequest(CLIENTS.google, UPSTREAMS[to], { model: "x", ...google }, TARGETS[to]);
}

describe.each(DIALECTS)("a request in Google's dialect goes to an upstream of %s", (to) => {
  test.each([...GOOGLE_CASES, ...GOOGLE_TURNS])("with $name", (one) => {
    expect(sent(to, one.google)).toEqual({ model: TARGETS[to].model, ...one[to] });
  });

  test.each(REFUSED_BY_ALL)("but not with what only Google's servers can do: %j", (google, param) => {
    expect(() => sent(to, google)).toThrow(expect.objectContaining({ code: "invalid_request", options: { param } }));
  });
});

const budgeted = (thinkingBudget: number): JsonObject => ({
  contents: [{ parts: [{ text: "Hello" }] }],
  generationConfig: { thinkingConfig: { thinkingBudget } },
});

test.each(BUDGETS)("a thinking budget of %d becomes the effort %s", (budget, effort) => {
  expect(sent("chat", budgeted(budget))["reasoning_effort"]).toBe(effort);
});

test("a thinking budget of nothing keeps Claude from thinking", () => {
  expect(sent("messages", budgeted(0))["thinking"]).toEqual({ type: "disabled" });
});

test("sound goes to those who hear, and is refused by its type elsewhere", () => {
  const heard = { contents: [{ parts: [{ inlineData: { mimeType: "audio/wav", data: "AA==" } }] }] };
  expect(JSON.stringify(sent("chat", heard))).toContain('"input_audio":{"data":"AA==","format":"wav"}');
  for (const to of ["messages", "responses"] as const)
    expect(() => sent(to, heard)).toThrow(
      expect.objectContaining({ options: { param: "contents.0.parts.0.inlineData.mimeType" } }),
    );
});

test("a request of Google's becomes the same whichever way its functions are read", () => {
  const asked = { role: "model", parts: [{ functionCall: { name: "f", args: { id: "7" } } }] };
  const both = { contents: [{ role: "function", parts: [{ functionResponse: { name: "f" } }] }] };
  expect(sent("chat", { contents: [asked, ...both.contents] })["messages"]).toMatchObject([
    { role: "assistant", tool_calls: [{ id: "call_0" }] },
    { role: "tool", tool_call_id: "call_0", content: "{}" },
  ]);
});
