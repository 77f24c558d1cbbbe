import type { JsonObject } from "../json-value";

/** A body of `/chat/completions`, without `model`, and what of Anthropic's body it must become, without what is the same in every case. */
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
const schema = {
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
  additionalProperties: false,
};

export const REQUEST_CASES: readonly RequestCase[] = [
  { name: "a single question", chat: { messages: hello }, messages: { max_tokens: 32_000, messages: said } },
  {
    name: "an older model's limit",
    model: "claude-3-haiku-20240307",
    chat: { messages: hello },
    messages: { max_tokens: 4096, messages: said },
  },
  {
    name: "a limit of the caller's",
    chat: { messages: hello, max_tokens: 7 },
    messages: { max_tokens: 7, messages: said },
  },
  {
    name: "the newer name of the limit counts",
    chat: { messages: hello, max_tokens: 7, max_completion_tokens: 8 },
    messages: { max_tokens: 8, messages: said },
  },
  {
    name: "system and developer messages, wherever they stand",
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
    name: "several turns, neighbours of one role in one",
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
    name: "images, by address and in the request, and a PDF",
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
    name: "tools, parallel calls and their results in one turn before what the user says next",
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
      tools: [weatherTool, { name: "now", input_schema: { type: "object", properties: {} }, strict: true }],
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
    name: "signed thinking goes back before the call that it led to, unsigned does not",
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
    name: "one call at a time, and a call it must be",
    chat: { messages: hello, tools: [weather], tool_choice: "required", parallel_tool_calls: false },
    messages: {
      max_tokens: 32_000,
      messages: said,
      tools: [weatherTool],
      tool_choice: { type: "any", disable_parallel_tool_use: true },
    },
  },
  {
    name: "no tools: nothing about calls",
    chat: { messages: hello, tools: [], parallel_tool_calls: false, tool_choice: "auto" },
    messages: { max_tokens: 32_000, messages: said },
  },
  {
    name: "an answer in a form",
    chat: {
      messages: hello,
      response_format: { type: "json_schema", json_schema: { name: "person", strict: true, schema } },
    },
    messages: { max_tokens: 32_000, messages: said, output_config: { format: { type: "json_schema", schema } } },
  },
  {
    name: "an answer in some JSON",
    chat: { messages: hello, response_format: { type: "json_object" } },
    messages: {
      max_tokens: 32_000,
      messages: said,
      system: [
        { type: "text", text: "Answer with one valid JSON object and nothing else: no explanation, no code fence." },
      ],
    },
  },
  {
    name: "an answer in text",
    chat: { messages: hello, response_format: { type: "text" } },
    messages: { max_tokens: 32_000, messages: said },
  },
  {
    name: "sampling, capped where Anthropic ends",
    chat: { messages: hello, temperature: 1.5, top_p: 0.9, top_k: 40 },
    messages: { max_tokens: 32_000, messages: said, temperature: 1, top_p: 0.9, top_k: 40 },
  },
  {
    name: "stop sequences, but no white space",
    chat: { messages: hello, stop: ["END", "\n"] },
    messages: { max_tokens: 32_000, messages: said, stop_sequences: ["END"] },
  },
  {
    name: "one stop sequence, streamed",
    chat: { messages: hello, stop: "END", stream: true, stream_options: { include_usage: true } },
    messages: { max_tokens: 32_000, messages: said, stop_sequences: ["END"], stream: true },
  },
  {
    name: "effort, of a model that decides itself",
    model: "claude-opus-4-6",
    chat: { messages: hello, reasoning_effort: "high" },
    messages: {
      max_tokens: 32_000,
      messages: said,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "high" },
    },
  },
  {
    name: "effort, of a model without a version",
    model: "claude-mythos-preview",
    chat: { messages: hello, reasoning_effort: "minimal" },
    messages: {
      max_tokens: 32_000,
      messages: said,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "low" },
    },
  },
  {
    name: "effort, of a model that counts",
    model: "claude-sonnet-4-5-20250929",
    chat: { messages: hello, reasoning_effort: "medium" },
    messages: { max_tokens: 32_000, messages: said, thinking: { type: "enabled", budget_tokens: 4096 } },
  },
  {
    name: "effort within the limit",
    model: "claude-3-7-sonnet-20250219",
    chat: { messages: hello, reasoning_effort: "high", max_tokens: 2000 },
    messages: { max_tokens: 2000, messages: said, thinking: { type: "enabled", budget_tokens: 1999 } },
  },
  {
    name: "effort without room",
    model: "claude-sonnet-4-20250514",
    chat: { messages: hello, reasoning_effort: "high", max_tokens: 1024 },
    messages: { max_tokens: 1024, messages: said },
  },
  {
    name: "no effort",
    chat: { messages: hello, reasoning_effort: "none" },
    messages: { max_tokens: 32_000, messages: said, thinking: { type: "disabled" } },
  },
  {
    name: "thinking as Anthropic has it counts before effort",
    chat: { messages: hello, reasoning_effort: "low", thinking: { type: "enabled", budget_tokens: 2048 } },
    messages: { max_tokens: 32_000, messages: said, thinking: { type: "enabled", budget_tokens: 2048 } },
  },
  {
    name: "who asks",
    chat: { messages: hello, user: "u1" },
    messages: { max_tokens: 32_000, messages: said, metadata: { user_id: "u1" } },
  },
  {
    name: "hints that have no counterpart",
    chat: {
      messages: hello,
      seed: 1,
      frequency_penalty: 0.5,
      presence_penalty: 1,
      store: true,
      metadata: { a: "b" },
      service_tier: "auto",
      verbosity: "low",
    },
    messages: { max_tokens: 32_000, messages: said },
  },
  {
    name: "what is refused, where it asks for nothing",
    chat: {
      messages: hello,
      n: 1,
      logprobs: false,
      top_logprobs: null,
      logit_bias: {},
      modalities: ["text"],
      audio: null,
    },
    messages: { max_tokens: 32_000, messages: said },
  },
];

