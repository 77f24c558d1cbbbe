import type { JsonObject } from "../../json-value";

/** A body of Anthropic's `/messages` and the OpenAI body that it must become, both without model and limit. */
export interface RequestCase {
  readonly name: string;
  readonly messages: JsonObject;
  readonly chat: JsonObject;
}

const hello = [{ role: "user", content: "Hello" }];
const schema = { type: "object", properties: { city: { type: "string" } } };
const tool = { name: "get_weather", description: "The weather.", input_schema: schema };
const weather = {
  type: "function",
  function: { name: "get_weather", description: "The weather.", parameters: schema },
};

export const REQUEST_CASES: readonly RequestCase[] = [
  { name: "a single question", messages: { messages: hello }, chat: { messages: hello } },
  {
    name: "a system prompt",
    messages: { system: "Be brief.", messages: hello },
    chat: { messages: [{ role: "system", content: "Be brief." }, ...hello] },
  },
  {
    name: "a system prompt in blocks, and one between the turns",
    messages: {
      system: [
        { type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } },
        { type: "text", text: "Be kind." },
      ],
      messages: [...hello, { role: "system", content: "Now." }],
    },
    chat: {
      messages: [{ role: "system", content: "Be brief.\n\nBe kind." }, ...hello, { role: "system", content: "Now." }],
    },
  },
  {
    name: "several turns",
    messages: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: [
            { type: "text", text: "Hi" },
            { type: "text", text: "!" },
          ],
        },
        {
          role: "user",
          content: [
            { type: "text", text: "One" },
            { type: "text", text: "Two" },
          ],
        },
      ],
    },
    chat: {
      messages: [
        ...hello,
        { role: "assistant", content: "Hi!" },
        {
          role: "user",
          content: [
            { type: "text", text: "One" },
            { type: "text", text: "Two" },
          ],
        },
      ],
    },
  },
  {
    name: "images and documents",
    messages: {
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
            {
              type: "document",
              source: { type: "base64", media_type: "application/pdf", data: "JVBE" },
              title: "a.pdf",
            },
            { type: "document", source: { type: "text", media_type: "text/plain", data: "Once" } },
          ],
        },
      ],
    },
    chat: {
      messages: [
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: "https://example.com/a.png" } },
            { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
            { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBE" } },
            { type: "text", text: "Once" },
          ],
        },
      ],
    },
  },
  {
    name: "calls and their results, one message each, before the user's message, which gets the images",
    messages: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "sig" },
            { type: "redacted_thinking", data: "x" },
            { type: "text", text: "Let me see." },
            { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Rome" } },
            { type: "tool_use", id: "toolu_2", name: "look", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "toolu_1", content: "Sunny", is_error: false },
            {
              type: "tool_result",
              tool_use_id: "toolu_2",
              content: [
                { type: "text", text: "See:" },
                { type: "image", source: { type: "url", url: "https://example.com/a" } },
              ],
            },
            { type: "tool_result", tool_use_id: "toolu_3" },
            { type: "text", text: "And?" },
          ],
        },
      ],
    },
    chat: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: "Let me see.",
          tool_calls: [
            { id: "toolu_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Rome"}' } },
            { id: "toolu_2", type: "function", function: { name: "look", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "toolu_1", content: "Sunny" },
        { role: "tool", tool_call_id: "toolu_2", content: "See:" },
        { role: "tool", tool_call_id: "toolu_3", content: "" },
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: "https://example.com/a" } },
            { type: "text", text: "And?" },
          ],
        },
      ],
    },
  },
  {
    name: "a call alone",
    messages: {
      messages: [...hello, { role: "assistant", content: [{ type: "tool_use", id: "t", name: "now", input: {} }] }],
    },
    chat: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "t", type: "function", function: { name: "now", arguments: "{}" } }],
        },
      ],
    },
  },
  {
    name: "tools",
    messages: {
      messages: hello,
      tools: [tool, { ...tool, type: "custom", strict: true, cache_control: { type: "ephemeral" } }],
    },
    chat: { messages: hello, tools: [weather, { type: "function", function: { ...weather.function, strict: true } }] },
  },
  ...(
    [
      [{ type: "auto" }, "auto"],
      [{ type: "none" }, "none"],
      [{ type: "any" }, "required"],
      [
        { type: "tool", name: "get_weather" },
        { type: "function", function: { name: "get_weather" } },
      ],
    ] as const
  ).map(([choice, translated]) => ({
    name: `tool_choice ${JSON.stringify(choice)}`,
    messages: { messages: hello, tools: [tool], tool_choice: choice },
    chat: { messages: hello, tools: [weather], tool_choice: translated },
  })),
  {
    name: "one call at a time",
    messages: { messages: hello, tools: [tool], tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    chat: { messages: hello, tools: [weather], tool_choice: "auto", parallel_tool_calls: false },
  },
  {
    name: "a stream, with a request for its usage",
    messages: { messages: hello, stream: true },
    chat: { messages: hello, stream: true, stream_options: { include_usage: true } },
  },
  {
    name: "sampling and stops",
    messages: { messages: hello, temperature: 0.5, top_p: 0.9, top_k: 5, stop_sequences: ["END"] },
    chat: { messages: hello, temperature: 0.5, top_p: 0.9, stop: ["END"] },
  },
  {
    name: "an answer in a form",
    messages: { messages: hello, output_config: { format: { type: "json_schema", schema } } },
    chat: {
      messages: hello,
      response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } },
    },
  },
  {
    name: "an answer in a form, as the beta called it",
    messages: { messages: hello, output_format: { type: "json_schema", schema } },
    chat: {
      messages: hello,
      response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } },
    },
  },
  {
    name: "effort",
    messages: { messages: hello, thinking: { type: "adaptive" }, output_config: { effort: "max" } },
    chat: { messages: hello, reasoning_effort: "xhigh" },
  },
  {
    name: "adaptive thinking",
    messages: { messages: hello, thinking: { type: "adaptive" } },
    chat: { messages: hello },
  },
  {
    name: "a small thinking budget",
    messages: { messages: hello, thinking: { type: "enabled", budget_tokens: 1024 } },
    chat: { messages: hello, reasoning_effort: "low" },
  },
  {
    name: "a medium thinking budget",
    messages: { messages: hello, thinking: { type: "enabled", budget_tokens: 4096 } },
    chat: { messages: hello, reasoning_effort: "medium" },
  },
  {
    name: "a large thinking budget",
    messages: { messages: hello, thinking: { type: "enabled", budget_tokens: 16_384 } },
    chat: { messages: hello, reasoning_effort: "high" },
  },
  { name: "no thinking", messages: { messages: hello, thinking: { type: "disabled" } }, chat: { messages: hello } },
  {
    name: "hints without an equivalent",
    messages: {
      messages: hello,
      metadata: { user_id: "u" },
      service_tier: "auto",
      context_management: { edits: [] },
      mcp_servers: [],
    },
    chat: { messages: hello },
  },
];

