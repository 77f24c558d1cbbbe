import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import type { Services } from "@/lib/gateway/services";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { createSettingsStore } from "@/lib/settings/settings-store";
import { SecretBox } from "@/lib/store/secret-box";
import { createPinStore } from "@/lib/store/settings/pin-store";
import { createPriceStore } from "@/lib/store/settings/price-store";
import type { LoadedConfig } from "../configuration";
import type { Host } from "../host";

type SettingServices = Pick<Services, "secrets" | "settings" | "prices" | "toolPins">;

/** Opens what the operator and administrators have set. `overrides`: services that are there already. */
export async function openSettings(
  {
    config,
    host,
    environment,
    database,
    log,
  }: Pick<Services, "environment" | "database" | "log"> & {
    readonly config: LoadedConfig;
    readonly host: Pick<Host, "encryptionKey" | "keptMasterKey">;
  },
  overrides: Partial<SettingServices>,
): Promise<SettingServices> {
  const secrets = overrides.secrets ?? new SecretBox(host.encryptionKey.reveal(), environment.previousEncryptionKeys);
  const settings =
    overrides.settings ??
    (await createSettingsStore({
      config,
      keptMasterKey: host.keptMasterKey?.value,
      routes: KNOWN_ROUTES,
      database,
      log,
      models: { open: secrets.open.bind(secrets), isKnownProvider, isPriced: hasPrice },
    }));
  return {
    secrets,
    settings,
    prices: overrides.prices ?? (await createPriceStore({ database, log })),
    toolPins: overrides.toolPins ?? (await createPinStore({ database, log })),
  };
}
