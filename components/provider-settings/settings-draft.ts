import type { SettingField } from "./setting-fields";

/** Settings as typed, by their names. */
export type TypedSettings = Readonly<Record<string, string>>;

/** What is typed into the fields of stored settings, and which stored secrets go. */
export interface SettingsDraft {
  /** Secrets are empty when a form is opened; left empty, they stay. */
  readonly settings: TypedSettings;
  readonly removed: readonly string[];
}

/** Stored settings as text for the fields, without secrets. */
export function settingsDraftOf(fields: readonly SettingField[], stored: object): SettingsDraft {
  const values = new Map(Object.entries(stored));
  const shown = fields.filter(({ name, isSecret }) => !isSecret && values.has(name));
  return { settings: Object.fromEntries(shown.map(({ name }) => [name, String(values.get(name))])), removed: [] };
}

/** What was typed, by the names of the fields. */
export function givenSettings(fields: readonly SettingField[], { settings }: SettingsDraft): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const text = settings[name]?.trim() ?? "";
      return text === "" ? [] : [[name, text]];
    }),
  );
}

/** What changes: typed values, null for what was cleared. Secrets that nobody typed or removed stay. */
export function changedSettings(
  fields: readonly SettingField[],
  stored: object,
  draft: SettingsDraft,
): Record<string, string | null> {
  const before = new Map(Object.entries(stored));
  const given = givenSettings(fields, draft);
  return Object.fromEntries(
    fields.flatMap(({ name, isSecret }): [string, string | null][] => {
      const value = given[name];
      if (value !== undefined) return isSecret || String(before.get(name)) !== value ? [[name, value]] : [];
      const goes = isSecret ? draft.removed.includes(name) : before.has(name);
      return goes ? [[name, null]] : [];
    }),
  );
}

/** What the browser may keep: no secret, and no address with a password in it. */
export function keptSettings(fields: readonly SettingField[], { settings, removed }: SettingsDraft): SettingsDraft {
  const open = fields.filter(({ name, isSecret }) => !isSecret && !settings[name]?.includes("@"));
  return { settings: givenSettings(open, { settings, removed }), removed };
}
