import type { JsonObject } from "../../json-value";

/** A body of `/chat/completions` without `model`, and the Anthropic body that it must become. */
export interface RequestCase {
  readonly name: string;
  readonly chat: JsonObject;
  readonly messages: JsonObject;
  readonly model?: string;
}

const hello = [{ role: "user", content: "Hello" }];
const said = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];
const weather = {
  type: "function",
  function: {
    name: "get_weather",
    description: "The weather.",
    parameters: { type: "object", properties: { city: { type: "string" } } },
  },
};
const weatherTool = {
  name: "get_weather",
  description: "The weather.",
  input_schema: { type: "object", properties: { city: { type: "string" } } },
};

/** Conversations and tools. */
export const REQUEST_CASES: readonly RequestCase[] = [
  { name: "a single question", chat: { messages: hello }, messages: { max_tokens: 32_000, messages: said } },
  {
    name: "an older model's limit",
    model: "claude-3-haiku-20240307",
    chat: { messages: hello },
    messages: { max_tokens: 4096, messages: said },
  },
  {
    name: "the caller's own limit",
    chat: { messages: hello, max_tokens: 7 },
    messages: { max_tokens: 7, messages: said },
  },
  {
    name: "the newer name of the limit takes precedence",
    chat: { messages: hello, max_tokens: 7, max_completion_tokens: 8 },
    messages: { max_tokens: 8, messages: said },
  },
  {
    name: "system and developer messages, wherever they are",
    chat: {
      messages: [
        { role: "system", content: "Be brief." },
        ...hello,
        { role: "developer", content: [{ type: "text", text: "Be kind.", cache_control: { type: "ephemeral" } }] },
      ],
    },
    messages: {
      max_tokens: 32_000,
      system: [
        { type: "text", text: "Be brief." },
        { type: "text", text: "Be kind.", cache_control: { type: "ephemeral" } },
      ],
      messages: said,
    },
  },
  {
    name: "several turns, with adjacent messages of one role joined",
    chat: {
      messages: [
        ...hello,
        { role: "assistant", content: "Hi." },
        { role: "user", content: "One" },
        { role: "user", content: [{ type: "text", text: "Two" }], name: "Ann" },
      ],
    },
    messages: {
      max_tokens: 32_000,
      messages: [
        ...said,
        { role: "assistant", content: [{ type: "text", text: "Hi." }] },
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
    name: "empty texts, which Anthropic refuses, are left out",
    chat: {
      messages: [
        { role: "system", content: "" },
        ...hello,
        { role: "assistant", content: null },
        {
          role: "user",
          content: [
            { type: "text", text: "" },
            { type: "text", text: "Go on" },
          ],
        },
      ],
    },
    messages: {
      max_tokens: 32_000,
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Hello" },
            { type: "text", text: "Go on" },
          ],
        },
      ],
    },
  },
  {
    name: "images, by address and inline, and a PDF",
    chat: {
      messages: [
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "high" } },
            { type: "image_url", image_url: { url: "data:image/PNG;base64,aGk=" } },
            { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBE" } },
          ],
        },
      ],
    },
    messages: {
      max_tokens: 32_000,
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
          ],
        },
      ],
    },
  },
  {
    name: "tools, parallel calls, and their results in one turn before the user's next message",
    chat: {
      tools: [weather, { type: "function", function: { name: "now", strict: true } }],
      messages: [
        ...hello,
        {
          role: "assistant",
          content: "Let me see.",
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Rome"}' } },
            { id: "call.2", type: "function", function: { name: "now", arguments: "" } },
          ],
        },
        { role: "tool", tool_call_id: "call_1", content: "Sunny" },
        {
          role: "tool",
          tool_call_id: "call.2",
          content: [
            { type: "text", text: "Noon" },
            { type: "text", text: "sharp" },
          ],
        },
        { role: "user", content: "And?" },
      ],
    },
    messages: {
      max_tokens: 32_000,
      tools: [
        weatherTool,
        {
          name: "now",
          input_schema: { type: "object", properties: {}, additionalProperties: false },
          strict: true,
        },
      ],
      messages: [
        ...said,
        {
          role: "assistant",
          content: [
            { type: "text", text: "Let me see." },
            { type: "tool_use", id: "call_1", name: "get_weather", input: { city: "Rome" } },
            { type: "tool_use", id: "call_2", name: "now", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: "Sunny" },
            {
              type: "tool_result",
              tool_use_id: "call_2",
              content: [
                { type: "text", text: "Noon" },
                { type: "text", text: "sharp" },
              ],
            },
            { type: "text", text: "And?" },
          ],
        },
      ],
    },
  },
  {
    name: "signed thinking is sent back before the call that it led to, unsigned thinking is not",
    chat: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: null,
          reasoning_content: "Hm.",
          thinking_blocks: [
            { type: "thinking", thinking: "Hm.", signature: "sig" },
            { type: "redacted_thinking", data: "x" },
            { type: "thinking", thinking: "Unsigned", signature: "" },
          ],
          tool_calls: [{ id: "c", type: "function", function: { name: "now", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "c", content: "" },
      ],
    },
    messages: {
      max_tokens: 32_000,
      messages: [
        ...said,
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "sig" },
            { type: "redacted_thinking", data: "x" },
            { type: "tool_use", id: "c", name: "now", input: {} },
          ],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c" }] },
      ],
    },
  },
  ...(
    [
      ["auto", { type: "auto" }],
      ["none", { type: "none" }],
      ["required", { type: "any" }],
      [
        { type: "function", function: { name: "get_weather" } },
        { type: "tool", name: "get_weather" },
      ],
    ] as const
  ).map(([choice, translated]) => ({
    name: `tool_choice ${JSON.stringify(choice)}`,
    chat: { messages: hello, tools: [weather], tool_choice: choice },
    messages: { max_tokens: 32_000, messages: said, tools: [weatherTool], tool_choice: translated },
  })),
  {
    name: "one call at a time",
    chat: { messages: hello, tools: [weather], parallel_tool_calls: false },
    messages: {
      max_tokens: 32_000,
      messages: said,
      tools: [weatherTool],
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
    },
  },
  {
    name: "one call at a time, and a call is required",
    chat: { messages: hello, tools: [weather], tool_choice: "required", parallel_tool_calls: false },
    messages: {
      max_tokens: 32_000,
      messages: said,
      tools: [weatherTool],
      tool_choice: { type: "any", disable_parallel_tool_use: true },
    },
  },
  {
    name: "no tools, and so nothing about calls",
    chat: { messages: hello, tools: [], parallel_tool_calls: false, tool_choice: "auto" },
    messages: { max_tokens: 32_000, messages: said },
  },
];
