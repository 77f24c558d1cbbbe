import type { ModelEntry } from "@/lib/config/schema";
import type { Secret } from "@/lib/config/secret";
import { findProvider, isOwnAddress, splitUpstreamModel } from "./table";
import { GatewayError } from "@/lib/errors";
import { withoutTrailing } from "@/lib/without-trailing";

/** Where a call goes: the upstream's address, the model's name there, and the key for it. */
export interface Deployment {
  readonly id: string;
  readonly provider: string;
  /** The upstream's name of the model. */
  readonly model: string;
  /** Whether it is asked by Responses, whatever the caller speaks. */
  readonly byResponses?: boolean;
  /** Whether parameters that would be refused are dropped, as long as the answer keeps its form. */
  readonly dropsParams?: boolean;
  readonly origin: string;
  /** The path prefix of the API, without a trailing slash. */
  readonly basePath: string;
  readonly apiKey: Secret | undefined;
  /** The gateway's client certificate for mutual TLS; undefined if it has only the key. */
  readonly clientCertificate?: { readonly certificate: Secret; readonly key: Secret } | undefined;
  readonly entry: ModelEntry;
}

/** An entry that serves a requested name, as found by `resolveModel`. */
interface ServingEntry {
  readonly entry: ModelEntry;
  /** The entry's position in the model list. */
  readonly index: number;
  /** `<provider>/<model>` with its stars filled in. */
  readonly upstreamModel: string;
}

/** The id of a model list entry in spend rows and headers. */
export function deploymentId(entry: ModelEntry, index: number): string {
  return entry.model_info?.id ?? `file-${index}`;
}

const NO_KEYS: ReadonlyMap<string, Secret> = new Map();

/**
 * Makes the deployment of a candidate. An entry without a key gets the provider's usual one, but only at the provider's
 * own address: nobody else may see it. @throws GatewayError no_healthy_deployment if it has no address
 */
export function deploymentOf(
  { entry, index, upstreamModel }: ServingEntry,
  usualKeys: ReadonlyMap<string, Secret> = NO_KEYS,
): Deployment {
  const { provider, model, byResponses } = splitUpstreamModel(upstreamModel);
  const address = entry.gateway_params.api_base ?? findProvider(provider)?.apiBase;
  if (address === undefined) {
    throw new GatewayError(
      "no_healthy_deployment",
      `The provider "${provider.slice(0, 60)}" is not known and the model's entry has no api_base.`,
    );
  }
  const { origin, basePath } = addressOf(address);
  return {
    id: deploymentId(entry, index),
    provider,
    model,
    byResponses,
    origin,
    basePath,
    apiKey: entry.gateway_params.api_key ?? (isOwnAddress(provider, origin) ? usualKeys.get(provider) : undefined),
    clientCertificate: clientCertificateOf(entry.gateway_params),
    entry,
  };
}

function clientCertificateOf({
  ssl_certificate: certificate,
  ssl_key: key,
}: ModelEntry["gateway_params"]): Deployment["clientCertificate"] {
  return certificate && key ? { certificate, key } : undefined;
}

/**
 * Where the key of an entry goes: the origin of its address, or of its provider's. Without a known address it is the
 * provider's name or pattern, and an address that is not a URL stays as it is.
 */
export function keyDestination({
  model,
  api_base: apiBase,
}: {
  readonly model: string;
  readonly api_base?: string;
}): string {
  const { provider } = splitUpstreamModel(model);
  const address = apiBase ?? findProvider(provider)?.apiBase ?? provider;
  return URL.canParse(address) ? new URL(address).origin : address;
}

interface Address {
  readonly origin: string;
  readonly basePath: string;
}

/** Parsing an address takes a microsecond, and a configuration has few addresses, so they are cached. */
const addresses = new Map<string, Address>();
const MAXIMUM_ADDRESSES = 1_000;

function addressOf(text: string): Address {
  let address = addresses.get(text);
  if (!address) {
    const { origin, pathname } = new URL(text);
    address = { origin, basePath: withoutTrailing(pathname, "/") };
    if (addresses.size >= MAXIMUM_ADDRESSES) addresses.clear();
    addresses.set(text, address);
  }
  return address;
}
