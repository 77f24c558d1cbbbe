import type { JsonObject } from "../../json-value";
import { sealOf } from "../google/thoughts";
import type { GoogleCase } from "./google-requests.cases";

const user = (...parts: JsonObject[]): JsonObject => ({ role: "user", parts });
const model = (...parts: JsonObject[]): JsonObject => ({ role: "model", parts });
const contents = [user({ text: "Hello" })];
const hello = { messages: [{ role: "user", content: "Hello" }] };
const said = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];
const item = { type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] };
const PIXEL = "iVBORw0KGgo=";
const seal = sealOf([
  { kind: "thought", text: "I should look.", signature: "EqQBCgIYAhIM" },
  { kind: "thought", redacted: "EmwKAhgB" },
]);

/** Conversations with calls, thoughts and media. */
export const GOOGLE_TURNS: readonly GoogleCase[] = [
  {
    name: "signed thoughts, words, parallel calls without ids, and their results in any order",
    google: {
      contents: [
        ...contents,
        model({ text: "I should look.", thought: true }),
        // Clients keep each piece of a stream as a content.
        model({ text: "Let me ", thoughtSignature: seal }),
        model({ text: "see." }),
        model({ functionCall: { name: "get_weather", args: { city: "Bonn" } } }),
        model({ functionCall: { name: "now" } }),
        user(
          { functionResponse: { name: "now", response: { error: "no clock" } } },
          { functionResponse: { name: "get_weather", response: { output: "sun" } } },
        ),
      ],
    },
    chat: {
      messages: [
        ...hello.messages,
        {
          role: "assistant",
          content: "Let me see.",
          tool_calls: [
            { id: "call_0", type: "function", function: { name: "get_weather", arguments: '{"city":"Bonn"}' } },
            { id: "call_1", type: "function", function: { name: "now", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "call_1", content: "Error: no clock" },
        { role: "tool", tool_call_id: "call_0", content: "sun" },
      ],
    },
    messages: {
      max_tokens: 32_000,
      messages: [
        ...said,
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "I should look.", signature: "EqQBCgIYAhIM" },
            { type: "redacted_thinking", data: "EmwKAhgB" },
            { type: "text", text: "Let me see." },
            { type: "tool_use", id: "call_0", name: "get_weather", input: { city: "Bonn" } },
            { type: "tool_use", id: "call_1", name: "now", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: "no clock", is_error: true },
            { type: "tool_result", tool_use_id: "call_0", content: "sun" },
          ],
        },
      ],
    },
    responses: {
      input: [
        item,
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me see." }] },
        { type: "function_call", call_id: "call_0", name: "get_weather", arguments: '{"city":"Bonn"}' },
        { type: "function_call", call_id: "call_1", name: "now", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: "Error: no clock" },
        { type: "function_call_output", call_id: "call_0", output: "sun" },
      ],
      store: false,
    },
  },
  {
    name: "calls and results with ids, and a result of any form with an image",
    google: {
      contents: [
        ...contents,
        model({ functionCall: { id: "a", name: "see", args: {} } }, { functionCall: { id: "b", name: "see" } }),
        user({
          functionResponse: {
            id: "b",
            name: "see",
            response: { seen: 2 },
            parts: [{ inlineData: { mimeType: "image/png", data: PIXEL } }],
          },
        }),
        user({ functionResponse: { id: "a", name: "see", response: { output: { seen: 1 } } } }),
      ],
    },
    chat: {
      messages: [
        ...hello.messages,
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "a", type: "function", function: { name: "see", arguments: "{}" } },
            { id: "b", type: "function", function: { name: "see", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "b", content: '{"seen":2}' },
        {
          role: "user",
          content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } }],
        },
        { role: "tool", tool_call_id: "a", content: '{"seen":1}' },
      ],
    },
    messages: {
      max_tokens: 32_000,
      messages: [
        ...said,
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "a", name: "see", input: {} },
            { type: "tool_use", id: "b", name: "see", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "b",
              content: [
                { type: "text", text: '{"seen":2}' },
                { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
              ],
            },
            { type: "tool_result", tool_use_id: "a", content: '{"seen":1}' },
          ],
        },
      ],
    },
    responses: {
      input: [
        item,
        { type: "function_call", call_id: "a", name: "see", arguments: "{}" },
        { type: "function_call", call_id: "b", name: "see", arguments: "{}" },
        {
          type: "function_call_output",
          call_id: "b",
          output: [
            { type: "input_text", text: '{"seen":2}' },
            { type: "input_image", image_url: `data:image/png;base64,${PIXEL}`, detail: "auto" },
          ],
        },
        { type: "function_call_output", call_id: "a", output: '{"seen":1}' },
      ],
      store: false,
    },
  },
  {
    name: "media: an image elsewhere, a PDF and a text",
    google: {
      contents: [
        user(
          { fileData: { mimeType: "image/png", fileUri: "https://pictures.example/a.png" } },
          { inlineData: { mimeType: "application/pdf", data: "JVBERi0-_w==", displayName: "a.pdf" } },
          { inlineData: { mimeType: "text/plain", data: Buffer.from("Grüße").toString("base64") } },
        ),
      ],
    },
    chat: {
      messages: [
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: "https://pictures.example/a.png" } },
            { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0+/w==" } },
            { type: "text", text: "Grüße" },
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
            { type: "image", source: { type: "url", url: "https://pictures.example/a.png" } },
            {
              type: "document",
              source: { type: "base64", media_type: "application/pdf", data: "JVBERi0+/w==" },
              title: "a.pdf",
            },
            { type: "document", source: { type: "text", media_type: "text/plain", data: "Grüße" } },
          ],
        },
      ],
    },
    responses: {
      input: [
        {
          type: "message",
          role: "user",
          content: [
            { type: "input_image", image_url: "https://pictures.example/a.png", detail: "auto" },
            { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0+/w==" },
            { type: "input_text", text: "Grüße" },
          ],
        },
      ],
      store: false,
    },
  },
];
