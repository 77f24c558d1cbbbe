import type { RequestCase } from "./chat-to-messages.cases";

const hello = [{ role: "user", content: "Hello" }];
const said = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];

/** The first turn and the last, about which Anthropic is stricter than OpenAI. */
export const TURN_CASES: readonly RequestCase[] = [
  {
    name: "a conversation that the assistant begins",
    chat: { messages: [{ role: "assistant", content: "Hi." }, ...hello] },
    messages: {
      max_tokens: 32_000,
      messages: [
        { role: "user", content: [{ type: "text", text: "." }] },
        { role: "assistant", content: [{ type: "text", text: "Hi." }] },
        ...said,
      ],
    },
  },
  {
    name: "a system message alone",
    chat: { messages: [{ role: "system", content: "Tell a joke." }] },
    messages: {
      max_tokens: 32_000,
      system: [{ type: "text", text: "Tell a joke." }],
      messages: [{ role: "user", content: [{ type: "text", text: "." }] }],
    },
  },
  {
    name: "an answer to continue, without white space at its end",
    chat: {
      messages: [
        ...hello,
        {
          role: "assistant",
          content: [
            { type: "text", text: "Dear \n" },
            { type: "text", text: " \n" },
          ],
        },
      ],
    },
    messages: {
      max_tokens: 32_000,
      messages: [...said, { role: "assistant", content: [{ type: "text", text: "Dear" }] }],
    },
  },
  {
    name: "an answer to continue of white space alone",
    chat: { messages: [...hello, { role: "assistant", content: " " }] },
    messages: { max_tokens: 32_000, messages: said },
  },
];
