import type { CarriedMembers } from "../../../form/parameters";

/** What `/chat/completions` takes (platform.openai.com/docs/api-reference/chat/create). */
export const CHAT_CARRIED: CarriedMembers = {
  model: "Replaced by the upstream's name of the model.",
  turns: "See below.",
  limit:
    "Sent as `max_completion_tokens` to OpenAI and Azure, whose reasoning models refuse the older name, and as `max_tokens` elsewhere.",
  isStreamed: "The usage is requested as well.",
  stop: "Sent as `stop`.",
  temperature: "",
  topP: "",
  seed: "",
  frequencyPenalty: "",
  presencePenalty: "",
  tools: "",
  choice: "`any` is `required`, `disable_parallel_tool_use` is `parallel_tool_calls: false`.",
  isSingle: "`parallel_tool_calls: false`.",
  format: "`format` is `response_format`.",
  effort: "A budget becomes `reasoning_effort`: `low` below 4096 tokens, `medium` below 16384, otherwise `high`.",
  user: "",
};
