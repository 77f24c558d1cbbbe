import { ISSUER_SETTINGS } from "@/lib/config/access-settings/issuer";
import type { About, Choice, SettingGroup } from "@/lib/config/access-settings/setting";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import { issuerEntry } from "@/lib/config/schema";

/** A field of an issuer's entry. */
export interface IssuerField extends About {
  readonly name: string;
}

/** What the issuer has of its own comes first in a group, and counts where the common settings have the same name. */
const ROWS: Readonly<Record<string, About>> = { ...ISSUER_SETTINGS, ...COMMON_SETTINGS, ...ISSUER_SETTINGS };

/** The fields of a group. `own`: those with a form made for them alone; otherwise the others. */
export function issuerFields(group: SettingGroup, own = false): readonly IssuerField[] {
  return Object.entries(ROWS)
    .filter(([, row]) => row.group === group && (row.editor === "own") === own)
    .map(([name, row]) => ({ ...row, name }));
}

/** Whether an entry may unset a field (null) that is set for all issuers. */
export function canUnset(name: string): boolean {
  const fields: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = issuerEntry.shape;
  return fields[name]?.safeParse(null).success === true;
}

/** The label of a field that is not given. */
export const AS_COMMON = "Same as for all issuers";

/** The values that a field offers; undefined: it is typed. */
export function choicesOf({ name, editor }: Pick<IssuerField, "name" | "editor">): readonly Choice[] | undefined {
  const common = { value: undefined, label: AS_COMMON };
  if (editor === "switch") return [common, { value: true, label: "Yes" }, { value: false, label: "No" }];
  if (typeof editor !== "object" || !("choices" in editor)) return undefined;
  return name in ISSUER_SETTINGS ? editor.choices : [common, ...editor.choices];
}
