import type { JsonObject } from "../../json-value";

/** A body of `/responses` without `model`, and what an upstream of each dialect gets. */
export interface ResponsesCase {
  readonly name: string;
  readonly responses: JsonObject;
  readonly chat: JsonObject;
  readonly messages: JsonObject;
}

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const weather = { type: "function", name: "get_weather", description: "The weather.", parameters: schema };
const now = { type: "function", name: "now", parameters: { type: "object", properties: {} } };
const chatTool = {
  type: "function",
  function: { name: "get_weather", description: "The weather.", parameters: schema },
};
const messagesTool = { name: "get_weather", description: "The weather.", input_schema: schema };
const said = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];
const hello = { messages: [{ role: "user", content: "Hello" }] };
const toClaude = { max_tokens: 32_000, messages: said };

export const RESPONSES_CASES: readonly ResponsesCase[] = [
  { name: "a text", responses: { input: "Hello" }, chat: hello, messages: toClaude },
  {
    name: "instructions, system messages and all sampling",
    responses: {
      instructions: "Be brief.",
      input: [
        { role: "developer", content: "Be kind." },
        { role: "user", content: [{ type: "input_text", text: "Hello" }] },
      ],
      max_output_tokens: 100,
      temperature: 0.5,
      user: "ann",
      store: true,
      include: ["reasoning.encrypted_content"],
      truncation: "auto",
      metadata: { a: "b" },
    },
    chat: {
      messages: [{ role: "system", content: "Be brief." }, { role: "system", content: "Be kind." }, ...hello.messages],
      max_tokens: 100,
      temperature: 0.5,
      user: "ann",
    },
    messages: {
      max_tokens: 100,
      system: [
        { type: "text", text: "Be brief." },
        { type: "text", text: "Be kind." },
      ],
      messages: said,
      temperature: 0.5,
      metadata: { user_id: "ann" },
    },
  },
  {
    name: "a turn of thought, words and parallel calls, and its results",
    responses: {
      tools: [weather],
      input: [
        { role: "user", content: "Hello" },
        {
          type: "reasoning",
          id: "rs_1",
          summary: [{ type: "summary_text", text: "Hm." }],
          encrypted_content: "signature:sig",
        },
        { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "redacted:xyz" },
        { type: "reasoning", id: "rs_3", summary: [], encrypted_content: "gAAAA-of-another-provider" },
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: "Let me see.", annotations: [] }],
        },
        { type: "function_call", call_id: "c1", name: "get_weather", arguments: '{"city":"Rome"}' },
        { type: "function_call", call_id: "c2", name: "get_weather", arguments: '{"city":"Oslo"}' },
        { type: "function_call_output", call_id: "c1", output: "Sunny" },
        { type: "function_call_output", call_id: "c2", output: [{ type: "input_text", text: "Snow" }] },
      ],
    },
    chat: {
      tools: [chatTool],
      messages: [
        ...hello.messages,
        {
          role: "assistant",
          content: "Let me see.",
          tool_calls: [
            { id: "c1", type: "function", function: { name: "get_weather", arguments: '{"city":"Rome"}' } },
            { id: "c2", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } },
          ],
        },
        { role: "tool", tool_call_id: "c1", content: "Sunny" },
        { role: "tool", tool_call_id: "c2", content: "Snow" },
      ],
    },
    messages: {
      max_tokens: 32_000,
      tools: [messagesTool],
      messages: [
        ...said,
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "sig" },
            { type: "redacted_thinking", data: "xyz" },
            { type: "text", text: "Let me see." },
            { type: "tool_use", id: "c1", name: "get_weather", input: { city: "Rome" } },
            { type: "tool_use", id: "c2", name: "get_weather", input: { city: "Oslo" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c1", content: "Sunny" },
            { type: "tool_result", tool_use_id: "c2", content: "Snow" },
          ],
        },
      ],
    },
  },
  {
    name: "an image and a file",
    responses: {
      input: [
        {
          role: "user",
          content: [
            { type: "input_image", image_url: "https://example.com/a.png", detail: "auto" },
            { type: "input_image", image_url: "data:image/png;base64,aGk=" },
            { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBE" },
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
    name: "a choice of allowed tools, one call at a time",
    responses: {
      input: "Hello",
      tools: [weather, now],
      parallel_tool_calls: false,
      tool_choice: { type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "get_weather" }] },
    },
    chat: { ...hello, tools: [chatTool], tool_choice: "required", parallel_tool_calls: false },
    messages: {
      ...toClaude,
      tools: [messagesTool],
      tool_choice: { type: "any", disable_parallel_tool_use: true },
    },
  },
  {
    name: "an answer in a form, and an effort",
    responses: {
      input: "Hello",
      text: { format: { type: "json_schema", name: "place", strict: true, schema }, verbosity: "low" },
      reasoning: { effort: "low", summary: "auto" },
    },
    chat: {
      ...hello,
      reasoning_effort: "low",
      response_format: { type: "json_schema", json_schema: { name: "place", strict: true, schema } },
    },
    messages: {
      ...toClaude,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: {
        effort: "low",
        format: { type: "json_schema", schema: { ...schema, additionalProperties: false } },
      },
    },
  },
];

/** Bodies that no other dialect can express, each with the member that the refusal names. */
export const REFUSED_RESPONSES: readonly (readonly [responses: JsonObject, param: string])[] = [
  [{ input: "Hi", previous_response_id: "resp_1" }, "previous_response_id"],
  [{ input: "Hi", conversation: "conv_1" }, "conversation"],
  [{ prompt: { id: "pmpt_1" } }, "prompt"],
  [{ input: "Hi", background: true }, "background"],
  [{ input: "Hi", top_logprobs: 2 }, "top_logprobs"],
  [{ input: "Hi", frobnicate: 1 }, "frobnicate"],
  [{ input: 7 }, "input"],
  [{ input: [7] }, "input.0"],
  [{ input: [{ type: "item_reference", id: "msg_1" }] }, "input.0.type"],
  [{ input: [{ role: "tool", content: "x" }] }, "input.0.role"],
  [{ input: [{ role: "user", content: 7 }] }, "input.0.content"],
  [{ input: [{ role: "user", content: [{ type: "input_image", file_id: "f" }] }] }, "input.0.content.0.image_url"],
  [{ input: [{ type: "function_call", name: "f", arguments: "{}" }] }, "input.0.call_id"],
  [{ input: [{ type: "function_call_output", output: "x" }] }, "input.0.call_id"],
  [{ input: "Hi", tools: [{ type: "file_search" }] }, "tools.0.type"],
  [{ input: "Hi", tools: [weather], tool_choice: { type: "some" } }, "tool_choice"],
  [{ input: "Hi", text: { format: { type: "grammar" } } }, "text.format"],
];
