import { GatewayError } from "@/lib/errors";
import { type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";

/** How a parameter of `/chat/completions` is treated; docs/dialects.md prints the table. */
export type Treatment =
  /** Anthropic's dialect has an equivalent. */
  | "translated"
  /** It is a hint; without it the answer has the same form. */
  | "dropped"
  /** Refused unless its value asks for nothing: the answer would have another form than the caller expects. */
  | "refused";

/**
 * Every parameter of https://platform.openai.com/docs/api-reference/chat/create, and those of Anthropic's that callers
 * add.
 */
export const PARAMETERS: Readonly<Record<string, readonly [treatment: Treatment, says: string]>> = {
  model: ["translated", "Replaced by the upstream's name of the model."],
  messages: [
    "translated",
    "System and developer messages become `system`, wherever they are. Adjacent messages of one role become one turn. A conversation that the user does not begin gets a first turn `.`, and white space at the end of the answer to continue is left out, because Anthropic refuses both. See below.",
  ],
  max_tokens: ["translated", ""],
  max_completion_tokens: [
    "translated",
    "Takes precedence over `max_tokens`. If neither is given, the limit is 32000 (4096 for models before Claude 4), because Anthropic requires one.",
  ],
  stream: ["translated", ""],
  stream_options: ["translated", "`include_usage` decides whether the caller gets the last chunk, with the usage."],
  stop: [
    "translated",
    "Sent as `stop_sequences`. Sequences of white space only are left out, because Anthropic refuses them.",
  ],
  temperature: ["translated", "Capped at 1, Anthropic's maximum. Left out beside thinking, which takes none."],
  top_p: [
    "translated",
    "`1` is left out, because it changes nothing. From Claude 4.1 on, left out beside a `temperature` below 1, because Anthropic takes one of them; beside thinking, below 0.95.",
  ],
  tools: [
    "translated",
    "Functions, `strict` included, whose schemas are as for `response_format`. Other types of tools are refused.",
  ],
  tool_choice: ["translated", "`required` is `any`. `allowed_tools` is refused."],
  parallel_tool_calls: ["translated", "`false` is `disable_parallel_tool_use`."],
  response_format: [
    "translated",
    "`json_schema` becomes `output_config.format`, which always follows its schema. What Anthropic refuses in schemas, such as `minimum` and `minLength`, becomes a part of the description, and objects get `additionalProperties: false`. `json_object` is requested in the system prompt, because Anthropic's own form needs a schema.",
  ],
  reasoning_effort: [
    "translated",
    "From Claude 4.6 on: adaptive thinking with this effort. Before: a thinking budget of 1024 (`minimal`, `low`), 4096 (`medium`), 16384 (`high`), 24576 (`xhigh`) or 31999 (`max`) tokens, below the limit. `none` turns thinking off. Beside a `tool_choice` that requires a call there is no thinking, because Anthropic refuses both together.",
  ],
  user: ["translated", "`metadata.user_id`."],
  safety_identifier: ["translated", "`metadata.user_id`; counts before `user`."],
  thinking: ["translated", "Anthropic's own parameter, passed on. Takes precedence over `reasoning_effort`."],
  top_k: ["translated", "Anthropic's own parameter, passed on. Left out beside thinking."],
  cache_control: [
    "translated",
    "Anthropic's own parameter, passed on; also on parts of messages, tools, calls and results.",
  ],
  frequency_penalty: ["dropped", ""],
  presence_penalty: ["dropped", ""],
  seed: ["dropped", ""],
  service_tier: ["dropped", ""],
  store: ["dropped", ""],
  metadata: ["dropped", ""],
  prediction: ["dropped", ""],
  prompt_cache_key: ["dropped", "Use `cache_control` to say what to cache."],
  prompt_cache_retention: ["dropped", ""],
  verbosity: ["dropped", ""],
  n: ["refused", "If it is more than one."],
  logprobs: ["refused", "`true`."],
  top_logprobs: ["refused", "If it is more than zero."],
  logit_bias: ["refused", "Any."],
  audio: ["refused", ""],
  modalities: ["refused", "Any but `text`."],
  functions: ["refused", "Replaced by `tools`."],
  function_call: ["refused", "Replaced by `tool_choice`."],
  web_search_options: ["refused", ""],
};

/** Values of refused parameters that ask for nothing, besides null. */
const HARMLESS: Readonly<Record<string, (value: unknown) => boolean>> = {
  n: (value) => value === 1,
  logprobs: (value) => value === false,
  top_logprobs: (value) => value === 0,
  logit_bias: (value) => isObject(value) && Object.keys(value).length === 0,
  modalities: (value) => Array.isArray(value) && value.every((modality) => modality === "text"),
};

/** @throws GatewayError invalid_request that names the first parameter without an equivalent in Anthropic's dialect */
export function checkParameters(body: JsonObject): void {
  for (const [name, value] of Object.entries(body)) {
    const treatment = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name]?.[0] : undefined;
    if (treatment === "translated" || treatment === "dropped" || value === null) continue;
    if (treatment === "refused" && HARMLESS[name]?.(value)) continue;
    const shown = name.slice(0, 60);
    throw invalid(shown, `"${shown}" cannot be used with this model: Anthropic's API has nothing like it.`);
  }
}

/** The error for a request that this upstream cannot serve. `param` is the path of the member at fault. */
export function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param });
}
