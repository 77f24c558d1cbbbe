import type { CarriedMembers } from "../../../form/parameters";

/** What `/responses` takes (platform.openai.com/docs/api-reference/responses/create). */
export const RESPONSES_CARRIED: CarriedMembers = {
  model: "Replaced by the upstream's name of the model, without `responses/`.",
  turns: "Become items of `input`.",
  limit: "Sent as `max_output_tokens`, of which OpenAI takes at least 16.",
  isStreamed: "",
  temperature: "",
  topP: "",
  tools: "",
  choice: "",
  isSingle: "`parallel_tool_calls: false`.",
  format: "Sent as `text.format`.",
  effort: "Sent as `reasoning.effort`.",
  user: "",
};
