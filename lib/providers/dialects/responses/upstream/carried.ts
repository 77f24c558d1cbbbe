import type { CarriedMembers } from "../../../form/parameters";
import { CHAT_CARRIED } from "../../chat/upstream/carried";

/** What `/responses` takes (platform.openai.com/docs/api-reference/responses/create). */
export const RESPONSES_CARRIED: CarriedMembers = {
  model: { as: "model", says: "Replaced by the upstream's name of the model, without `responses/`." },
  turns: {
    as: "input",
    says: "OpenAI's encrypted reasoning comes as the signature of the thought, and returns only to OpenAI.",
  },
  limit: { as: "max_output_tokens", says: "OpenAI takes at least 16." },
  isStreamed: { as: "stream" },
  temperature: { as: "temperature" },
  topP: { as: "top_p" },
  tools: { as: "tools" },
  search: { as: "tools", says: "`web_search`. Blocked domains are refused, and a number of searches is dropped." },
  choice: { as: "tool_choice" },
  isSingle: { as: "parallel_tool_calls" },
  format: { as: "text.format" },
  effort: { ...CHAT_CARRIED.effort, as: "reasoning.effort" },
  thinking: { ...CHAT_CARRIED.thinking, as: "reasoning.effort" },
  user: { as: "user" },
  thoughts: { as: "input.*.encrypted_content", says: "Only what OpenAI encrypted; the rest is left out." },
  strict: { as: "tools.*.strict" },
  title: { as: "input.*.content.*.filename", says: "Only for a document in base64." },
  detail: { as: "input.*.content.*.detail" },
  searchSize: { as: "tools.*.search_context_size" },
  searchPlace: { as: "tools.*.user_location" },
  verbosity: { as: "text.verbosity" },
  service_tier: { as: "service_tier" },
  metadata: { as: "metadata" },
  prompt_cache_key: { as: "prompt_cache_key" },
  prompt_cache_retention: { as: "prompt_cache_retention" },
};
