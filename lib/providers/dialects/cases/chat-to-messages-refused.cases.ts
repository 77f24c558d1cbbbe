import type { JsonObject } from "../../json-value";

const hello = [{ role: "user", content: "Hello" }];
const weather = { type: "function", function: { name: "get_weather" } };

/** Bodies that Anthropic's dialect cannot express, each with the member that the refusal names. */
export const REFUSED_CASES: readonly (readonly [chat: JsonObject, param: string])[] = [
  [{ messages: hello, n: 2 }, "n"],
  [{ messages: hello, logprobs: true }, "logprobs"],
  [{ messages: hello, top_logprobs: 3 }, "top_logprobs"],
  [{ messages: hello, logit_bias: { "50256": -100 } }, "logit_bias"],
  [{ messages: hello, modalities: ["text", "audio"] }, "modalities"],
  [{ messages: hello, audio: { voice: "alloy", format: "mp3" } }, "audio"],
  [{ messages: hello, functions: [] }, "functions"],
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
