import { clientCertificateSettings, isPem } from "../client-certificate-settings";
import { Secret } from "../secret";
import { azureSettings } from "./azure";
import { bedrockSettings } from "./bedrock";
import { googleSettings } from "./google";
import type { ProviderSettings } from "./provider-settings";

/** The settings of all providers, for the schema of `gateway_params`. */
export const PROVIDER_SETTINGS = { ...azureSettings.shape, ...bedrockSettings.shape, ...googleSettings.shape };

const all: readonly ProviderSettings[] = [azureSettings, bedrockSettings, googleSettings];

/** The settings that say where calls go, beside `model` and `api_base`. */
export const LOCATION_SETTINGS: readonly string[] = all.flatMap(({ locations = [] }) => locations);

/** The settings that are addresses to which secrets go, beside `api_base`. */
export const DESTINATION_SETTINGS: readonly string[] = all.flatMap(({ destinations = [] }) => destinations);

/** The settings that may name a file of the host; each tells a value from a path. */
export const FILE_SETTINGS: Readonly<Record<string, (value: string) => boolean>> = Object.assign(
  { ssl_certificate: isPem, ssl_key: isPem },
  ...all.map(({ files = {} }) => files),
);

/** The settings that entries of a provider have beside those of every entry. */
export function settingsOf(provider: string): ProviderSettings["shape"] {
  return all.find(({ providers }) => providers.includes(provider))?.shape ?? {};
}

/** The secrets below `gateway_params`: they are encrypted, and never shown. */
export const ENTRY_SECRETS: readonly string[] = [
  "api_key",
  ...Object.entries({ ...PROVIDER_SETTINGS, ...clientCertificateSettings }).flatMap(([name, schema]) =>
    schema.safeParse("x").data instanceof Secret ? [name] : [],
  ),
];
