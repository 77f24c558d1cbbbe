import { GatewayError } from "@/lib/errors";
import { objectAt, type JsonObject } from "../json-value";

/** How a parameter of `/messages` is treated; docs/dialects.md prints the table. */
export type Treatment =
  /** OpenAI's dialect has an equivalent. */
  | "translated"
  /** It is a hint; without it the answer has the same form. */
  | "dropped"
  /** Refused: only Anthropic's own servers can do it. */
  | "refused";

/** Every parameter of https://platform.claude.com/docs/en/api/messages/create. */
export const PARAMETERS: Readonly<Record<string, readonly [treatment: Treatment, says: string]>> = {
  model: ["translated", "Replaced by the upstream's name of the model."],
  messages: ["translated", "See below."],
  system: ["translated", "Becomes the first message, with the role `system`."],
  max_tokens: [
    "translated",
    "Required, as at Anthropic. Sent as `max_completion_tokens` to OpenAI and Azure, whose reasoning models refuse the older name, and as `max_tokens` elsewhere.",
  ],
  stream: ["translated", "The usage is requested as well."],
  stop_sequences: [
    "translated",
    "Sent as `stop`. An answer that one of them ended has the stop reason `end_turn`, because the upstream does not say which one it was.",
  ],
  temperature: ["translated", ""],
  top_p: ["translated", ""],
  tools: ["translated", "The caller's own tools. Tools that run on Anthropic's servers are refused."],
  tool_choice: ["translated", "`any` is `required`, `disable_parallel_tool_use` is `parallel_tool_calls: false`."],
  thinking: [
    "translated",
    "A budget becomes `reasoning_effort`: `low` below 4096 tokens, `medium` below 16384, otherwise `high`. Adaptive thinking is left to the model.",
  ],
  output_config: ["translated", "`effort` is `reasoning_effort` (`max`: `xhigh`), `format` is `response_format`."],
  output_format: ["translated", "The beta's name for `output_config.format`."],
  thread: [
    "translated",
    "`create` changes nothing, because the whole conversation comes with it. `continue` gets 404 `thread_not_found`, because no upstream of this dialect keeps threads; Anthropic's clients then send the whole conversation.",
  ],
  top_k: ["dropped", ""],
  metadata: ["dropped", "OpenAI's `user` is too short for what Anthropic's clients send here."],
  cache_control: ["dropped", "Here and everywhere else in the body."],
  context_management: ["dropped", ""],
  diagnostics: ["dropped", ""],
  fallbacks: ["dropped", "The gateway has fallbacks of its own."],
  inference_geo: ["dropped", ""],
  service_tier: ["dropped", ""],
  speed: ["dropped", ""],
  user_profile_id: ["dropped", ""],
  workspace_id: ["dropped", ""],
  betas: ["dropped", ""],
  container: ["refused", ""],
  mcp_servers: ["refused", "Any."],
};

/** @throws GatewayError invalid_request that names the first parameter without an equivalent in OpenAI's dialect */
export function checkParameters(body: JsonObject): void {
  for (const [name, value] of Object.entries(body)) {
    const treatment = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name]?.[0] : undefined;
    if (treatment === "translated" || treatment === "dropped" || value === null) continue;
    if (treatment === "refused" && Array.isArray(value) && value.length === 0) continue;
    const shown = name.slice(0, 60);
    throw invalid(shown, `"${shown}" cannot be used with this model: its provider does not speak Anthropic's dialect.`);
  }
}

/**
 * Callers who continue a thread send only what is new, and only Anthropic keeps the rest. Its clients replay the whole
 * conversation upon this `error_code`. @throws GatewayError not_found
 */
export function checkThread(body: JsonObject): void {
  if (objectAt(body, "thread")["type"] !== "continue") return;
  throw new GatewayError(
    "not_found",
    'This model keeps no threads: send the whole conversation with "thread": {"type": "create"}, or without "thread".',
    { param: "thread", details: { error_code: "thread_not_found" } },
  );
}

/** The error for a request that this upstream cannot serve. `param` is the path of the member at fault. */
export function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param });
}
