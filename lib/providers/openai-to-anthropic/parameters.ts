import { GatewayError } from "@/lib/errors";
import { isObject, type JsonObject } from "../json-value";

/** What becomes of a parameter of `/chat/completions`; docs/dialects.md prints this table. */
export type Treatment =
  /** Said in Anthropic's dialect too. */
  | "translated"
  /** A hint; without it the answer has the same form. */
  | "dropped"
  /** Refused unless it asks for nothing: the answer would have another form than the caller expects. */
  | "refused";

/** Every parameter of https://platform.openai.com/docs/api-reference/chat/create, and those of Anthropic that callers add to it. */
export const PARAMETERS: Readonly<Record<string, Treatment>> = {
  model: "translated",
  messages: "translated",
  max_tokens: "translated",
  max_completion_tokens: "translated",
  stream: "translated",
  stream_options: "translated",
  stop: "translated",
  temperature: "translated",
  top_p: "translated",
  tools: "translated",
  tool_choice: "translated",
  parallel_tool_calls: "translated",
  response_format: "translated",
  reasoning_effort: "translated",
  user: "translated",
  safety_identifier: "translated",
  thinking: "translated",
  top_k: "translated",
  cache_control: "translated",
  frequency_penalty: "dropped",
  presence_penalty: "dropped",
  seed: "dropped",
  service_tier: "dropped",
  store: "dropped",
  metadata: "dropped",
  prediction: "dropped",
  prompt_cache_key: "dropped",
  prompt_cache_retention: "dropped",
  verbosity: "dropped",
  n: "refused",
  logprobs: "refused",
  top_logprobs: "refused",
  logit_bias: "refused",
  audio: "refused",
  modalities: "refused",
  functions: "refused",
  function_call: "refused",
  web_search_options: "refused",
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
    const treatment = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
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
