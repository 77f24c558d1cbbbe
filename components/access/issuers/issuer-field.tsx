"use client";
import { ClaimExpressionInput } from "@/components/claims/claim-expression-input";
import { ClaimInput } from "@/components/claims/claim-input";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import type { ClaimExpression } from "@/lib/config/claim-expression";
import { isObject } from "@/lib/is-object";
import { NumberInput } from "../number-input";
import { type IssuerDraft, withField } from "./issuer-draft";
import { AS_COMMON, canUnset, type IssuerField } from "./issuer-groups";

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
  const isUnset = value === null && canUnset(name);
  const isShown = value === undefined || isUnset || fits(field, value);
  const input = (
    <Field
      label={<span className="font-mono text-note">{name}</span>}
      hint={isShown ? hint : `${hint} This value is changed as JSON.`}
    >
      {(control) => {
        if (isUnset)
          return <Input {...control} className="text-ink-faint" readOnly value="Not set, whatever all issuers have" />;
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
          case "expression":
            return (
              <ClaimExpressionInput
                control={control}
                field={field.name}
                value={isExpression(value) ? value : undefined}
                onChange={set}
              />
            );
          case "number":
            return (
              <NumberInput
                {...control}
                placeholder={AS_COMMON}
                value={typeof value === "number" ? value : undefined}
                onChange={set}
              />
            );
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
  if (!canUnset(name)) return input;
  return (
    // The button is drawn beside the name, but follows the field in the order of the Tab key.
    <div className="relative">
      {input}
      <span className="absolute -top-1 right-0">
        <Button
          variant="ghost"
          size="small"
          className="!h-6 !px-1.5"
          aria-label={isUnset ? `Leave ${name} as for all issuers` : `Unset ${name}`}
          onClick={() => (isUnset ? set(undefined) : onChange({ ...entry, [name]: null }))}
        >
          {isUnset ? AS_COMMON : "Unset"}
        </Button>
      </span>
    </div>
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
    case "expression":
      return isExpression(value);
    case "number":
      return typeof value === "number";
    case "names":
      return Array.isArray(value) && value.length > 0;
    case "switch":
      return typeof value === "boolean";
    case "choice":
      return field.options.some((option) => option.value === value);
  }
}

/** Checks only the shape, so that half-typed parts are kept. The check of the draft says what is missing. */
function isExpression(value: unknown): value is ClaimExpression {
  return [value]
    .flat()
    .every((part) => typeof part === "string" || (isObject(part) && typeof part["path"] === "string"));
}

function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
