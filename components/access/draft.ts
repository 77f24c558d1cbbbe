import type { OutputOf } from "@/components/api/client";
import type { configContracts } from "@/lib/wire/contracts/config";
import { checkOverrides } from "@/lib/settings/overrides";
import type { FindingView } from "@/components/shared/findings";
import {
  ACCESS_SETTINGS,
  type AccessOverrides,
  type AccessSetting,
  type JwtAuthSettings,
  jwtAuth,
} from "@/lib/config/schema";

/** The access settings in force, and where each comes from. */
export type Configuration = OutputOf<typeof configContracts.get>;

/** The settings of a draft in full: what it overrides, and below it what the file says. */
export type EffectiveAccess = Pick<JwtAuthSettings, AccessSetting>;

/** What the newest revision overrides. */
export function savedOverrides(configuration: Configuration): AccessOverrides {
  return Object.fromEntries(
    ACCESS_SETTINGS.filter((name) => configuration.settings[name]?.source === "revision").map((name) => [
      name,
      configuration.settings[name]?.value,
    ]),
  );
}

/** What config.yaml and its defaults say. */
export function fileAccess(configuration: Configuration): JwtAuthSettings {
  const given = ACCESS_SETTINGS.map((name) => [name, configuration.settings[name]?.file_value] as const);
  return jwtAuth.parse(Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined)));
}

/** The settings as they would be in force. */
export function effectiveAccess(overrides: AccessOverrides, configuration: Configuration): EffectiveAccess {
  return { ...fileAccess(configuration), ...overrides };
}

/** The settings in which two sets of overrides differ. */
export function changedSettings(before: AccessOverrides, after: AccessOverrides): AccessSetting[] {
  return ACCESS_SETTINGS.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

export type SettingOrigin = "unsaved" | "revision" | "file" | "default";

/** Where the value shown comes from. */
export function originOf(setting: AccessSetting, draft: AccessOverrides, configuration: Configuration): SettingOrigin {
  if (changedSettings(savedOverrides(configuration), draft).includes(setting)) return "unsaved";
  if (setting in draft) return "revision";
  return configuration.settings[setting]?.source === "file" ? "file" : "default";
}

/** Checks a draft in the browser, with the code the server checks it with. Routes are left to the server, which knows them. */
export function checkDraft(draft: AccessOverrides, configuration: Configuration): readonly FindingView[] {
  return checkOverrides(draft, fileAccess(configuration), { modelNames: configuration.models, routes: undefined })
    .findings;
}

/** The findings at a path of the draft, or below it: `scope_mappings.0`. */
export function findingsAt(findings: readonly FindingView[], path: string): FindingView[] {
  return findings.filter((finding) => finding.path === path || finding.path.startsWith(`${path}.`));
}