/** A body that cannot be said in Anthropic's dialect, and the member that is named as the reason. */
export const REFUSED_CASES: readonly (readonly [chat: JsonObject, param: string])[] = [
  [{ messages: hello, n: 2 }, "n"],
  [{ messages: hello, logprobs: true }, "logprobs"],
  [{ messages: hello, top_logprobs: 3 }, "top_logprobs"],
  [{ messages: hello, logit_bias: { "50256": -100 } }, "logit_bias"],
  [{ messages: hello, modalities: ["text", "audio"] }, "modalities"],
  [{ messages: hello, audio: { voice: "alloy", format: "mp3" } }, "audio"],
  [{ messages: hello, functions: [] }, "functions"],
  [{ messages: hello, web_search_options: {} }, "web_search_options"],
  [{ messages: hello, frobnicate: 1 }, "frobnicate"],
  [{ messages: hello, constructor: 1 }, "constructor"],
  [{ messages: "Hello" }, "messages"],
  [{ messages: [7] }, "messages.0"],
  [{ messages: [{ role: "function", content: "x" }] }, "messages.0.role"],
  [{ messages: [{ role: "user", content: 7 }] }, "messages.0.content"],
  [
    { messages: [{ role: "user", content: [{ type: "input_audio", input_audio: { data: "", format: "wav" } }] }] },
    "messages.0.content.0.type",
  ],
  [
    { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "ftp://example.com/a" } }] }] },
    "messages.0.content.0.image_url.url",
  ],
  [
    { messages: [{ role: "user", content: [{ type: "file", file: { file_id: "file-1" } }] }] },
    "messages.0.content.0.file.file_data",
  ],
  [
    { messages: [{ role: "system", content: [{ type: "image_url", image_url: { url: "https://example.com/a" } }] }] },
    "messages.0.content",
  ],
  [{ messages: [{ role: "assistant", audio: { id: "audio_1" } }] }, "messages.0.audio"],
  [{ messages: [{ role: "assistant", function_call: { name: "f", arguments: "" } }] }, "messages.0.function_call"],
  [
    {
      messages: [
        { role: "assistant", tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{" } }] },
      ],
    },
    "messages.0.tool_calls.0.function.arguments",
  ],
  [{ messages: [{ role: "tool", content: "x" }] }, "messages.0.tool_call_id"],
  [{ messages: hello, tools: [{ type: "custom", custom: { name: "x" } }] }, "tools.0.type"],
  [{ messages: hello, tools: [weather], tool_choice: { type: "allowed_tools" } }, "tool_choice"],
  [{ messages: hello, response_format: { type: "grammar" } }, "response_format"],
  [{ messages: hello, reasoning_effort: "extreme" }, "reasoning_effort"],
];
