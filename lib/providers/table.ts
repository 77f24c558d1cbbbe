/** A provider that speaks the OpenAI dialect: where it listens and which variable usually holds its key. */
export interface Provider {
  readonly name: string;
  readonly apiBase: string;
  readonly keyVariable: string | undefined;
  /** The id of this provider in the bundled price data. */
  readonly priceId: string;
}

const rows = [
  ["openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "openai"],
  ["groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", "groq"],
  ["mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "mistral"],
  ["deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", "deepseek"],
  ["xai", "https://api.x.ai/v1", "XAI_API_KEY", "x-ai"],
  ["together_ai", "https://api.together.xyz/v1", "TOGETHERAI_API_KEY", "together"],
  ["fireworks_ai", "https://api.fireworks.ai/inference/v1", "FIREWORKS_AI_API_KEY", "fireworks"],
  ["openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", "openrouter"],
  ["perplexity", "https://api.perplexity.ai", "PERPLEXITYAI_API_KEY", "perplexity"],
  ["gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY", "google"],
  ["cerebras", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY", "cerebras"],
  ["ollama", "http://127.0.0.1:11434/v1", undefined, "ollama"],
  ["vllm", "http://127.0.0.1:8000/v1", undefined, "vllm"],
] as const;

const providers: ReadonlyMap<string, Provider> = new Map(
  rows.map(([name, apiBase, keyVariable, priceId]) => [name, { name, apiBase, keyVariable, priceId }]),
);

/** The well-known provider of that name, if there is one. */
export function findProvider(name: string): Provider | undefined {
  return providers.get(name);
}

/** Splits `<provider>/<model>`; without a prefix the provider is openai. */
export function splitUpstreamModel(upstreamModel: string): { provider: string; model: string } {
  const slash = upstreamModel.indexOf("/");
  if (slash <= 0) return { provider: "openai", model: upstreamModel };
  return { provider: upstreamModel.slice(0, slash), model: upstreamModel.slice(slash + 1) };
}
