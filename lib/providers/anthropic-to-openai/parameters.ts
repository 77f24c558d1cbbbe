import { GatewayError } from "@/lib/errors";
import type { JsonObject } from "../json-value";

/** What becomes of a parameter of `/messages`; docs/dialects.md prints the table. */
export type Treatment =
  /** Said in OpenAI's dialect too. */
  | "translated"
  /** A hint; without it the answer has the same form. */
  | "dropped"
  /** Refused: it asks for what only Anthropic's own servers do. */
  | "refused";

/** Every parameter of https://platform.claude.com/docs/en/api/messages/create. */
export const PARAMETERS: Readonly<Record<string, readonly [treatment: Treatment, says: string]>> = {
  model: ["translated", "The upstream's name of it."],
  messages: ["translated", "See below."],
  system: ["translated", "The first message, of the role `system`."],
  max_tokens: [
    "translated",
    "Needed, as at Anthropic. `max_completion_tokens` at OpenAI and Azure, whose reasoning models refuse the older name; `max_tokens` elsewhere.",
  ],
  stream: ["translated", "The usage is asked for, too."],
  stop_sequences: [
    "translated",
    "`stop`. An answer that they ended has the stop reason `end_turn`: the upstream does not say which it was.",
  ],
  temperature: ["translated", ""],
  top_p: ["translated", ""],
  tools: ["translated", "Tools of the caller's own. Those that Anthropic's servers run are refused."],
  tool_choice: ["translated", "`any` is `required`, `disable_parallel_tool_use` is `parallel_tool_calls: false`."],
  thinking: [
    "translated",
    "A budget becomes `reasoning_effort`: below 4096 tokens `low`, below 16384 `medium`, else `high`. Adaptive thinking is left to the model.",
  ],
  output_config: ["translated", "`effort` is `reasoning_effort` (`max`: `xhigh`), `format` is `response_format`."],
  output_format: ["translated", "What the beta called `output_config.format`."],
  top_k: ["dropped", ""],
  metadata: ["dropped", "OpenAI's `user` is shorter than what Anthropic's clients put here."],
  cache_control: ["dropped", "Here and wherever else it stands."],
  context_management: ["dropped", ""],
  diagnostics: ["dropped", ""],
  inference_geo: ["dropped", ""],
  service_tier: ["dropped", ""],
  speed: ["dropped", ""],
  betas: ["dropped", ""],
  container: ["refused", ""],
  mcp_servers: ["refused", "Any."],
};

/** @throws GatewayError invalid_request naming the first parameter that cannot be said in OpenAI's dialect */
export function checkParameters(body: JsonObject): void {
  for (const [name, value] of Object.entries(body)) {
    const treatment = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name]?.[0] : undefined;
    if (treatment === "translated" || treatment === "dropped" || value === null) continue;
    if (treatment === "refused" && Array.isArray(value) && value.length === 0) continue;
    const shown = name.slice(0, 60);
    throw invalid(shown, `"${shown}" cannot be used with this model: its provider does not speak Anthropic's dialect.`);
  }
}

/** A request that this upstream cannot be asked. `param` is the path of the member at fault. */
export function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param });
}
