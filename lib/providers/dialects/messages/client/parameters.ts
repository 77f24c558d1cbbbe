import type { ParameterTable } from "../../../form/parameters";

/** Every parameter of https://platform.claude.com/docs/en/api/messages/create. */
export const MESSAGES_PARAMETERS: ParameterTable = {
  model: { member: "model", otherwise: "refused" },
  messages: { member: "turns", otherwise: "refused" },
  system: { member: "turns", otherwise: "refused", says: "Becomes the first message, with the role `system`." },
  max_tokens: { member: "limit", otherwise: "refused", says: "Required, as at Anthropic." },
  stream: { member: "isStreamed", otherwise: "refused" },
  stop_sequences: {
    member: "stop",
    otherwise: "dropped",
    says: "An answer that one of them ended has the stop reason `end_turn`, because the upstream does not say which one it was.",
  },
  temperature: { member: "temperature", otherwise: "dropped" },
  top_p: { member: "topP", otherwise: "dropped" },
  tools: {
    member: "tools",
    otherwise: "refused",
    says: "The caller's own tools. Tools that run on Anthropic's servers are refused.",
  },
  tool_choice: { member: "choice", otherwise: "refused" },
  thinking: { member: "effort", otherwise: "dropped", says: "Adaptive thinking is left to the model." },
  output_config: { member: "format", otherwise: "refused", says: "`effort` is `reasoning_effort` (`max`: `xhigh`)." },
  output_format: { member: "format", otherwise: "refused", says: "The beta's name for `output_config.format`." },
  thread: {
    member: "turns",
    otherwise: "refused",
    says: "`create` changes nothing, because the whole conversation comes with it. `continue` gets 404 `thread_not_found`, because no upstream of another dialect keeps threads; Anthropic's clients then send the whole conversation.",
  },
  top_k: { member: "topK", otherwise: "dropped" },
  metadata: { otherwise: "dropped", says: "OpenAI's `user` is too short for what Anthropic's clients send here." },
  cache_control: { member: "cache", otherwise: "dropped", says: "Here and everywhere else in the body." },
  context_management: { otherwise: "dropped" },
  diagnostics: { otherwise: "dropped" },
  fallbacks: { otherwise: "dropped", says: "The gateway has fallbacks of its own." },
  inference_geo: { otherwise: "dropped" },
  service_tier: { otherwise: "dropped" },
  speed: { otherwise: "dropped" },
  user_profile_id: { otherwise: "dropped" },
  workspace_id: { otherwise: "dropped" },
  betas: { otherwise: "dropped" },
  container: { otherwise: "refused" },
  mcp_servers: {
    otherwise: "refused",
    says: "Any.",
    asksNothing: (value) => Array.isArray(value) && value.length === 0,
  },
};
