import { GatewayError } from "@/lib/errors";
import type { Deployment } from "./deployment";
import type { Adapter } from "./adapter";
import { openAiAdapter, openAiBody, openAiType } from "./openai";

/**
 * Azure OpenAI: OpenAI's dialect at other addresses and with other headers.
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference (deployments, by dated `api-version`) and
 * https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle (`/openai/v1`, without one).
 */
export const azureAdapter: Adapter = {
  ...openAiAdapter,
  request(call) {
    return {
      path: azurePath(call.deployment, call.route),
      headers: { "content-type": openAiType(call), ...azureKey(call.deployment) },
      body: openAiBody(call),
    };
  },
};

/** The versions that name the v1 API rather than a date. */
const V1_VERSIONS: ReadonlySet<string | undefined> = new Set([undefined, "v1", "preview", "latest"]);

/** Where a route of a deployment is. @throws GatewayError invalid_request for names that would be another path */
export function azurePath(
  { basePath, model, entry }: Pick<Deployment, "basePath" | "model" | "entry">,
  route: string,
): string {
  const { api_version: version } = entry.gateway_params;
  const resource = basePath.replace(/\/openai(\/v1)?$/, "");
  if (basePath.endsWith("/openai/v1") || V1_VERSIONS.has(version)) {
    const query = version === undefined || version === "v1" ? "" : `?api-version=${encodeURIComponent(version)}`;
    return `${resource}/openai/v1${route}${query}`;
  }
  // A name of dots alone, which a wildcard may take from the caller, would climb out of the deployments.
  if (/^\.*$/.test(model))
    throw new GatewayError("invalid_request", `${JSON.stringify(model)} is no name of a deployment.`, {
      param: "model",
    });
  return `${resource}/openai/deployments/${encodeURIComponent(model)}${route}?api-version=${encodeURIComponent(version ?? "")}`;
}

/** A token of Entra ID counts before a key: https://learn.microsoft.com/azure/ai-foundry/openai/how-to/managed-identity */
function azureKey({ apiKey, entry }: Deployment): Record<string, string> {
  const { azure_ad_token: token } = entry.gateway_params;
  if (token) return { authorization: `Bearer ${token.reveal()}` };
  return apiKey ? { "api-key": apiKey.reveal() } : {};
}
