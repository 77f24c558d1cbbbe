import { anthropic } from "./known/anthropic/provider";
import { azure } from "./known/azure/provider";
import { azureAi } from "./known/azure-ai/provider";
import { bedrock } from "./known/bedrock/provider";
import { cohere } from "./known/cohere/provider";
import { gemini } from "./known/gemini/provider";
import { openAiCompatible } from "./known/openai-compatible";
import type { Habits } from "./known/habits";
import type { Provider } from "./known/provider";
import { vertexAi } from "./known/vertex-ai/provider";

/** Providers whose servers have Chat Completions and nothing beside it. */
const CHAT_ONLY: Habits = { lacksResponses: true };

/**
 * Every well-known provider, in the order of docs/reference/dialects.md, which links to where addresses and variables
 * are from. A provider that speaks OpenAI's dialect is a row of its name, address, variables and habits.
 */
export const PROVIDERS: readonly Provider[] = [
  openAiCompatible("openai", "https://api.openai.com/v1", ["OPENAI_API_KEY"], {
    habits: { limitsCompletionTokens: true },
    apis: ["responses"],
  }),
  anthropic,
  azure,
  azureAi,
  bedrock,
  openAiCompatible("groq", "https://api.groq.com/openai/v1", ["GROQ_API_KEY"]),
  openAiCompatible("mistral", "https://api.mistral.ai/v1", ["MISTRAL_API_KEY"], {
    // docs.mistral.ai/api, chat
    habits: { ...CHAT_ONLY, reportsUsageUnasked: true },
    traceName: "mistral_ai",
  }),
  openAiCompatible("deepseek", "https://api.deepseek.com/v1", ["DEEPSEEK_API_KEY"], { habits: CHAT_ONLY }),
  openAiCompatible("xai", "https://api.x.ai/v1", ["XAI_API_KEY"], { traceName: "x_ai" }),
  openAiCompatible("together_ai", "https://api.together.xyz/v1", ["TOGETHER_API_KEY", "TOGETHERAI_API_KEY"], {
    habits: CHAT_ONLY,
  }),
  openAiCompatible(
    "fireworks_ai",
    "https://api.fireworks.ai/inference/v1",
    ["FIREWORKS_API_KEY", "FIREWORKS_AI_API_KEY"],
    { priceListName: () => "fireworks" },
  ),
  openAiCompatible("openrouter", "https://openrouter.ai/api/v1", ["OPENROUTER_API_KEY"], {
    habits: { searches: true },
  }),
  openAiCompatible("perplexity", "https://api.perplexity.ai", ["PERPLEXITY_API_KEY", "PERPLEXITYAI_API_KEY"], {
    habits: { searches: true },
  }),
  gemini,
  vertexAi,
  openAiCompatible("cerebras", "https://api.cerebras.ai/v1", ["CEREBRAS_API_KEY"], { habits: CHAT_ONLY }),
  openAiCompatible("sambanova", "https://api.sambanova.ai/v1", ["SAMBANOVA_API_KEY"], { habits: CHAT_ONLY }),
  openAiCompatible("nvidia_nim", "https://integrate.api.nvidia.com/v1", ["NVIDIA_API_KEY", "NVIDIA_NIM_API_KEY"], {
    habits: CHAT_ONLY,
  }),
  openAiCompatible("deepinfra", "https://api.deepinfra.com/v1/openai", ["DEEPINFRA_API_KEY", "DEEPINFRA_TOKEN"], {
    habits: CHAT_ONLY,
  }),
  cohere,
  openAiCompatible("github", "https://models.github.ai/inference", ["GITHUB_TOKEN", "GITHUB_API_KEY"], {
    habits: CHAT_ONLY,
  }),
  openAiCompatible("huggingface", "https://router.huggingface.co/v1", ["HF_TOKEN", "HUGGINGFACE_API_KEY"]),
  openAiCompatible("moonshot", "https://api.moonshot.ai/v1", ["MOONSHOT_API_KEY"], { habits: CHAT_ONLY }),
  openAiCompatible("dashscope", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", ["DASHSCOPE_API_KEY"], {
    habits: CHAT_ONLY,
  }),
  openAiCompatible("zai", "https://api.z.ai/api/paas/v4", ["ZAI_API_KEY"], { habits: CHAT_ONLY }),
  openAiCompatible("voyage", "https://api.voyageai.com/v1", ["VOYAGE_API_KEY"], { habits: CHAT_ONLY }),
  openAiCompatible("jina_ai", "https://api.jina.ai/v1", ["JINA_API_KEY", "JINA_AI_API_KEY"], { habits: CHAT_ONLY }),
  openAiCompatible("minimax", "https://api.minimax.io/v1", ["MINIMAX_API_KEY"], { habits: CHAT_ONLY }),
  openAiCompatible("vercel_ai_gateway", "https://ai-gateway.vercel.sh/v1", ["AI_GATEWAY_API_KEY"]),
  openAiCompatible("ollama", "http://127.0.0.1:11434/v1", []),
  openAiCompatible("vllm", "http://127.0.0.1:8000/v1", []),
  openAiCompatible("lm_studio", "http://127.0.0.1:1234/v1", []),
  openAiCompatible("llamafile", "http://127.0.0.1:8080/v1", [], { habits: CHAT_ONLY }),
];

