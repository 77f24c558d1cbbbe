import { describe, expect, test } from "vitest";
import { CLIENTS, UPSTREAMS } from "../dialects/halves";
import type { JsonObject } from "../json-value";
import { translateRequest } from "./translated";

type Client = keyof typeof CLIENTS;
type Upstream = keyof typeof UPSTREAMS;

function translate(client: Client, upstream: Upstream, body: JsonObject, model = "m") {
  const dropped = new Set<string>();
  const sent = translateRequest(CLIENTS[client], UPSTREAMS[upstream], body, { model, provider: "p" }, { dropped });
  return { sent, dropped: [...dropped] };
}

const asked = { role: "user", content: "Hello" };
const PIXEL = "data:image/png;base64,AAAA";

describe("what a request loses inside its parameters is named by its path", () => {
  test.each<[Client, Upstream, JsonObject, dropped: string[]]>([
    [
      "chat",
      "messages",
      { messages: [asked, { ...asked, name: "Ada" }, { ...asked, name: "Bo" }] },
      ["messages.*.name"],
    ],
    ["chat", "google", { messages: [{ ...asked, frobnicate: 1 }] }, ["messages.*.frobnicate"]],
    ["chat", "messages", { messages: [{ role: "assistant", content: "Hi", tool_calls: null, audio: null }] }, []],
    [
      "chat",
      "messages",
      { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: PIXEL, detail: "low" } }] }] },
      ["messages.*.content.*.image_url.detail"],
    ],
    [
      "chat",
      "cohere",
      { messages: [asked], tools: [{ type: "function", function: { name: "f", strict: true } }] },
      ["tools.*.function.strict"],
    ],
    ["chat", "google", { messages: [asked], thinking: { type: "enabled", display: "omitted" } }, ["thinking.display"]],
    [
      "chat",
      "cohere",
      { messages: [asked], thinking: { type: "enabled", display: "omitted" } },
      ["thinking.display", "thinking"],
    ],
    [
      "messages",
      "chat",
      {
        max_tokens: 5,
        messages: [asked],
        tool_choice: { type: "auto", disable_parallel_tool_use: true },
        tools: [{ name: "f", input_schema: {}, defer_loading: true }],
      },
      ["tools.*.defer_loading"],
    ],
    [
      "messages",
      "google",
      {
        max_tokens: 5,
        messages: [asked],
        tool_choice: { type: "auto", disable_parallel_tool_use: true },
        tools: [{ name: "f", input_schema: {} }],
      },
      ["tool_choice.disable_parallel_tool_use"],
    ],
    [
      "messages",
      "responses",
      {
        max_tokens: 5,
        messages: [asked],
        tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 2 }],
      },
      ["tools.*.max_uses"],
    ],
    [
      "messages",
      "responses",
      {
        max_tokens: 5,
        messages: [
          asked,
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "Hm.", signature: "EqQB" },
              { type: "text", text: "Hi", citations: [{ type: "char_location" }] },
            ],
          },
          asked,
        ],
      },
      ["messages.*.content.*.citations", "messages.*.content.*.thinking"],
    ],
    [
      "messages",
      "chat",
      { max_tokens: 5, messages: [asked], output_config: { effort: "low", task_budget: {} } },
      ["output_config.task_budget"],
    ],
    [
      "responses",
      "messages",
      {
        input: [
          { id: "msg_1", status: "completed", type: "message", role: "user", content: "Hi", phase: "commentary" },
          { type: "reasoning", summary: [], encrypted_content: "gAAAA" },
        ],
      },
      ["input.*.phase", "input.*.encrypted_content"],
    ],
    [
      "google",
      "messages",
      {
        contents: [{ parts: [{ text: "Hi", part_metadata: {} }] }],
        tools: [{ function_declarations: [{ name: "f", behavior: "BLOCKING" }] }],
      },
      ["contents.*.parts.*.partMetadata", "tools.*.functionDeclarations.*.behavior"],
    ],
  ])("%s to %s: %j loses %j", (client, upstream, body, dropped) => {
    expect(translate(client, upstream, body, "claude-opus-4-6").dropped).toEqual(dropped);
  });

  test("the members of a schema, of arguments and of results are the caller's own", () => {
    const body = {
      messages: [
        asked,
        {
          role: "assistant",
          tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } }],
        },
        { role: "tool", tool_call_id: "a", content: "{}" },
      ],
      tools: [{ type: "function", function: { name: "f", parameters: { type: "object", frobnicate: 1 } } }],
    };
    expect(translate("chat", "messages", body).dropped).toEqual([]);
  });
});

test("how closely to look at an image is carried between OpenAI's dialects", () => {
  const body = { input: [{ role: "user", content: [{ type: "input_image", image_url: PIXEL, detail: "high" }] }] };
  expect(translate("responses", "chat", body).sent).toMatchObject({
    messages: [{ content: [{ type: "image_url", image_url: { url: PIXEL, detail: "high" } }] }],
  });
});

test("a failed call is told to Cohere in the text of its result", () => {
  const body = {
    max_tokens: 5,
    messages: [
      asked,
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", is_error: true, content: "no clock" }] },
    ],
  };
  expect(translate("messages", "cohere", body).sent["messages"]).toContainEqual({
    role: "tool",
    tool_call_id: "a",
    content: "Error: no clock",
  });
});

test("a mark inside a result stands after the result in Converse, which takes none inside", () => {
  const inner = [{ type: "text", text: "Rain", cache_control: { type: "ephemeral" } }];
  const body = {
    max_tokens: 5,
    messages: [
      asked,
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: inner }] },
    ],
  };
  const { sent, dropped } = translate("messages", "converse", body, "anthropic.claude-opus-4-6");
  expect(dropped).toEqual([]);
  expect(sent["messages"]).toMatchObject([
    {},
    {},
    { content: [{ toolResult: { toolUseId: "a" } }, { cachePoint: { type: "default" } }] },
  ]);
});
