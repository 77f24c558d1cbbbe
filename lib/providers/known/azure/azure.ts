import { GatewayError } from "@/lib/errors";
import type { Deployment } from "../../deployment";
import type { Adapter, Door } from "../../adapter";
import { openAiAdapter, withDoor } from "../../openai";

/**
 * Azure OpenAI: OpenAI's dialect with different addresses and headers.
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference (deployments, by dated `api-version`) and
 * https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle (`/openai/v1`, without one).
 */
export const azureAdapter: Adapter = withDoor(openAiAdapter, azureDoor);

/** Where a route is asked of, and with which key. @throws GatewayError invalid_request */
export function azureDoor(deployment: Deployment, route: string): Door {
  return { path: azurePath(deployment, route), headers: azureKey(deployment) };
}

/** Values of `api_version` that mean the v1 API rather than a dated version. */
const V1_VERSIONS: ReadonlySet<string | undefined> = new Set([undefined, "v1", "preview", "latest"]);

/**
 * The path of a route at a deployment. @throws GatewayError invalid_request for a name that would lead to another path
 */
function azurePath(deployment: Pick<Deployment, "basePath" | "model" | "entry">, route: string): string {
  const { base, query, isV1 } = apiOf(deployment);
  if (isV1 || isResponses(route)) return `${base}${route}${query}`;
  const { model } = deployment;
  // A wildcard may take the name from the caller. A name of dots only would lead out of the deployments' folder.
  if (/^\.*$/.test(model))
    throw new GatewayError("invalid_request", `${JSON.stringify(model)} is not the name of a deployment.`, {
      param: "model",
    });
  return `${base}/deployments/${encodeURIComponent(model)}${route}${query}`;
}

/** Whether it is a route of Responses, which name the deployment in the body alone, whatever the version. */
function isResponses(route: string): boolean {
  return route === "/responses" || route.startsWith("/responses/");
}

/** The path of the list of models of a resource, by the same versions as calls. */
export function azureModelsPath(deployment: Pick<Deployment, "basePath" | "entry">): string {
  const { base, query } = apiOf(deployment);
  return `${base}/models${query}`;
}

/** Where the API of a resource begins, and the query that names its version. */
function apiOf({ basePath, entry }: Pick<Deployment, "basePath" | "entry">): {
  readonly base: string;
  readonly query: string;
  readonly isV1: boolean;
} {
  const { api_version: version } = entry.gateway_params;
  const isV1 = basePath.endsWith("/openai/v1") || V1_VERSIONS.has(version);
  return {
    base: `${basePath.replace(/\/openai(\/v1)?$/, "")}/openai${isV1 ? "/v1" : ""}`,
    query: version === undefined || version === "v1" ? "" : `?api-version=${encodeURIComponent(version)}`,
    isV1,
  };
}

/**
 * A token of Entra ID takes precedence over a key:
 * https://learn.microsoft.com/azure/ai-foundry/openai/how-to/managed-identity
 */
export function azureKey({ apiKey, entry }: Deployment): Record<string, string> {
  const { azure_ad_token: token } = entry.gateway_params;
  if (token) return { authorization: `Bearer ${token.reveal()}` };
  return apiKey ? { "api-key": apiKey.reveal() } : {};
}