const providers: ReadonlyMap<string, Provider> = new Map(PROVIDERS.map((provider) => [provider.name, provider]));

/** A server that is not known speaks OpenAI's dialect, as most do; it may have all of it. */
const UNKNOWN = openAiCompatible("openai", undefined, []);

/** The well-known provider of that name, if there is one. */
export function findProvider(name: string): Provider | undefined {
  return providers.get(name);
}

/** How the models of a provider of that name are asked, known or not. */
export function providerOf(name: string): Provider {
  return providers.get(name) ?? UNKNOWN;
}

/** The origins of the providers' own addresses. Every new name of a model asks whether its address is one of them. */
const ownOrigins: ReadonlyMap<string, string> = new Map(
  PROVIDERS.flatMap(({ name, apiBase }) => (apiBase === undefined ? [] : [[name, new URL(apiBase).origin] as const])),
);

/** Whether an origin is the provider's own, rather than that of a proxy or of another service with the same dialect. */
export function isOwnAddress(name: string, origin: string): boolean {
  if (ownOrigins.get(name) === origin) return true;
  return (
    origin.startsWith("https://") && (providers.get(name)?.domains ?? []).some((domain) => origin.endsWith(domain))
  );
}

/** Whether calls of a provider find their way without an `api_base`. */
export function hasAddress(name: string): boolean {
  const provider = providers.get(name);
  return provider?.apiBase !== undefined || provider?.address !== undefined;
}

/**
 * The model behind an upstream's name, as `base_model` gives it: with a well-known provider before it, or without one.
 * `provider`: that of the entry.
 */
export function splitBaseModel(baseModel: string, provider: string): Pick<UpstreamModel, "provider" | "model"> {
  const split = splitUpstreamModel(baseModel);
  return baseModel.includes("/") && providers.has(split.provider) ? split : { provider, model: baseModel };
}

/** An upstream's name of a model, taken apart. */
export interface UpstreamModel {
  readonly provider: string;
  readonly model: string;
  /** How the model is asked, whatever its callers speak; undefined: as suits them best. */
  readonly api: string | undefined;
}

/** Splits `<provider>/<model>` or `<provider>/<api>/<model>`; without a prefix the provider is openai. */
export function splitUpstreamModel(upstreamModel: string): UpstreamModel {
  const slash = upstreamModel.indexOf("/");
  if (slash <= 0) return { provider: "openai", model: upstreamModel, api: undefined };
  const provider = upstreamModel.slice(0, slash);
  const model = upstreamModel.slice(slash + 1);
  const api = providers.get(provider)?.apis?.find((name) => model.startsWith(`${name}/`));
  return { provider, model: api === undefined ? model : model.slice(api.length + 1), api };
}
