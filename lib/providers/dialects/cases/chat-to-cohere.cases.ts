import type { JsonObject } from "../../json-value";

/** A body of `/chat/completions` without `model`, and the body of `/v2/chat` that it must become. */
export interface CohereCase {
  readonly name: string;
  readonly chat: JsonObject;
  readonly cohere: JsonObject;
  readonly model?: string;
  /** The names of what is lost. */
  readonly dropped?: readonly string[];
}

const hello = [{ role: "user", content: "Hello" }];
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const weather = { type: "function", function: { name: "get_weather", description: "The weather.", parameters } };
const time = { type: "function", function: { name: "get_time" } };
const strict = (tool: typeof weather): JsonObject => ({ ...tool, function: { ...tool.function, strict: true } });
const called = { id: "c1", type: "function", function: { name: "get_weather", arguments: '{"city":"Köln"}' } };

export const COHERE_CASES: readonly CohereCase[] = [
  { name: "a single question", chat: { messages: hello }, cohere: { messages: hello } },
  {
    name: "system and developer messages, where they are",
    chat: {
      messages: [
        { role: "system", content: "Be brief." },
        ...hello,
        { role: "developer", content: [{ type: "text", text: "Be kind." }] },
      ],
    },
    cohere: {
      messages: [{ role: "system", content: "Be brief." }, ...hello, { role: "system", content: "Be kind." }],
    },
  },
  {
    name: "images by address and in base64 beside a text",
    chat: {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Which?" },
            { type: "image_url", image_url: { url: "https://example.com/a.png" } },
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          ],
        },
      ],
    },
    cohere: {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Which?" },
            { type: "image_url", image_url: { url: "https://example.com/a.png" } },
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          ],
        },
      ],
    },
  },
  {
    name: "a call and its result",
    chat: {
      messages: [
        ...hello,
        { role: "assistant", content: null, tool_calls: [called] },
        { role: "tool", tool_call_id: "c1", content: "Rain." },
      ],
      tools: [weather],
    },
    cohere: {
      messages: [
        ...hello,
        { role: "assistant", tool_calls: [called] },
        { role: "tool", tool_call_id: "c1", content: "Rain." },
      ],
      tools: [weather],
    },
  },
  {
    name: "a call without arguments gets an empty object",
    chat: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: "Wait.",
          tool_calls: [{ id: "c2", type: "function", function: { name: "get_time", arguments: "" } }],
        },
        { role: "tool", tool_call_id: "c2", content: "12:00" },
      ],
      tools: [time],
    },
    cohere: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: "Wait.",
          tool_calls: [{ id: "c2", type: "function", function: { name: "get_time", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "c2", content: "12:00" },
      ],
      tools: [{ type: "function", function: { name: "get_time", parameters: { type: "object", properties: {} } } }],
    },
  },
  {
    name: "tools that are all strict",
    chat: { messages: hello, tools: [strict(weather)], tool_choice: "required" },
    cohere: { messages: hello, tools: [weather], strict_tools: true, tool_choice: "REQUIRED" },
  },
  {
    name: "no call",
    chat: { messages: hello, tools: [weather], tool_choice: "none" },
    cohere: { messages: hello, tools: [weather], tool_choice: "NONE" },
  },
  {
    name: "the model decides",
    chat: { messages: hello, tools: [weather], tool_choice: "auto" },
    cohere: { messages: hello, tools: [weather] },
  },
  {
    name: "a named tool is the only one",
    chat: {
      messages: hello,
      tools: [weather, time],
      tool_choice: { type: "function", function: { name: "get_weather" } },
    },
    cohere: { messages: hello, tools: [weather], tool_choice: "REQUIRED" },
  },
  {
    name: "limits and sampling",
    chat: {
      messages: hello,
      max_completion_tokens: 9,
      stop: ["END"],
      stream: true,
      temperature: 0.3,
      top_p: 0.8,
      top_k: 40,
      seed: 7,
      frequency_penalty: 0.5,
      presence_penalty: 0,
    },
    cohere: {
      messages: hello,
      max_tokens: 9,
      stream: true,
      stop_sequences: ["END"],
      temperature: 0.3,
      p: 0.8,
      k: 40,
      seed: 7,
      frequency_penalty: 0.5,
      presence_penalty: 0,
    },
  },
  {
    name: "values outside Cohere's bounds",
    chat: { messages: hello, temperature: 1.5, top_p: 1, top_k: 5000, frequency_penalty: 2, presence_penalty: -1 },
    cohere: { messages: hello, temperature: 1, p: 0.99, k: 500, frequency_penalty: 1 },
    dropped: ["presence_penalty"],
  },
  {
    name: "JSON",
    chat: { messages: hello, response_format: { type: "json_object" } },
    cohere: { messages: hello, response_format: { type: "json_object" } },
  },
  {
    name: "JSON by a schema",
    chat: { messages: hello, response_format: { type: "json_schema", json_schema: { name: "a", schema: parameters } } },
    cohere: { messages: hello, response_format: { type: "json_object", json_schema: parameters } },
  },
  {
    name: "an effort, for a model that thinks",
    model: "command-a-reasoning-08-2025",
    chat: { messages: hello, reasoning_effort: "medium" },
    cohere: { messages: hello, thinking: { type: "enabled", token_budget: 4096 } },
  },
  {
    name: "the highest effort",
    model: "command-a-reasoning-08-2025",
    chat: { messages: hello, reasoning_effort: "high" },
    cohere: { messages: hello, thinking: { type: "enabled" } },
  },
  {
    name: "no thinking",
    model: "command-a-reasoning-08-2025",
    chat: { messages: hello, reasoning_effort: "none" },
    cohere: { messages: hello, thinking: { type: "disabled" } },
  },
  {
    name: "a budget of thought",
    model: "command-a-reasoning-08-2025",
    chat: { messages: hello, thinking: { type: "enabled", budget_tokens: 2000 } },
    cohere: { messages: hello, thinking: { type: "enabled", token_budget: 2000 } },
  },
  {
    name: "an effort, for a model that does not think",
    chat: { messages: hello, reasoning_effort: "high" },
    cohere: { messages: hello },
    dropped: ["reasoning_effort"],
  },
  {
    name: "what Cohere has no word for",
    chat: { messages: hello, user: "u", parallel_tool_calls: false, n: 1 },
    cohere: { messages: hello },
    dropped: ["user", "parallel_tool_calls"],
  },
];

/** What Cohere cannot do, and the member that the refusal names. */
export const COHERE_REFUSED: readonly (readonly [chat: JsonObject, param: string])[] = [
  [{ messages: hello, tools: [weather], response_format: { type: "json_object" } }, "tools"],
  [{ messages: hello, n: 2 }, "n"],
  [{ messages: hello, logit_bias: { "1": 1 } }, "logit_bias"],
  [{ messages: hello, reasoning_effort: "enormous" }, "reasoning_effort"],
  [
    { messages: [{ role: "user", content: [{ type: "input_audio", input_audio: { data: "AA", format: "wav" } }] }] },
    "messages.0.content.0.type",
  ],
  [
    {
      messages: [
        { role: "user", content: [{ type: "file", file: { file_data: "data:application/pdf;base64,AAAA" } }] },
      ],
    },
    "messages.0.content.0.type",
  ],
];
