import type { Adapter, Door } from "../../adapter";
import type { Deployment } from "../../deployment";
import { messagesDialect } from "../../dialects/messages/dialect";
import { openAiAdapter, withDoor } from "../../openai";
import { openAiLike } from "../../openai-like";
import { AZURE_DOMAINS, azureCredential } from "../azure/credential";
import { azureKey } from "../azure/azure";
import { azureFaults } from "../azure/entry-faults";
import type { Provider } from "../provider";

/**
 * Models of Azure AI Foundry that are not at a deployment's path: `api_base` is taken as it stands
 * (learn.microsoft.com/azure/ai-foundry/foundry-models/concepts/endpoints).
 */
function azureAiDoor(deployment: Deployment, route: string): Door {
  const { api_version: version } = deployment.entry.gateway_params;
  const query = version === undefined ? "" : `?api-version=${encodeURIComponent(version)}`;
  return { path: deployment.basePath + route + query, headers: keyOf(deployment) };
}

/** Models that are deployed by themselves, at other domains, take their key as a bearer token. */
function keyOf(deployment: Deployment): Record<string, string> {
  const { apiKey, origin, entry } = deployment;
  if (!apiKey || entry.gateway_params.azure_ad_token || AZURE_DOMAINS.some((domain) => origin.endsWith(domain)))
    return azureKey(deployment);
  return { authorization: `Bearer ${apiKey.reveal()}` };
}

const others = openAiLike("Azure", withDoor(openAiAdapter, azureAiDoor), azureAiDoor);

/**
 * Claude, by Anthropic's own API below `/anthropic`
 * (platform.claude.com/docs/en/build-with-claude/claude-in-microsoft-foundry).
 */
function claudeAt(adapter: Adapter): Adapter {
  return {
    ...adapter,
    request(call) {
      const { deployment } = call;
      const { azure_ad_token: token } = deployment.entry.gateway_params;
      const basePath = deployment.basePath === "" ? "/anthropic" : deployment.basePath;
      const sent = adapter.request({ ...call, deployment: { ...deployment, basePath } });
      return token ? { ...sent, headers: { ...sent.headers, authorization: `Bearer ${token.reveal()}` } } : sent;
    },
  };
}

const claudes = new Map<Adapter, Adapter>();

function claudeAdapter(adapter: Adapter | undefined): Adapter | undefined {
  if (!adapter) return undefined;
  let claude = claudes.get(adapter);
  if (!claude) claudes.set(adapter, (claude = claudeAt(adapter)));
  return claude;
}

function isClaude(model = ""): boolean {
  return model.includes("claude");
}

/** Azure AI Foundry. */
export const azureAi: Provider = {
  label: "OpenAI, or Anthropic for Claude",
  adapterFor: (route, asked) =>
    isClaude(asked.baseModel ?? asked.model)
      ? claudeAdapter(messagesDialect.adapterFor(route, asked))
      : others.adapterFor(route, asked),
  name: "azure_ai",
  apiBase: undefined,
  keyVariables: ["AZURE_AI_API_KEY"],
  domains: AZURE_DOMAINS,
  credential: azureCredential,
  priceListName: (model) => (isClaude(model) ? "anthropic" : "azure"),
  traceName: "azure.ai.inference",
  list: (deployment) => ({ ...azureAiDoor(deployment, "/models"), namesWhatCallsUse: false }),
  entryFaults: azureFaults,
};
