import type { RequestCase } from "./messages-to-chat.cases";

const hello = [{ role: "user", content: "Hello" }];

/** Results of searches and of calls that failed, which Chat Completions has only as texts. */
export const RESULT_CASES: readonly RequestCase[] = [
  {
    name: "what the caller's search has found, as texts",
    messages: {
      messages: [
        {
          role: "user",
          content: [
            {
              type: "search_result",
              title: "Rome",
              source: "https://example.com/rome",
              content: [
                { type: "text", text: "A city." },
                { type: "text", text: "Old." },
              ],
              citations: { enabled: true },
            },
            { type: "text", text: "Where?" },
          ],
        },
      ],
    },
    chat: {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Rome\nhttps://example.com/rome\n\nA city.\n\nOld." },
            { type: "text", text: "Where?" },
          ],
        },
      ],
    },
  },
  {
    name: "calls that failed, as texts that say so",
    messages: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: ["1", "2", "3"].map((id) => ({ type: "tool_use", id, name: "f", input: {} })),
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "1", content: "No clock.", is_error: true },
            { type: "tool_result", tool_use_id: "2", content: "<error>No clock.</error>", is_error: true },
            { type: "tool_result", tool_use_id: "3", is_error: true },
          ],
        },
      ],
    },
    chat: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: null,
          tool_calls: ["1", "2", "3"].map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } })),
        },
        { role: "tool", tool_call_id: "1", content: "Error: No clock." },
        { role: "tool", tool_call_id: "2", content: "<error>No clock.</error>" },
        { role: "tool", tool_call_id: "3", content: "Error" },
      ],
    },
  },
];
