import type { CarriedMembers } from "../../../form/parameters";

/** What Anthropic's `/messages` takes (platform.claude.com/docs/en/api/messages/create). */
export const MESSAGES_CARRIED: CarriedMembers = {
  model: "Replaced by the upstream's name of the model.",
  turns:
    "System and developer messages become `system`, wherever they are. Adjacent messages of one role become one turn. A conversation that the user does not begin gets a first turn `.`, and white space at the end of the answer to continue is left out, because Anthropic refuses both. See below.",
  limit: "A request without a maximum gets 32000 (4096 for models before Claude 4), because Anthropic requires one.",
  isStreamed: "",
  stop: "Sent as `stop_sequences`. Sequences of white space only are left out, because Anthropic refuses them.",
  temperature: "Capped at 1, Anthropic's maximum. Left out beside thinking, which takes none.",
  topP: "`1` is left out, because it changes nothing. From Claude 4.1 on, left out beside a `temperature` below 1, because Anthropic takes one of them; beside thinking, below 0.95.",
  topK: "Left out beside thinking.",
  tools: "`strict` included, with schemas as for `response_format`.",
  choice: "`required` is `any`.",
  isSingle: "`false` is `disable_parallel_tool_use`.",
  format:
    "`json_schema` becomes `output_config.format`, which always follows its schema. What Anthropic refuses in schemas, such as `minimum` and `minLength`, becomes a part of the description, and objects get `additionalProperties: false`. `json_object` is requested in the system prompt, because Anthropic's own form needs a schema.",
  effort:
    "From Claude 4.6 on: adaptive thinking with this effort. Before: a thinking budget of 1024 (`minimal`, `low`), 4096 (`medium`), 16384 (`high`), 24576 (`xhigh`) or 31999 (`max`) tokens, below the limit. `none` turns thinking off. Beside a `tool_choice` that requires a call there is no thinking, because Anthropic refuses both together.",
  thinking: "Passed on.",
  user: "`metadata.user_id`.",
  cache: "Passed on; also on parts of messages, tools, calls and results.",
};
