import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import type { Adapter, AdapterCall } from "./adapter";
import { anthropicAdapter } from "./dialects/messages/native";
import { readModelBody } from "./model-body";
import { adapterFor } from "./dialect";
import { ANSWER_TOOL } from "./form/forced-answer";

const chatOverMessages = adapterFor("/chat/completions", { provider: "anthropic" });
const messagesOverChat = adapterFor("/messages", { provider: "openai" });

const LONG = "12345678901234567890";

function callOf(provider: string, route: string, body: string, basePath = "/v1"): AdapterCall {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: `${provider}/up` } });
  return {
    route,
    body: readModelBody(Buffer.from(body)),
    startedAt: 1_700_000_000_999,
    deployment: {
      id: "d",
      provider,
      model: "up",
      origin: "https://up.example",
      basePath,
      apiKey: new Secret("k"),
      entry,
    },
  };
}
const sent = (adapter: Adapter, call: AdapterCall): string => String(adapter.request(call).body);

describe("numbers of tools' arguments arrive as they were", () => {
  const chat = callOf(
    "anthropic",
    "/chat/completions",
    `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"id\\":${LONG}}"}}]}],"tools":[{"type":"function","function":{"name":"f","parameters":{"maximum":${LONG}}}}]}`,
  );
  const messages = callOf(
    "openai",
    "/messages",
    `{"model":"m","max_tokens":9,"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{"id":${LONG}}}]}]}`,
  );
  test("long numbers in tool arguments reach Anthropic unchanged", () => {
    expect(sent(chatOverMessages, chat)).toContain(`"input":{"id":${LONG}}`);
    expect(sent(chatOverMessages, chat)).toContain(`"maximum":${LONG}`);
  });
  test("long numbers in tool arguments come from Anthropic unchanged", () => {
    const { body } = chatOverMessages.answer(
      chat,
      Buffer.from(`{"content":[{"type":"tool_use","id":"c","name":"f","input":{"id":${LONG}}}]}`),
    );
    expect(body.toString()).toContain(`"arguments":"{\\"id\\":${LONG}}"`);
  });
  test("long numbers in tool arguments reach an OpenAI-compatible upstream unchanged", () => {
    expect(sent(messagesOverChat, messages)).toContain(`"arguments":"{\\"id\\":${LONG}}"`);
  });
  test("long numbers in tool arguments come from an OpenAI-compatible upstream unchanged", () => {
    const { body } = messagesOverChat.answer(
      messages,
      Buffer.from(
        `{"choices":[{"message":{"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{\\"id\\":${LONG}}"}}]}}]}`,
      ),
    );
    expect(body.toString()).toContain(`"input":{"id":${LONG}}`);
  });
});

test.each([
  ["/v1", "/v1/messages"],
  ["", "/v1/messages"],
  ["/proxy/anthropic", "/proxy/anthropic/v1/messages"],
  ["/proxy/v1", "/proxy/v1/messages"],
])("below the base path %j Anthropic is called at %s", (basePath, path) => {
  const call = callOf("anthropic", "/messages", '{"model":"m"}', basePath);
  expect(anthropicAdapter.request(call)).toMatchObject({
    path,
    headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
  });
  expect(
    chatOverMessages.request(callOf("anthropic", "/chat/completions", '{"model":"m","messages":[]}', basePath)).path,
  ).toBe(path);
});

test("a call that passes through to Anthropic changes only in its model", () => {
  expect(sent(anthropicAdapter, callOf("anthropic", "/messages", '{ "x":1.50, "model" : "m", "max_tokens":9}'))).toBe(
    '{ "x":1.50, "model" : "up", "max_tokens":9}',
  );
});

test.each([
  ["to Anthropic's own callers", anthropicAdapter, "[]"],
  ["to OpenAI's", chatOverMessages, '{"id":"x"}'],
  ["of another to Anthropic's", messagesOverChat, "<html>"],
])("an invalid answer is the upstream's fault: %s", (_what, adapter, text) => {
  expect(() => adapter.answer(callOf("anthropic", "/messages", '{"model":"m"}'), Buffer.from(text))).toThrow(
    expect.objectContaining({ code: "upstream_invalid_response" }),
  );
});

test("the time of a chat completion is the time of the call, in seconds", () => {
  const { body } = chatOverMessages.answer(
    callOf("anthropic", "/chat/completions", '{"model":"m"}'),
    Buffer.from('{"content":[]}'),
  );
  expect(JSON.parse(body.toString())).toMatchObject({ created: 1_700_000_000 });
});

describe("an answer of a schema from a model that must call a tool for it", () => {
  const format = `{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object"}}}`;
  const asked = callOf(
    "anthropic",
    "/chat/completions",
    `{"model":"m","messages":[{"role":"user","content":"Hi"}],"response_format":${format}}`,
  );
  const call = { ...asked, deployment: { ...asked.deployment, model: "claude-sonnet-4" } };
  const use = { type: "tool_use", id: "t", name: ANSWER_TOOL, input: { id: 1 } };

  test("comes as the text that was asked for", () => {
    expect(sent(chatOverMessages, call)).toContain(ANSWER_TOOL);
    const message = JSON.stringify({ id: "m", content: [use], stop_reason: "tool_use" }).replace(
      `"id":1`,
      `"id":${LONG}`,
    );
    const { body } = chatOverMessages.answer(call, Buffer.from(message));
    expect(JSON.parse(body.toString("utf8"))).toMatchObject({
      choices: [{ message: { content: `{"id":${LONG}}` }, finish_reason: "stop" }],
    });
  });

  test("comes so in a stream", () => {
    const events = [
      { type: "message_start", message: { id: "m", model: "claude-sonnet-4" } },
      { type: "content_block_start", index: 0, content_block: { ...use, input: {} } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: `{"id":${LONG}}` } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ];
    const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    const text = Buffer.concat(chatOverMessages.stream(call).push(Buffer.from(stream))).toString("utf8");
    expect(text).toContain(`"content":"{\\"id\\":${LONG}}"`);
    expect(text).toContain('"finish_reason":"stop"');
    expect(text).not.toContain(ANSWER_TOOL);
  });
});
