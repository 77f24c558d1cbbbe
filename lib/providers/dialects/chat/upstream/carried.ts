import type { CarriedMembers } from "../../../form/parameters";

/** What `/chat/completions` takes (platform.openai.com/docs/api-reference/chat/create). */
export const CHAT_CARRIED: CarriedMembers = {
  model: { as: "model", says: "Replaced by the upstream's name of the model." },
  turns: { as: "messages" },
  limit: {
    as: "max_tokens",
    says: "`max_completion_tokens` at OpenAI and Azure, whose reasoning models refuse the older name.",
  },
  count: { as: "n" },
  isStreamed: { as: "stream", says: "The usage is requested as well." },
  stop: { as: "stop" },
  temperature: { as: "temperature" },
  topP: { as: "top_p" },
  seed: { as: "seed" },
  frequencyPenalty: { as: "frequency_penalty" },
  presencePenalty: { as: "presence_penalty" },
  tools: { as: "tools" },
  search: {
    as: "web_search_options",
    says: "Only models and providers that search by Chat Completions take it: OpenAI's search models, OpenRouter and Perplexity; otherwise it is refused. Lists of domains are refused, and a number of searches is dropped.",
  },
  choice: { as: "tool_choice" },
  isSingle: { as: "parallel_tool_calls" },
  format: { as: "response_format" },
  effort: { as: "reasoning_effort", says: "`max` is `xhigh`." },
  thinking: {
    as: "reasoning_effort",
    says: "A budget becomes an effort: `low` below 4096 tokens, `medium` below 16384, otherwise `high`. If there is an effort too, that counts.",
  },
  user: { as: "user" },
  strict: { as: "tools.*.function.strict" },
  title: { as: "messages.*.content.*.file.filename", says: "Only for a document in base64." },
  detail: { as: "messages.*.content.*.image_url.detail" },
  searchSize: { as: "web_search_options.search_context_size" },
  searchPlace: { as: "web_search_options.user_location" },
};
