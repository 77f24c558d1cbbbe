import type { JsonObject } from "../../json-value";
import { signedId } from "../../form/call-id";
import type { ToGoogleCase } from "./to-google.cases";

const hello = [{ role: "user", content: "Hello" }];
const said = { role: "user", parts: [{ text: "Hello" }] };
const PIXEL = "iVBORw0KGgo=";
const SIGNED = signedId("call_1", "c2lnbmVk");

const call = (id: string, name: string, args = "{}"): JsonObject => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

/** Conversations. */
export const TURNS_TO_GOOGLE: readonly ToGoogleCase[] = [
  {
    name: "parallel calls, their results in another order, and what is said with them",
    from: "chat",
    body: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: "Let me see.",
          tool_calls: [call("a", "get_weather", '{"city":"Bonn"}'), call("b", "now", "")],
        },
        { role: "tool", tool_call_id: "b", content: "noon" },
        { role: "system", content: "Be brief." },
        { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "sun" }] },
        { role: "user", content: "And?" },
      ],
    },
    google: {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [
        said,
        {
          role: "model",
          parts: [
            { text: "Let me see." },
            { functionCall: { id: "a", name: "get_weather", args: { city: "Bonn" } } },
            { functionCall: { id: "b", name: "now", args: {} } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { id: "a", name: "get_weather", response: { output: "sun" } } },
            { functionResponse: { id: "b", name: "now", response: { output: "noon" } } },
          ],
        },
        { role: "user", parts: [{ text: "And?" }] },
      ],
    },
  },
  {
    name: "calls at Vertex AI, which knows no ids",
    from: "chat",
    provider: "vertex_ai",
    body: {
      messages: [
        ...hello,
        { role: "assistant", tool_calls: [call("a", "now")] },
        { role: "tool", tool_call_id: "a", content: "noon" },
      ],
    },
    google: {
      contents: [
        said,
        { role: "model", parts: [{ functionCall: { name: "now", args: {} } }] },
        { role: "user", parts: [{ functionResponse: { name: "now", response: { output: "noon" } } }] },
      ],
    },
  },
  {
    name: "the signature in an id, whose client kept nothing else",
    from: "chat",
    model: "gemini-3-pro-preview",
    body: {
      messages: [
        ...hello,
        { role: "assistant", tool_calls: [call(SIGNED, "now"), call("call_2", "now")] },
        { role: "tool", tool_call_id: SIGNED, content: "noon" },
        { role: "tool", tool_call_id: "call_2", content: "night" },
      ],
    },
    google: {
      contents: [
        said,
        {
          role: "model",
          parts: [
            { functionCall: { id: "call_1", name: "now", args: {} }, thoughtSignature: "c2lnbmVk" },
            { functionCall: { id: "call_2", name: "now", args: {} } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { id: "call_1", name: "now", response: { output: "noon" } } },
            { functionResponse: { id: "call_2", name: "now", response: { output: "night" } } },
          ],
        },
      ],
    },
  },
  {
    name: "another model's call and thoughts, at a model that insists on signatures",
    from: "messages",
    model: "gemini-3-flash-preview",
    body: {
      max_tokens: 5,
      messages: [
        ...hello,
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "EqQB" },
            { type: "tool_use", id: "toolu_1", name: "now", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "toolu_1",
              is_error: true,
              content: [{ type: "text", text: "no clock" }],
            },
            { type: "text", text: "Try again." },
          ],
        },
      ],
    },
    dropped: ["messages.*.content.*.thinking"],
    google: {
      contents: [
        said,
        {
          role: "model",
          parts: [
            {
              functionCall: { id: "toolu_1", name: "now", args: {} },
              thoughtSignature: "skip_thought_signature_validator",
            },
          ],
        },
        {
          role: "user",
          parts: [{ functionResponse: { id: "toolu_1", name: "now", response: { error: "no clock" } } }],
        },
        { role: "user", parts: [{ text: "Try again." }] },
      ],
      generationConfig: { maxOutputTokens: 5 },
    },
  },
  {
    name: "pictures, a PDF and sound",
    from: "chat",
    body: {
      messages: [
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } },
            { type: "image_url", image_url: { url: "https://example.com/a.webp?x=1" } },
            { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERg==" } },
            { type: "input_audio", input_audio: { data: "AA==", format: "mp3" } },
          ],
        },
      ],
    },
    dropped: ["messages.*.content.*.file.filename"],
    google: {
      contents: [
        {
          role: "user",
          parts: [
            { inlineData: { mimeType: "image/png", data: PIXEL } },
            { fileData: { mimeType: "image/webp", fileUri: "https://example.com/a.webp?x=1" } },
            { inlineData: { mimeType: "application/pdf", data: "JVBERg==" } },
            { inlineData: { mimeType: "audio/mp3", data: "AA==" } },
          ],
        },
      ],
    },
  },
  {
    name: "a picture as the result of a call",
    from: "messages",
    body: {
      max_tokens: 5,
      messages: [
        ...hello,
        { role: "assistant", content: [{ type: "tool_use", id: "t", name: "look", input: {} }] },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "t",
              content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } }],
            },
          ],
        },
      ],
    },
    google: {
      contents: [
        said,
        { role: "model", parts: [{ functionCall: { id: "t", name: "look", args: {} } }] },
        { role: "user", parts: [{ functionResponse: { id: "t", name: "look", response: { output: "" } } }] },
        { role: "user", parts: [{ inlineData: { mimeType: "image/png", data: PIXEL } }] },
      ],
      generationConfig: { maxOutputTokens: 5 },
    },
  },
  {
    name: "adjacent messages of one role, and empty ones",
    from: "chat",
    body: {
      messages: [
        { role: "user", content: "One" },
        { role: "user", content: "" },
        { role: "user", content: "Two" },
        { role: "assistant", content: "" },
        { role: "user", content: "Three" },
      ],
    },
    google: {
      contents: [
        { role: "user", parts: [{ text: "One" }, { text: "Two" }] },
        { role: "user", parts: [{ text: "Three" }] },
      ],
    },
  },
];

/** What cannot be said to Google's models, and the parameter that the refusal names. */
export const REFUSED_BY_GOOGLE: readonly (readonly [from: ToGoogleCase["from"], body: JsonObject, param: string])[] = [
  ["chat", { messages: hello, logit_bias: { "1": 5 } }, "logit_bias"],
  ["chat", { messages: hello, tools: [{ type: "custom", custom: { name: "x" } }] }, "tools.0.type"],
  ["chat", { messages: hello, reasoning_effort: "extreme" }, "reasoning_effort"],
  ["chat", { messages: [{ role: "tool", tool_call_id: "x", content: "" }] }, "messages"],
  [
    "chat",
    { messages: [...hello, { role: "assistant", tool_calls: [call("a", "now", "[1]")] }] },
    "messages.1.tool_calls.0.function.arguments",
  ],
  [
    "chat",
    { messages: [{ role: "user", content: [{ type: "file", file: { file_id: "file-1" } }] }] },
    "messages.0.content.0.file.file_data",
  ],
  [
    "chat",
    { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "file:///etc/passwd" } }] }] },
    "messages.0.content.0.image_url.url",
  ],
  ["messages", { max_tokens: 1, messages: hello, tools: [{ type: "web_fetch_20250910", name: "s" }] }, "tools.0.type"],
];
