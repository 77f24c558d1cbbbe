import { namesOf, type SettingGroup } from "@/lib/config/access-settings/setting";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import type { AccessSetting } from "@/lib/config/schema";

/** A section of the rules, as the index names it. */
export interface RuleSection {
  /** Of its element. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly groups: readonly SettingGroup[];
  /** Settings of it that belong to no group of the form. */
  readonly further?: readonly AccessSetting[];
}

/** The sections, in the order of the page. */
export const RULE_SECTIONS: readonly RuleSection[] = [
  { id: "enforcement", title: "Enforcement", groups: ["enforcement"] },
  { id: "mappings", title: "Roles, groups, scopes", groups: ["tables"] },
  {
    id: "claims",
    title: "Claims",
    description: "Which claim of a token holds what. Fields offer the claims of recent tokens.",
    groups: ["claims"],
  },
  {
    id: "tokens",
    title: "Token requirements",
    description: "For the tokens of every issuer without a setting of its own.",
    groups: ["audience", "keys", "groups"],
  },
  { id: "issuers", title: "Issuers", groups: [], further: ["issuers"] },
  { id: "people", title: "Users and teams", groups: ["people"] },
  { id: "rights", title: "Administrators and routes", groups: ["rights"] },
  { id: "tests", title: "Policy tests", groups: [], further: ["policy_tests"] },
];

/** The settings of a section. */
export function settingsIn({ groups, further = [] }: RuleSection): readonly AccessSetting[] {
  return [...namesOf(COMMON_SETTINGS).filter((name) => groups.includes(COMMON_SETTINGS[name].group)), ...further];
}

/**
 * Whether the page shows a setting: its name, text or section has all words of a search and, if asked, it is set.
 */
export function showsSetting(
  setting: AccessSetting,
  { search, onlySet, isSet }: { search: string; onlySet: boolean; isSet: (setting: AccessSetting) => boolean },
): boolean {
  if (onlySet && !isSet(setting)) return false;
  const rows: Readonly<Record<string, { readonly text: string } | undefined>> = COMMON_SETTINGS;
  const section = RULE_SECTIONS.find((one) => settingsIn(one).includes(setting));
  const text = `${setting} ${rows[setting]?.text ?? ""} ${section?.title ?? ""}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
