import type { Environment } from "@/lib/config/environment-variables";
import { PROVIDERS } from "@/lib/providers/table";
import { fileJwtAuth, splitList } from "./file-checks";
import { generalSettings, type AccessOverrides, type ConfigFile, type Settings } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";

/** The master key that the operator has set: GATEWAY_MASTER_KEY beats `general_settings.master_key`. */
export function configuredMasterKey(file: ConfigFile, environment: Environment): Secret | undefined {
  return environment.masterKey === undefined ? file.general_settings?.master_key : new Secret(environment.masterKey);
}

/**
 * The settings in force: the file, the environment and the newest revision's overrides, which replace a setting of
 * the file as a whole. `keptMasterKey` is what the data folder holds for a gateway whose operator set none; `served`: the file's models and
 * those of the database. Frozen.
 */
export function buildSettings(
  file: ConfigFile,
  environment: Environment,
  overrides: AccessOverrides,
  generation: number,
  keptMasterKey?: Secret,
  served: Pick<Settings, "models" | "unusable"> = { models: file.model_list, unusable: new Map() },
): Settings {
  const masterKey = configuredMasterKey(file, environment) ?? keptMasterKey;
  if (!masterKey) throw new TypeError("no master key is configured and none was kept");
  return deepFreeze({
    generation,
    general: file.general_settings ?? generalSettings.parse({}),
    jwtAuth: { ...fileJwtAuth(file), ...overrides },
    ...served,
    masterKey,
    providerKeys: usualKeys(environment),
    publicKeyUrls: splitList(environment.jwtPublicKeyUrl),
    audiences: splitList(environment.jwtAudience),
    issuers: splitList(environment.jwtIssuer),
  });
}

/** The providers' keys that the environment holds under their usual names. */
function usualKeys(environment: Environment): ReadonlyMap<string, Secret> {
  const keys = new Map<string, Secret>();
  for (const { name, keyVariables } of PROVIDERS) {
    const found = keyVariables.map((variable) => environment.lookup(variable)?.trim()).find((value) => value);
    if (found !== undefined) keys.set(name, new Secret(found));
  }
  return keys;
}

/** Freezes plain objects and lists all the way down; secrets guard themselves. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || value instanceof Secret || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
