import type { ModelEntry } from "@/lib/config/schema";
import { withCredential, type Credentials } from "@/lib/config/provider-settings/named-credentials";
import type { Secret } from "@/lib/config/secret";
import { GatewayError } from "@/lib/errors";
import { withoutTrailing } from "@/lib/without-trailing";
import type { AskedModel } from "./adapter";
import { deploymentId, type Deployment } from "./deployment";
import { findProvider, isOwnAddress, splitBaseModel, splitUpstreamModel } from "./table";

/** An entry that serves a requested name, as found by `resolveModel`. */
interface ServingEntry {
  readonly entry: ModelEntry;
  /** The entry's position in the model list. */
  readonly index: number;
  /** `<provider>/<model>` with its stars filled in. */
  readonly upstreamModel: string;
}

/**
 * What a node has for all its entries: the settings that hold where an entry has none, the usual keys by provider, and
 * the variables that name their places.
 */
interface ProviderEnvironment {
  readonly general?: { readonly drop_params?: boolean | undefined };
  readonly credentials: Credentials;
  readonly providerKeys: ReadonlyMap<string, Secret>;
  readonly providerVariables: ReadonlyMap<string, string>;
}

const NOTHING: ProviderEnvironment = { credentials: new Map(), providerKeys: new Map(), providerVariables: new Map() };

/** What of a candidate decides how it is asked. */
export function askedModel(
  { entry, upstreamModel }: Pick<ServingEntry, "entry" | "upstreamModel">,
  { credentials }: Pick<ProviderEnvironment, "credentials">,
): AskedModel {
  const { api_base: apiBase } = withCredential(entry, credentials).gateway_params;
  const split = splitUpstreamModel(upstreamModel);
  return {
    ...split,
    baseModel: baseModelOf(entry, split.provider),
    ...(apiBase !== undefined && { basePath: addressOf(apiBase).basePath }),
  };
}

/**
 * Makes the deployment of a candidate. An entry without a key gets the provider's usual one, but only at the provider's
 * own address: nobody else may see it. @throws GatewayError no_healthy_deployment if it has no address
 */
export function deploymentOf(
  { entry: written, index, upstreamModel }: ServingEntry,
  { general, credentials, providerKeys, providerVariables }: ProviderEnvironment = NOTHING,
): Deployment {
  const { provider, model, api } = splitUpstreamModel(upstreamModel);
  const known = findProvider(provider);
  const entry = withCredential(written, credentials);
  const variable = (name: string): string | undefined => providerVariables.get(name);
  const address = entry.gateway_params.api_base ?? known?.address?.(entry.gateway_params, variable) ?? known?.apiBase;
  if (address === undefined) {
    throw new GatewayError(
      "no_healthy_deployment",
      `The provider "${provider.slice(0, 60)}" is not known and the model's entry has no api_base.`,
    );
  }
  const { origin, basePath } = addressOf(address);
  const apiKey =
    entry.gateway_params.api_key ?? (isOwnAddress(provider, origin) ? providerKeys.get(provider) : undefined);
  const credential = known?.credential?.(entry.gateway_params, variable, apiKey);
  // Written out: a spread takes 8 µs, which each new name of a caller would cost.
  return {
    id: deploymentId(entry, index),
    provider,
    model,
    api,
    baseModel: baseModelOf(entry, provider),
    habits: known?.habits,
    dropsParams: written.gateway_params.drop_params ?? general?.drop_params ?? false,
    origin,
    basePath,
    // What signs a call does it alone.
    apiKey: credential ? undefined : apiKey,
    credential,
    clientCertificate: clientCertificateOf(entry.gateway_params),
    entry,
  };
}

function baseModelOf({ model_info: info }: ModelEntry, provider: string): string | undefined {
  return info?.base_model === undefined ? undefined : splitBaseModel(info.base_model, provider).model;
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
