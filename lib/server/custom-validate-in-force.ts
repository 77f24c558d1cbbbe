import { loadCustomValidate, type Validator } from "@/lib/auth/io/custom-validate";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import { fileJwtAuth } from "@/lib/settings/file-checks";
import type { Finding } from "@/lib/config/finding";
import type { SettingsStore } from "@/lib/settings/settings-store";
import type { LoadedConfig } from "./configuration";

/** The function that judges the tokens of an issuer; undefined if none does. */
type ValidatorOf = (issuer: string | undefined) => Validator | undefined;

/** The operator's `custom_validate`, of all issuers or of one, which changes with the configuration file. */
export interface CustomValidateInForce {
  readonly inForce: ValidatorOf;
  /**
   * Puts a changed file in force together with its function. If either cannot be used, both stay as they were, so a
   * faulty module never leaves the gateway without its check.
   * @throws CustomValidateError, or what `settings` throws
   */
  replaceFile(
    settings: Pick<SettingsStore, "replaceFile">,
    config: LoadedConfig,
    findings: readonly Finding[],
  ): Promise<void>;
}

/** Loads the functions that the file names. @throws CustomValidateError */
export async function openCustomValidate(config: LoadedConfig): Promise<CustomValidateInForce> {
  let inForce = await configured(config);
  return {
    inForce: (issuer) => inForce(issuer),
    async replaceFile(settings, changed, findings) {
      const before = inForce;
      const after = await configured(changed);
      // A new function counts before the new settings do, and a removed one until after they do. Otherwise calls in
      // between would pass unchecked.
      inForce = (issuer) => after(issuer) ?? before(issuer);
      try {
        await settings.replaceFile(changed, findings);
        inForce = after;
      } catch (error) {
        inForce = before;
        throw error;
      }
    },
  };
}

async function configured({ file, environment }: LoadedConfig): Promise<ValidatorOf> {
  const settings = { jwtAuth: fileJwtAuth(file) };
  const nameFor = (issuer: string | undefined): string | undefined =>
    settingsOfIssuer(issuer, settings).jwtAuth.custom_validate;
  const issuers = [undefined, ...settings.jwtAuth.issuers.map(({ issuer }) => issuer)];
  const names = new Set(issuers.map(nameFor).filter((name) => name !== undefined));
  const loaded = new Map<string | undefined, Validator>();
  for (const name of names) loaded.set(name, await loadCustomValidate(name, environment.configPath));
  return (issuer) => loaded.get(nameFor(issuer));
}
