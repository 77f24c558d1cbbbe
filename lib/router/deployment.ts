import type { ModelEntry } from "@/lib/config/schema";
import { findProvider, splitUpstreamModel } from "@/lib/providers/table";
import { GatewayError } from "@/lib/errors";
import type { Candidate } from "./resolve";

/** Where a call goes: an upstream address, the model's name there, and the headers that open it. */
export interface Deployment {
  readonly id: string;
  readonly provider: string;
  /** As the upstream calls it. */
  readonly model: string;
  readonly origin: string;
  /** Path prefix of the API, without a slash at the end. */
  readonly basePath: string;
  readonly authorization: string | undefined;
  readonly entry: ModelEntry;
}

/** The id of a model list entry, as spend rows and headers name it. */
export function deploymentId(entry: ModelEntry, index: number): string {
  return entry.model_info?.id ?? `file-${index}`;
}

/** Works out the deployment of a candidate. @throws GatewayError no_healthy_deployment when it has no address */
export function deploymentOf({ entry, index, upstreamModel }: Candidate<ModelEntry>): Deployment {
  const { provider, model } = splitUpstreamModel(upstreamModel);
  const address = entry.gateway_params.api_base ?? findProvider(provider)?.apiBase;
  if (address === undefined) {
    throw new GatewayError("no_healthy_deployment", `The provider "${provider.slice(0, 60)}" is not known and the model's entry has no api_base.`);
  }
  const { origin, pathname } = new URL(address);
  const { api_key: key } = entry.gateway_params;
  return {
    id: deploymentId(entry, index),
    provider,
    model,
    origin,
    basePath: pathname.replace(/\/+$/, ""),
    authorization: key && `Bearer ${key.reveal()}`,
    entry,
  };
}
