"use client";
import { ClaimInput } from "@/components/claims/claim-input";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Field, Input, Select } from "@/components/ui/field";
import { type IssuerDraft, withField } from "./issuer-draft";
import { AS_COMMON, type IssuerField } from "./issuer-groups";

export interface Edited {
  entry: IssuerDraft;
  onChange: (entry: IssuerDraft) => void;
}

const SWITCH = [
  { value: undefined, words: AS_COMMON },
  { value: true, words: "Yes" },
  { value: false, words: "No" },
] as const;

/** One field of an issuer. A value that the field cannot show stays as it is and is changed as JSON. */
export function IssuerFieldInput({ field, entry, onChange }: Edited & { field: IssuerField }) {
  const { name, hint } = field;
  const value = entry[name];
  const set = (to: unknown) => onChange(withField(entry, name, to));
  const isShown = value === undefined || fits(field, value);
  return (
    <Field
      label={<span className="font-mono text-[12.5px]">{name}</span>}
      hint={isShown ? hint : `${hint} This value is changed as JSON.`}
    >
      {(control) => {
        if (!isShown) return <Input {...control} className="font-mono" readOnly value={JSON.stringify(value)} />;
        switch (field.as) {
          case "text":
          case "claim": {
            const TextInput = field.as === "claim" ? ClaimInput : Input;
            const text = typeof value === "string" ? value : "";
            return (
              <TextInput {...control} className="font-mono" value={text} onChange={({ target }) => set(target.value)} />
            );
          }
          case "names":
            return (
              <NamePicker
                id={control.id}
                describedBy={control["aria-describedby"]}
                list={name}
                values={namesOf(value)}
                known={field.known}
                onChange={set}
                placeholder={field.empty}
              />
            );
          case "switch":
            return <Choice control={control} options={SWITCH} value={value} onChoice={set} />;
          case "choice":
            return <Choice control={control} options={field.options} value={value} onChoice={set} />;
        }
      }}
    </Field>
  );
}

/** A choice among values of any type. */
export function Choice({
  control,
  options,
  value,
  onChoice,
}: {
  control: { id?: string; "aria-describedby"?: string; "aria-label"?: string };
  options: readonly { readonly value: unknown; readonly words: string }[];
  value: unknown;
  onChoice: (value: unknown) => void;
}) {
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <Select
      {...control}
      value={String(Math.max(chosen, 0))}
      onChange={({ target }) => onChoice(options[Number(target.value)]?.value)}
    >
      {options.map(({ words }, index) => (
        <option key={words} value={index}>
          {words}
        </option>
      ))}
    </Select>
  );
}

function fits(field: IssuerField, value: unknown): boolean {
  switch (field.as) {
    case "text":
    case "claim":
      return typeof value === "string";
    case "names":
      return Array.isArray(value) && value.length > 0;
    case "switch":
      return typeof value === "boolean";
    case "choice":
      return field.options.some((option) => option.value === value);
  }
}

function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
