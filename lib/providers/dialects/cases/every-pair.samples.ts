/** The words of an answer with everything: a signed thought, a text, and two calls. */
export const SAID = {
  thought: ["I should ", "look 🔎."],
  signature: "c2lnbmF0dXJlIG9mIHRoZSBtb2RlbA==",
  text: ["Grüße ", "👋"],
  arguments: '{"place":"a \\"place\\", Grüße 👋","days":7}',
} as const;

const FIRST_ARGUMENTS = [SAID.arguments.slice(0, 20), SAID.arguments.slice(20)];

const events = (all: readonly object[]): string => all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/** That answer from Cohere, which signs no thoughts. */
export const COHERE_STREAM =
  events([
    { type: "message-start", id: "answer-1", delta: { message: { role: "assistant" } } },
    { type: "content-start", index: 0, delta: { message: { content: { type: "thinking", thinking: "" } } } },
    ...SAID.thought.map((thinking) => ({
      type: "content-delta",
      index: 0,
      delta: { message: { content: { thinking } } },
    })),
    { type: "content-end", index: 0 },
    { type: "content-start", index: 1, delta: { message: { content: { type: "text", text: "" } } } },
    ...SAID.text.map((text) => ({ type: "content-delta", index: 1, delta: { message: { content: { text } } } })),
    { type: "content-end", index: 1 },
    toolCallStart(0, "call-1", "get_weather", ""),
    ...FIRST_ARGUMENTS.map((text) => ({
      type: "tool-call-delta",
      index: 0,
      delta: { message: { tool_calls: { function: { arguments: text } } } },
    })),
    { type: "tool-call-end", index: 0 },
    toolCallStart(1, "call-2", "get_time", "{}"),
    { type: "tool-call-end", index: 1 },
    {
      type: "message-end",
      delta: { finish_reason: "TOOL_CALL", usage: { tokens: { input_tokens: 11, output_tokens: 7 } } },
    },
  ]) + "data: [DONE]\n\n";

function toolCallStart(index: number, id: string, name: string, args: string): object {
  const call = { id, type: "function", function: { name, arguments: args } };
  return { type: "tool-call-start", index, delta: { message: { tool_calls: call } } };
}

/** That answer from Bedrock, as its frames become events. */
export const CONVERSE_STREAM = events([
  { messageStart: { role: "assistant" } },
  ...SAID.thought.map((text) => delta(0, { reasoningContent: { text } })),
  delta(0, { reasoningContent: { signature: SAID.signature } }),
  { contentBlockStop: { contentBlockIndex: 0 } },
  ...SAID.text.map((text) => delta(1, { text })),
  { contentBlockStop: { contentBlockIndex: 1 } },
  { contentBlockStart: { contentBlockIndex: 2, start: { toolUse: { toolUseId: "call-1", name: "get_weather" } } } },
  ...FIRST_ARGUMENTS.map((input) => delta(2, { toolUse: { input } })),
  { contentBlockStop: { contentBlockIndex: 2 } },
  { contentBlockStart: { contentBlockIndex: 3, start: { toolUse: { toolUseId: "call-2", name: "get_time" } } } },
  delta(3, { toolUse: { input: "{}" } }),
  { contentBlockStop: { contentBlockIndex: 3 } },
  { messageStop: { stopReason: "tool_use" } },
  { metadata: { usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 } } },
]);

function delta(contentBlockIndex: number, said: object): object {
  return { contentBlockDelta: { contentBlockIndex, delta: said } };
}
