import type { CarriedMembers } from "../../../form/parameters";

/** What Cohere's `/v2/chat` takes (docs.cohere.com/reference/chat). */
export const COHERE_CARRIED: CarriedMembers = {
  model: { as: "model", says: "Replaced by the upstream's name of the model." },
  turns: { as: "messages", says: "If a call's result has more than text, the rest follows in the user's message." },
  limit: { as: "max_tokens" },
  isStreamed: { as: "stream" },
  stop: { as: "stop_sequences" },
  temperature: { as: "temperature" },
  topP: { as: "p" },
  topK: { as: "k" },
  seed: { as: "seed" },
  frequencyPenalty: { as: "frequency_penalty" },
  presencePenalty: { as: "presence_penalty" },
  tools: { as: "tools", says: "`strict_tools` if all of them are strict." },
  choice: {
    as: "tool_choice",
    says: "`REQUIRED` or `NONE`; a named tool is required by being the only one that is sent.",
  },
  format: { as: "response_format" },
  effort: { as: "thinking" },
  thinking: { as: "thinking" },
  strict: { as: "strict_tools", says: "Only if all tools are strict and require an argument." },
};
