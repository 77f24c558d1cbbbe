import { z } from "zod";

/** A string that must not be empty or blank. */
export const text = z.string().trim().min(1);

/** A value that can be chosen; undefined stands for a setting that is not given. */
export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

/** How the console edits a setting. `own`: by a form made for it alone. */
export type Editor =
  | "switch"
  | "text"
  | "claim"
  | "number"
  | "expression"
  | "routes"
  | "own"
  | { readonly names: readonly string[] }
  | { readonly choices: readonly Choice[] };

/** What a setting is about; the console shows those of a group together. */
export type SettingGroup =
  | "identity"
  | "enforcement"
  | "tables"
  | "claims"
  | "audience"
  | "keys"
  | "groups"
  | "opaque"
  | "tools"
  | "people"
  | "rights";

/** What a setting is called, does and belongs to. Its texts are Markdown. */
export interface About<Edited extends Editor = Editor> {
  readonly group: SettingGroup;
  readonly editor: Edited;
  /** What it does. The reference page and both forms of the console say it. */
  readonly text: string;
  /** What the reference page says besides. */
  readonly more?: string;
  /** What holds if nobody gives it. The reference page and the form for all issuers say it. */
  readonly unset?: string;
}

/** One setting: its row is all that the file, a revision, an issuer's entry, the console and the reference know. */
export interface Setting<
  Value extends z.ZodType = z.ZodType,
  Edited extends Editor = Editor,
  Field extends z.ZodType = z.ZodType,
> extends About<Edited> {
  /** A value that is given, as in a revision. */
  readonly value: Value;
  /** The field of the file, which may be absent. */
  readonly field: Field;
  /** The field of an issuer's entry: absent, it keeps the common value, and null counts as if nobody had given it. */
  readonly override: z.ZodOptional<z.ZodNullable<Value>>;
}

export function setting<Value extends z.ZodType, const Edited extends Editor>(
  value: Value,
  about: About<Edited> & { readonly default: z.util.NoUndefined<z.output<Value>> },
): Setting<Value, Edited, z.ZodDefault<Value>>;
export function setting<Value extends z.ZodType, const Edited extends Editor>(
  value: Value,
  about: About<Edited> & { readonly default?: never },
): Setting<Value, Edited, z.ZodOptional<Value>>;
export function setting(value: z.ZodType, { default: fallback, ...about }: About & { default?: unknown }): Setting {
  const field = fallback === undefined ? value.optional() : value.default(fallback);
  const description = referenceText(about);
  return {
    ...about,
    value: value.describe(description),
    field: field.describe(description),
    override: value.nullable().optional().describe(description),
  };
}

function referenceText({ text: says, more, unset }: About): string {
  return [says, more, unset && `Unset: ${unset}`].filter(Boolean).join(" ");
}

/** What the console says about a setting. `isCommon`: in the form for all issuers, where an empty field is unset. */
export function hintOf({ text: says, unset }: Pick<About, "text" | "unset">, isCommon: boolean): string {
  return (isCommon && unset !== undefined ? `${says} Unset: ${unset}` : says).replaceAll("`", "");
}

/** What the console says about a field of a section, such as a client's id in `introspection`. */
export function hintOfField(field: z.ZodType): string {
  return (field.description ?? "").replaceAll("`", "");
}

type Rows = Readonly<Record<string, Setting>>;
type Part = "value" | "field" | "override";

/** One part of every row, by the names of the settings. */
export function partOf<Of extends Rows, Name extends Part>(rows: Of, part: Name): { [Key in keyof Of]: Of[Key][Name] } {
  const parts = Object.entries(rows).map(([name, row]) => [name, row[part]]);
  return Object.fromEntries(parts) as { [Key in keyof Of]: Of[Key][Name] };
}

/** The names of all rows. */
export function namesOf<Of extends Rows>(rows: Of): (keyof Of & string)[] {
  return Object.keys(rows).filter((name): name is keyof Of & string => name in rows);
}

/** The names of the settings that are edited in a way. */
export type EditedAs<Of extends Rows, Edited extends Editor> = {
  [Name in keyof Of]: Of[Name]["editor"] extends Edited ? Name : never;
}[keyof Of];