/** Bodies that OpenAI's dialect cannot express, each with the member that the refusal names. */
export const REFUSED_CASES: readonly (readonly [messages: JsonObject, param: string])[] = [
  [{ messages: hello, max_tokens: undefined }, "max_tokens"],
  [{ messages: hello, container: "c" }, "container"],
  [{ messages: hello, mcp_servers: [{ type: "url" }] }, "mcp_servers"],
  [{ messages: hello, frobnicate: 1 }, "frobnicate"],
  [{ messages: {} }, "messages"],
  [{ messages: [null] }, "messages.0"],
  [{ messages: [{ role: "tool", content: "x" }] }, "messages.0.role"],
  [{ messages: [{ role: "user", content: null }] }, "messages.0.content"],
  [{ messages: [{ role: "user", content: [{ type: "search_result" }] }] }, "messages.0.content.0.content"],
  [
    { messages: [{ role: "user", content: [{ type: "image", source: { type: "file", file_id: "f" } }] }] },
    "messages.0.content.0.source.type",
  ],
  [
    {
      messages: [
        { role: "user", content: [{ type: "document", source: { type: "url", url: "https://example.com" } }] },
      ],
    },
    "messages.0.content.0.source.type",
  ],
  [{ messages: [{ role: "user", content: [{ type: "tool_result" }] }] }, "messages.0.content.0.tool_use_id"],
  [{ messages: [{ role: "assistant", content: [{ type: "server_tool_use" }] }] }, "messages.0.content.0.type"],
  [{ messages: hello, tools: [{ type: "web_search_20250305", name: "web_search" }] }, "tools.0.type"],
  [{ messages: hello, tools: [tool], tool_choice: { type: "some" } }, "tool_choice.type"],
  [{ messages: hello, output_config: { format: { type: "grammar" } } }, "output_config.format"],
];
