import { GatewayError } from "@/lib/errors";
import { isObject, type JsonObject } from "../json-value";

/** What becomes of a parameter of `/chat/completions`; docs/dialects.md prints the table. */
export type Treatment =
  /** Said in Anthropic's dialect too. */
  | "translated"
  /** A hint; without it the answer has the same form. */
  | "dropped"
  /** Refused unless it asks for nothing: the answer would have another form than the caller expects. */
  | "refused";

/** Every parameter of https://platform.openai.com/docs/api-reference/chat/create, and those of Anthropic that callers add to it. */
export const PARAMETERS: Readonly<Record<string, readonly [treatment: Treatment, says: string]>> = {
  model: ["translated", "The upstream's name of it."],
  messages: [
    "translated",
    "System and developer messages become `system`, wherever they stand; neighbours of one role become one turn; see below.",
  ],
  max_tokens: ["translated", ""],
  max_completion_tokens: [
    "translated",
    "Counts before `max_tokens`. Neither: 32000, and 4096 for models before Claude 4, as Anthropic wants a limit.",
  ],
  stream: ["translated", ""],
  stream_options: ["translated", "`include_usage` decides whether the last chunk with the usage is shown."],
  stop: ["translated", "`stop_sequences`, without those of white space alone, which Anthropic refuses."],
  temperature: ["translated", "Capped at 1, where Anthropic's ends."],
  top_p: ["translated", ""],
  tools: ["translated", "Functions, `strict` included. Other types of tools are refused."],
  tool_choice: ["translated", "`required` is `any`. `allowed_tools` is refused."],
  parallel_tool_calls: ["translated", "`false` is `disable_parallel_tool_use`."],
  response_format: [
    "translated",
    "`json_schema` is `output_config.format`, which always follows its schema. `json_object` is asked for in the system prompt: Anthropic's own form needs a schema.",
  ],
  reasoning_effort: [
    "translated",
    "Adaptive thinking with this effort from Claude 4.6 on; before that a budget of thinking: 1024, 4096, 16384 or 24576 tokens, less than the limit. `none` turns thinking off.",
  ],
  user: ["translated", "`metadata.user_id`."],
  safety_identifier: ["translated", "`metadata.user_id`; counts before `user`."],
  thinking: ["translated", "Anthropic's own, as it is; counts before `reasoning_effort`."],
  top_k: ["translated", "Anthropic's own, as it is."],
  cache_control: ["translated", "Anthropic's own, as it is; also on messages' parts, on tools, calls and results."],
  frequency_penalty: ["dropped", ""],
  presence_penalty: ["dropped", ""],
  seed: ["dropped", ""],
  service_tier: ["dropped", ""],
  store: ["dropped", ""],
  metadata: ["dropped", ""],
  prediction: ["dropped", ""],
  prompt_cache_key: ["dropped", "`cache_control` says what to cache."],
  prompt_cache_retention: ["dropped", ""],
  verbosity: ["dropped", ""],
  n: ["refused", "More than one."],
  logprobs: ["refused", "`true`."],
  top_logprobs: ["refused", "More than none."],
  logit_bias: ["refused", "Any."],
  audio: ["refused", ""],
  modalities: ["refused", "Any but `text`."],
  functions: ["refused", "`tools` came in their place."],
  function_call: ["refused", "`tool_choice` came in its place."],
  web_search_options: ["refused", ""],
};

/** What of the refused ones asks for nothing, besides null. */
const HARMLESS: Readonly<Record<string, (value: unknown) => boolean>> = {
  n: (value) => value === 1,
  logprobs: (value) => value === false,
  top_logprobs: (value) => value === 0,
  logit_bias: (value) => isObject(value) && Object.keys(value).length === 0,
  modalities: (value) => Array.isArray(value) && value.every((modality) => modality === "text"),
};

/** @throws GatewayError invalid_request naming the first parameter that cannot be said in Anthropic's dialect */
export function checkParameters(body: JsonObject): void {
  for (const [name, value] of Object.entries(body)) {
    const treatment = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name]?.[0] : undefined;
    if (treatment === "translated" || treatment === "dropped" || value === null) continue;
    if (treatment === "refused" && HARMLESS[name]?.(value)) continue;
    const shown = name.slice(0, 60);
    throw invalid(shown, `"${shown}" cannot be used with this model: Anthropic's API has nothing like it.`);
  }
}

/** A request that this upstream cannot be asked. `param` is the path of the member at fault. */
export function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param });
}
