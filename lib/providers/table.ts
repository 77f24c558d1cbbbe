/** The dialects that upstreams speak; `dialect.ts` has them. */
export type DialectName = "openai" | "azure" | "anthropic";

/** A well-known provider: its dialect, its address, and the variables that usually hold its key. */
export interface Provider {
  readonly name: string;
  readonly dialect: DialectName;
  /** Undefined: every customer of the provider has its own address, so an entry must have an `api_base`. */
  readonly apiBase: string | undefined;
  /** The first one that is set is used. */
  readonly keyVariables: readonly string[];
}

/**
 * Addresses and variables as the providers' own documentation gives them; docs/dialects.md links to it. The name is the
 * prefix of `gateway_params.model`.
 */
const rows: readonly (readonly [
  name: string,
  apiBase: string | undefined,
  keyVariables: readonly string[],
  dialect?: DialectName,
])[] = [
  ["openai", "https://api.openai.com/v1", ["OPENAI_API_KEY"]],
  ["anthropic", "https://api.anthropic.com/v1", ["ANTHROPIC_API_KEY"], "anthropic"],
  ["azure", undefined, ["AZURE_OPENAI_API_KEY", "AZURE_API_KEY"], "azure"],
  ["groq", "https://api.groq.com/openai/v1", ["GROQ_API_KEY"]],
  ["mistral", "https://api.mistral.ai/v1", ["MISTRAL_API_KEY"]],
  ["deepseek", "https://api.deepseek.com/v1", ["DEEPSEEK_API_KEY"]],
  ["xai", "https://api.x.ai/v1", ["XAI_API_KEY"]],
  ["together_ai", "https://api.together.xyz/v1", ["TOGETHER_API_KEY", "TOGETHERAI_API_KEY"]],
  ["fireworks_ai", "https://api.fireworks.ai/inference/v1", ["FIREWORKS_API_KEY", "FIREWORKS_AI_API_KEY"]],
  ["openrouter", "https://openrouter.ai/api/v1", ["OPENROUTER_API_KEY"]],
  ["perplexity", "https://api.perplexity.ai", ["PERPLEXITY_API_KEY", "PERPLEXITYAI_API_KEY"]],
  ["gemini", "https://generativelanguage.googleapis.com/v1beta/openai", ["GEMINI_API_KEY", "GOOGLE_API_KEY"]],
  ["cerebras", "https://api.cerebras.ai/v1", ["CEREBRAS_API_KEY"]],
  ["sambanova", "https://api.sambanova.ai/v1", ["SAMBANOVA_API_KEY"]],
  ["nvidia_nim", "https://integrate.api.nvidia.com/v1", ["NVIDIA_API_KEY", "NVIDIA_NIM_API_KEY"]],
  ["deepinfra", "https://api.deepinfra.com/v1/openai", ["DEEPINFRA_API_KEY", "DEEPINFRA_TOKEN"]],
  ["cohere", "https://api.cohere.ai/compatibility/v1", ["CO_API_KEY", "COHERE_API_KEY"]],
  ["github", "https://models.github.ai/inference", ["GITHUB_TOKEN", "GITHUB_API_KEY"]],
  ["huggingface", "https://router.huggingface.co/v1", ["HF_TOKEN", "HUGGINGFACE_API_KEY"]],
  ["moonshot", "https://api.moonshot.ai/v1", ["MOONSHOT_API_KEY"]],
  ["dashscope", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", ["DASHSCOPE_API_KEY"]],
  ["zai", "https://api.z.ai/api/paas/v4", ["ZAI_API_KEY"]],
  ["voyage", "https://api.voyageai.com/v1", ["VOYAGE_API_KEY"]],
  ["jina_ai", "https://api.jina.ai/v1", ["JINA_API_KEY", "JINA_AI_API_KEY"]],
  ["minimax", "https://api.minimax.io/v1", ["MINIMAX_API_KEY"]],
  ["vercel_ai_gateway", "https://ai-gateway.vercel.sh/v1", ["AI_GATEWAY_API_KEY"]],
  ["ollama", "http://127.0.0.1:11434/v1", []],
  ["vllm", "http://127.0.0.1:8000/v1", []],
  ["lm_studio", "http://127.0.0.1:1234/v1", []],
  ["llamafile", "http://127.0.0.1:8080/v1", []],
];

const providers: ReadonlyMap<string, Provider> = new Map(
  rows.map(([name, apiBase, keyVariables, dialect = "openai"]) => [name, { name, dialect, apiBase, keyVariables }]),
);

/** Every well-known provider. */
export const PROVIDERS: readonly Provider[] = [...providers.values()];

const origins: ReadonlyMap<string, string> = new Map(
  PROVIDERS.flatMap(({ name, apiBase }) => (apiBase === undefined ? [] : [[name, new URL(apiBase).origin]])),
);

/** The well-known provider of that name, if there is one. */
export function findProvider(name: string): Provider | undefined {
  return providers.get(name);
}

/**
 * The domains of providers whose customers have their own subdomains. Azure:
 * learn.microsoft.com/azure/ai-foundry/openai/how-to/switching-endpoints
 */
const DOMAINS: ReadonlyMap<string, readonly string[]> = new Map([
  ["azure", [".openai.azure.com", ".services.ai.azure.com", ".cognitiveservices.azure.com"]],
]);

/** Whether an origin is the provider's own, rather than that of a proxy or of another service with the same dialect. */
export function isOwnAddress(name: string, origin: string): boolean {
  const domains = DOMAINS.get(name);
  if (domains) return origin.startsWith("https://") && domains.some((domain) => origin.endsWith(domain));
  return origins.get(name) === origin;
}

/** The dialect of a provider; an unknown provider speaks OpenAI's, as most do. */
export function dialectOf(provider: string): DialectName {
  return findProvider(provider)?.dialect ?? "openai";
}

/**
 * Providers that report the usage of a stream unasked, and refuse the unknown member `stream_options.include_usage`
 * (docs.mistral.ai/api, chat).
 */
const USAGE_UNASKED: ReadonlySet<string> = new Set(["mistral"]);

/** Whether a request for a stream must ask this provider for its usage. */
export function mustAskForUsage(provider: string): boolean {
  return !USAGE_UNASKED.has(provider);
}

/** An upstream's name of a model, taken apart. */
export interface UpstreamModel {
  readonly provider: string;
  readonly model: string;
  /** Whether the model is asked by Responses, whatever its callers speak. */
  readonly byResponses: boolean;
}

/** Providers whose models may be named `<provider>/responses/<model>`. */
const NAMED_BY_RESPONSES: ReadonlySet<string> = new Set(["openai", "azure"]);
const RESPONSES = "responses/";

/** Splits `<provider>/<model>` or `<provider>/responses/<model>`; without a prefix the provider is openai. */
export function splitUpstreamModel(upstreamModel: string): UpstreamModel {
  const slash = upstreamModel.indexOf("/");
  const provider = slash > 0 ? upstreamModel.slice(0, slash) : "openai";
  const model = slash > 0 ? upstreamModel.slice(slash + 1) : upstreamModel;
  const byResponses = slash > 0 && NAMED_BY_RESPONSES.has(provider) && model.startsWith(RESPONSES);
  return { provider, model: byResponses ? model.slice(RESPONSES.length) : model, byResponses };
}

/**
 * Well-known providers that have only Chat Completions. The others serve Responses themselves, and a server that is not
 * known may.
 */
const WITHOUT_RESPONSES: ReadonlySet<string> = new Set([
  "mistral",
  "deepseek",
  "together_ai",
  "gemini",
  "cerebras",
  "sambanova",
  "nvidia_nim",
  "deepinfra",
  "cohere",
  "github",
  "moonshot",
  "dashscope",
  "zai",
  "voyage",
  "jina_ai",
  "minimax",
  "llamafile",
]);

/** Whether `/responses` can be asked of this provider as it is. */
export function servesResponses(provider: string): boolean {
  return !WITHOUT_RESPONSES.has(provider);
}
