import type { CarriedMembers } from "../../../form/parameters";

/** What Anthropic's `/messages` takes (platform.claude.com/docs/en/api/messages/create). */
export const MESSAGES_CARRIED: CarriedMembers = {
  model: { as: "model", says: "Replaced by the upstream's name of the model." },
  turns: {
    as: "messages",
    says: "System and developer messages become `system`, wherever they are. Adjacent messages of one role become one turn. A conversation that the user does not begin gets a first turn `.`, and white space at the end of the answer to continue is left out, because Anthropic refuses both.",
  },
  limit: { as: "max_tokens" },
  isStreamed: { as: "stream" },
  stop: {
    as: "stop_sequences",
    says: "Sequences that are only white space are left out, because Anthropic refuses them.",
  },
  temperature: { as: "temperature" },
  topP: { as: "top_p" },
  topK: { as: "top_k" },
  tools: { as: "tools", says: "`strict` included, with schemas as for an answer's format." },
  search: { as: "tools", says: "`web_search_20250305`. The size of the context is dropped." },
  choice: { as: "tool_choice", says: "`required` is `any`." },
  isSingle: { as: "tool_choice.disable_parallel_tool_use" },
  format: { as: "output_config.format" },
  effort: { as: "output_config.effort" },
  thinking: { as: "thinking" },
  user: { as: "metadata.user_id" },
  thoughts: { as: "messages.*.content.*.thinking", says: "Only what Anthropic signed; the rest is left out." },
  strict: { as: "tools.*.strict" },
  title: { as: "messages.*.content.*.title", says: "Only for a document." },
  context: { as: "messages.*.content.*.context" },
  citing: { as: "messages.*.content.*.citations" },
  display: { as: "thinking.display" },
  searchPlace: { as: "tools.*.user_location" },
  searchUses: { as: "tools.*.max_uses" },
  cache: { as: "cache_control", says: "It also works on parts of messages, on tools, calls and results." },
  cacheTime: { as: "cache_control.ttl", says: "Dropped at Bedrock for Claude before version 4.5." },
  cacheScope: { as: "cache_control.scope", says: "Dropped at Bedrock and Vertex AI." },
};
