import { isObject } from "@/lib/is-object";
import type { JwtAuthSettings } from "@/lib/config/schema";

export type KeyGeneration = NonNullable<JwtAuthSettings["key_generation_settings"]>;

/** The groups of people who may make keys, each with its path in the settings. */
export const KEY_MAKERS = [
  {
    path: ["team_key_generation", "allowed_team_member_roles", "admin"],
    text: "Administrators of a team make its keys",
  },
  { path: ["team_key_generation", "allowed_team_member_roles", "user"], text: "All members of a team make its keys" },
  {
    path: ["personal_key_generation", "allowed_user_roles", "internal_user"],
    text: "Users make keys without a team",
  },
] as const;
type SettingPath = (typeof KEY_MAKERS)[number]["path"];

/** Whether the settings (JSON) let the people of a path make keys. */
export function makesKeys(settings: unknown, [section, list, role]: SettingPath): boolean {
  return rolesIn(settings, section, list).includes(role);
}

/** The settings with the people of a path allowed to make keys, or not. Everything else stays. */
export function withMaker(settings: unknown, [section, list, role]: SettingPath, may: boolean): KeyGeneration {
  const others = rolesIn(settings, section, list).filter((one) => one !== role);
  const { [section]: _, ...rest } = isObject(settings) ? settings : {};
  const roles = may ? [...others, role] : others;
  // A section without roles means the same as no section: nobody.
  return roles.length === 0 ? rest : { ...rest, [section]: { [list]: roles } };
}

function rolesIn(settings: unknown, section: SettingPath[0], list: SettingPath[1]): readonly unknown[] {
  const given = isObject(settings) ? settings[section] : undefined;
  const roles = isObject(given) ? given[list] : undefined;
  return Array.isArray(roles) ? roles : [];
}
