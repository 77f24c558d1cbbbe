import { loadCustomValidate, type Validator } from "@/lib/auth/io/custom-validate";
import type { Finding } from "@/lib/config/finding";
import type { SettingsStore } from "@/lib/settings/settings-store";
import type { LoadedConfig } from "./configuration";

/** The operator's `custom_validate`, which changes with the configuration file. */
export interface CustomValidateInForce {
  readonly inForce: () => Validator | undefined;
  /**
   * Puts a changed file in force together with its function. If either cannot be used, both stay as they were, so a
   * faulty module never leaves the gateway without its check. @throws CustomValidateError; what `settings` throws
   */
  replaceFile(
    settings: Pick<SettingsStore, "replaceFile">,
    config: LoadedConfig,
    findings: readonly Finding[],
  ): Promise<void>;
}

/** Loads the function that the file names, if it names one. @throws CustomValidateError */
export async function openCustomValidate(config: LoadedConfig): Promise<CustomValidateInForce> {
  let inForce = await configured(config);
  return {
    inForce: () => inForce,
    async replaceFile(settings, changed, findings) {
      const before = inForce;
      const after = await configured(changed);
      // A new function counts before the settings do, and a removed one after them: in between, none would be asked.
      inForce = after ?? before;
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

async function configured({ file, environment }: LoadedConfig): Promise<Validator | undefined> {
  const name = file.general_settings?.gateway_jwtauth?.custom_validate ?? file.gateway_jwtauth?.custom_validate;
  return name === undefined ? undefined : loadCustomValidate(name, environment.configPath);
}
