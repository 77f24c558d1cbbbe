import { GatewayError } from "@/lib/errors";
import type { JsonObject } from "../json-value";

/** What becomes of a parameter of `/messages`; docs/dialects.md prints this table. */
export type Treatment =
  /** Said in OpenAI's dialect too. */
  | "translated"
  /** A hint; without it the answer has the same form. */
  | "dropped"
  /** Refused: it asks for what only Anthropic's own servers do. */
  | "refused";

/** Every parameter of https://platform.claude.com/docs/en/api/messages/create. */
export const PARAMETERS: Readonly<Record<string, Treatment>> = {
  model: "translated",
  messages: "translated",
  system: "translated",
  max_tokens: "translated",
  stream: "translated",
  stop_sequences: "translated",
  temperature: "translated",
  top_p: "translated",
  tools: "translated",
  tool_choice: "translated",
  thinking: "translated",
  output_config: "translated",
  output_format: "translated",
  top_k: "dropped",
  metadata: "dropped",
  cache_control: "dropped",
  context_management: "dropped",
  diagnostics: "dropped",
  inference_geo: "dropped",
  service_tier: "dropped",
  speed: "dropped",
  betas: "dropped",
  container: "refused",
  mcp_servers: "refused",
};

/** @throws GatewayError invalid_request naming the first parameter that cannot be said in OpenAI's dialect */
export function checkParameters(body: JsonObject): void {
  for (const [name, value] of Object.entries(body)) {
    const treatment = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
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
