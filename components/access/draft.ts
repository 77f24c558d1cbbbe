import type { OutputOf } from "@/components/api/client";
import type { configContracts } from "@/lib/wire/contracts/config";
import { isObject } from "@/lib/is-object";
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

/** A saved revision, as the list of revisions holds it. */
export type Revision = OutputOf<typeof configContracts.listRevisions>["data"][number];

/** All settings of a draft: its overrides, and the values of the file for the rest. */
export type EffectiveAccess = Pick<JwtAuthSettings, AccessSetting>;

/** The overrides of the newest revision. */
export function savedOverrides(configuration: Configuration): AccessOverrides {
  return Object.fromEntries(
    ACCESS_SETTINGS.filter((name) => configuration.settings[name]?.source === "revision").map((name) => [
      name,
      configuration.settings[name]?.value,
    ]),
  );
}

/** The overrides in what the API answers as the settings of a revision. */
export function overridesIn(settings: unknown): AccessOverrides {
  const given: Readonly<Record<string, unknown>> = isObject(settings) ? settings : {};
  return Object.fromEntries(ACCESS_SETTINGS.filter((name) => name in given).map((name) => [name, given[name]]));
}

/** The settings of config.yaml with its defaults. */
function fileAccess(configuration: Configuration): JwtAuthSettings {
  const given = ACCESS_SETTINGS.map((name) => [name, configuration.settings[name]?.file_value] as const);
  return jwtAuth.parse(Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined)));
}

/** The settings that would be in force with these overrides. */
export function effectiveAccess(overrides: AccessOverrides, configuration: Configuration): EffectiveAccess {
  return { ...fileAccess(configuration), ...overrides };
}

/** The settings that differ between two sets of overrides. */
export function changedSettings(before: AccessOverrides, after: AccessOverrides): AccessSetting[] {
  return ACCESS_SETTINGS.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/**
 * The values that two sets of overrides put in force, of the settings in which these differ: where one of the two sets
 * overrides nothing, the file's.
 */
export function changedValues(
  before: AccessOverrides,
  after: AccessOverrides,
  configuration: Configuration,
): { readonly before: AccessOverrides; readonly after: AccessOverrides } {
  const names = changedSettings(before, after);
  const valuesOf = (overrides: AccessOverrides): AccessOverrides => {
    const access = effectiveAccess(overrides, configuration);
    return Object.fromEntries(names.map((name) => [name, access[name]]));
  };
  return { before: valuesOf(before), after: valuesOf(after) };
}

export type SettingOrigin = "unsaved" | "revision" | "file" | "default";

/** Where the value on the page comes from. */
export function originOf(setting: AccessSetting, draft: AccessOverrides, configuration: Configuration): SettingOrigin {
  if (changedSettings(savedOverrides(configuration), draft).includes(setting)) return "unsaved";
  if (setting in draft) return "revision";
  return configuration.settings[setting]?.source === "file" ? "file" : "default";
}

/**
 * Checks a draft in the browser with the code that the server uses. Routes are left to the server, which knows them,
 * and so are the findings in `ONLY_BY_THE_SERVER`.
 */
export function checkDraft(draft: AccessOverrides, configuration: Configuration): readonly FindingView[] {
  return checkOverrides(draft, fileAccess(configuration), {
    modelNames: configuration.models,
    routes: undefined,
  }).findings.filter(({ number }) => !ONLY_BY_THE_SERVER.has(number));
}

/**
 * The findings that only the server can make. C141 needs to know how each issuer's claims are read; the others depend
 * on settings of the file that the page does not have.
 */
const ONLY_BY_THE_SERVER: ReadonlySet<string> = new Set(["C049", "C077", "C078", "C079", "C107", "C109", "C141"]);

/** The findings at a path of the draft, or below it: `scope_mappings.0`. */
export function findingsAt(findings: readonly FindingView[], path: string): FindingView[] {
  return findings.filter((finding) => finding.path === path || finding.path.startsWith(`${path}.`));
}
