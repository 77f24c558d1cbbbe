import { isObject } from "@/lib/is-object";
import type { ParameterTable } from "../../../form/parameters";

/**
 * Every parameter of https://platform.openai.com/docs/api-reference/chat/create, and those of Anthropic's that callers
 * add.
 */
export const CHAT_PARAMETERS: ParameterTable = {
  model: { member: "model", otherwise: "refused", isRequired: true },
  messages: { member: "turns", otherwise: "refused", isRequired: true },
  max_tokens: { member: "limit", otherwise: "dropped" },
  max_completion_tokens: { member: "limit", otherwise: "dropped", says: "Takes precedence over `max_tokens`." },
  stream: { member: "isStreamed", otherwise: "refused" },
  stream_options: {
    member: "isStreamed",
    otherwise: "refused",
    says: "`include_usage` decides whether the caller gets the last chunk, with the usage.",
  },
  stop: { member: "stop", otherwise: "dropped" },
  temperature: { member: "temperature", otherwise: "dropped" },
  top_p: { member: "topP", otherwise: "dropped" },
  tools: { member: "tools", otherwise: "refused", says: "Functions. Other types of tools are refused." },
  tool_choice: { member: "choice", otherwise: "refused", says: "`allowed_tools` leaves the other functions out." },
  parallel_tool_calls: { member: "isSingle", otherwise: "dropped", asksNothing: (value) => value === true },
  response_format: { member: "format", otherwise: "refused" },
  reasoning_effort: { member: "effort", otherwise: "dropped" },
  user: { member: "user", otherwise: "dropped" },
  safety_identifier: { member: "user", otherwise: "dropped", says: "Takes precedence over `user`." },
  thinking: {
    member: "thinking",
    otherwise: "dropped",
    says: "Anthropic's own parameter. Takes precedence over `reasoning_effort`.",
  },
  top_k: { member: "topK", otherwise: "dropped", says: "Anthropic's own parameter." },
  cache_control: { member: "cache", otherwise: "dropped", says: "Anthropic's own parameter." },
  frequency_penalty: { member: "frequencyPenalty", otherwise: "dropped" },
  presence_penalty: { member: "presencePenalty", otherwise: "dropped" },
  seed: { member: "seed", otherwise: "dropped" },
  service_tier: { member: "service_tier", otherwise: "dropped" },
  store: { otherwise: "dropped" },
  metadata: { member: "metadata", otherwise: "dropped" },
  prediction: { otherwise: "dropped" },
  prompt_cache_key: {
    member: "prompt_cache_key",
    otherwise: "dropped",
    says: "For Anthropic, `cache_control` says what to cache.",
  },
  prompt_cache_retention: { member: "prompt_cache_retention", otherwise: "dropped" },
  verbosity: { member: "verbosity", otherwise: "dropped" },
  n: { member: "count", otherwise: "refused", says: "Only values above one.", asksNothing: (value) => value === 1 },
  logprobs: { otherwise: "refused", says: "`true`.", asksNothing: (value) => value === false },
  top_logprobs: { otherwise: "refused", says: "Only values above zero.", asksNothing: (value) => value === 0 },
  logit_bias: {
    otherwise: "refused",
    keepsForm: true,
    says: "Any.",
    asksNothing: (value) => isObject(value) && Object.keys(value).length === 0,
  },
  audio: { otherwise: "refused" },
  modalities: {
    otherwise: "refused",
    says: "Every value but `text`.",
    asksNothing: (value) => Array.isArray(value) && value.every((modality) => modality === "text"),
  },
  functions: { otherwise: "refused", says: "Replaced by `tools`." },
  function_call: { otherwise: "refused", says: "Replaced by `tool_choice`." },
  web_search_options: { member: "search", otherwise: "refused", keepsForm: true },
};
