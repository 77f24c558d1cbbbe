import { anthropicHeaders, anthropicPath } from "./dialects/messages/door";
import { azureKey, azureModelsPath } from "./azure";
import type { Deployment } from "./deployment";
import { dialectOf } from "./table";

/** A GET to the deployment's origin. */
export interface ListRequest {
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the list has the names that calls use. Azure's calls name deployments, and its list has models. */
  readonly namesWhatCallsUse: boolean;
}

/**
 * How the models of a deployment's upstream are listed, in its dialect. It costs nothing and shows that the key works.
 */
export function listRequest(deployment: Deployment): ListRequest {
  switch (dialectOf(deployment.provider)) {
    case "anthropic":
      return {
        path: `${anthropicPath(deployment, "/models")}?limit=1000`,
        headers: anthropicHeaders(deployment),
        namesWhatCallsUse: true,
      };
    case "azure":
      return { path: azureModelsPath(deployment), headers: azureKey(deployment), namesWhatCallsUse: false };
    case "openai": {
      const { basePath, apiKey } = deployment;
      return {
        path: `${basePath}/models`,
        headers: apiKey ? { authorization: `Bearer ${apiKey.reveal()}` } : {},
        namesWhatCallsUse: true,
      };
    }
  }
}

/** The ids of a list of models; undefined: the answer is no such list. */
export function listedIds(text: string): string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const data: unknown = typeof value === "object" && value !== null && "data" in value ? value.data : undefined;
  if (!Array.isArray(data)) return undefined;
  return data.flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "id" in one && typeof one.id === "string" ? [one.id] : [],
  );
}
