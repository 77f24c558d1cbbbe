import { expect, test } from "vitest";
import { translateRequest } from "../../form/translated";
import { providerOf } from "../../table";
import { CLIENTS, UPSTREAMS } from "../halves";
import { toChatRequest, toMessagesRequest } from "./pairs";
import { REFUSED_RESPONSES, RESPONSES_CASES } from "./responses-requests.cases";

const CLAUDE = { model: "claude-opus-4-6", provider: "anthropic" };
const OTHER = { model: "m", provider: "mistral", habits: providerOf("mistral").habits };

test.each(RESPONSES_CASES)(
  "a request for a response goes to either dialect: $name",
  ({ responses, chat, messages }) => {
    const body = { model: "x", ...responses };
    expect(translateRequest(CLIENTS.responses, UPSTREAMS.chat, body, OTHER)).toEqual({ model: "m", ...chat });
    expect(translateRequest(CLIENTS.responses, UPSTREAMS.messages, body, CLAUDE)).toEqual({
      model: CLAUDE.model,
      ...messages,
    });
  },
);

test.each(REFUSED_RESPONSES)("what only OpenAI's servers can do is refused by name: %j", (responses, param) => {
  for (const [upstream, target] of [
    [UPSTREAMS.chat, OTHER],
    [UPSTREAMS.messages, CLAUDE],
  ] as const)
    expect(() => translateRequest(CLIENTS.responses, upstream, { model: "x", ...responses }, target)).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { param } }),
    );
});

test("who asks a model that keeps nothing to continue a response or to read an item of one reads what to send", () => {
  expect(() =>
    translateRequest(CLIENTS.responses, UPSTREAMS.chat, { model: "x", previous_response_id: "resp_1" }, OTHER),
  ).toThrow(/Send the whole conversation/);
  const input = [{ type: "item_reference", id: "msg_1" }];
  expect(() => translateRequest(CLIENTS.responses, UPSTREAMS.chat, { model: "x", input }, OTHER)).toThrow(
    'input.0: parts of type "item_reference" cannot be sent to this model; its provider keeps no responses. Send the whole conversation.',
  );
});

test.each(RESPONSES_CASES)("what an upstream of Responses gets is what a client of Responses says: $name", (one) => {
  // The same request, by way of each dialect, on to an upstream that is asked by Responses.
  const target = { model: "m", provider: "openai" };
  const direct = translateRequest(CLIENTS.responses, UPSTREAMS.responses, { model: "x", ...one.responses }, target);
  const viaChat = translateRequest(CLIENTS.chat, UPSTREAMS.responses, { model: "x", ...one.chat }, target);
  expect(viaChat).toEqual(direct);
  expect(toChatRequest({ model: "x", ...one.messages }, "m")["messages"]).toBeDefined();
});

test("a request of either dialect becomes one for a response", () => {
  const target = { model: "gpt-5", provider: "openai" };
  const body = {
    model: "x",
    max_tokens: 5,
    system: "Be brief.",
    messages: [
      { role: "user", content: "Hello" },
      { role: "assistant", content: [{ type: "tool_use", id: "c", name: "f", input: { a: 1 } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "7" }] },
    ],
    tools: [{ name: "f", input_schema: { type: "object" } }],
    tool_choice: { type: "tool", name: "f" },
  };
  expect(translateRequest(CLIENTS.messages, UPSTREAMS.responses, body, target)).toEqual({
    model: "gpt-5",
    store: false,
    include: ["reasoning.encrypted_content"],
    max_output_tokens: 16,
    input: [
      { type: "message", role: "developer", content: [{ type: "input_text", text: "Be brief." }] },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] },
      { type: "function_call", call_id: "c", name: "f", arguments: '{"a":1}' },
      { type: "function_call_output", call_id: "c", output: "7" },
    ],
    tools: [{ type: "function", name: "f", parameters: { type: "object" }, strict: false }],
    tool_choice: { type: "function", name: "f" },
  });
  expect(toMessagesRequest({ model: "x", messages: [{ role: "user", content: "Hello" }] }, "claude-opus-4-6")).toEqual({
    model: "claude-opus-4-6",
    max_tokens: 32_000,
    messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
  });
});

test("what only OpenAI's dialects have goes from one to the other", () => {
  const shared = { metadata: { a: "b" }, service_tier: "flex", prompt_cache_key: "k", prompt_cache_retention: "24h" };
  const body = { model: "x", messages: [{ role: "user", content: "Hello" }], verbosity: "low", ...shared, store: null };
  const dropped = new Set<string>();
  const target = { model: "gpt-5", provider: "openai" };
  expect(translateRequest(CLIENTS.chat, UPSTREAMS.responses, body, target, { dropped })).toMatchObject({
    text: { verbosity: "low" },
    ...shared,
  });
  expect([...dropped]).toEqual([]);
  translateRequest(CLIENTS.chat, UPSTREAMS.messages, body, CLAUDE, { dropped });
  expect([...dropped].sort()).toEqual([...Object.keys(shared), "verbosity"].sort());
});

const tools = ["f", "g", "h"].map((name) => ({ type: "function", function: { name, parameters: { type: "object" } } }));
const allowed = ["f", "h"].map((name) => ({ type: "function", function: { name } }));

test.each(["auto", "required"] as const)("of the tools, those that may be called go upstream: %s", (mode) => {
  const choice = { type: "allowed_tools", allowed_tools: { mode, tools: allowed } };
  const body = { model: "x", messages: [{ role: "user", content: "Hello" }], tools, tool_choice: choice };
  expect(translateRequest(CLIENTS.chat, UPSTREAMS.messages, body, CLAUDE)).toMatchObject({
    tools: [{ name: "f" }, { name: "h" }],
    tool_choice: { type: mode === "auto" ? "auto" : "any" },
  });
  const broken = { ...body, tool_choice: { type: "allowed_tools", allowed_tools: { mode: "any", tools: allowed } } };
  expect(() => translateRequest(CLIENTS.chat, UPSTREAMS.messages, broken, CLAUDE)).toThrow(
    expect.objectContaining({ code: "invalid_request", options: { param: "tool_choice" } }),
  );
});
