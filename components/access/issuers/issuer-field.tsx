"use client";
import { ClaimExpressionInput } from "@/components/claims/claim-expression-input";
import { ClaimInput } from "@/components/claims/claim-input";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import type { ClaimExpression } from "@/lib/config/claim-expression";
import { hintOf } from "@/lib/config/access-settings/setting";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import { isObject } from "@/lib/is-object";
import { NumberInput } from "../number-input";
import { type IssuerDraft, withField } from "./issuer-draft";
import { Choice } from "../choice";
import { isEditedAs } from "../setting-fields";
import { AS_COMMON, canUnset, choicesOf, type IssuerField } from "./issuer-fields";

export interface Edited {
  entry: IssuerDraft;
  onChange: (entry: IssuerDraft) => void;
}

/** One field of an issuer. A value that the field cannot show stays as it is and is changed as JSON. */
export function IssuerFieldInput({ field, entry, onChange }: Edited & { field: IssuerField }) {
  const { name, editor } = field;
  const hint = hintOf(field, false);
  const value = entry[name];
  const set = (to: unknown) => onChange(withField(entry, name, to));
  const isUnset = value === null && canUnset(name);
  const isShown = value === undefined || isUnset || fits(field, value);
  const input = (
    <Field
      label={<span className="font-mono text-meta">{name}</span>}
      hint={isShown ? hint : `${hint} This value is changed as JSON.`}
    >
      {(control) => {
        if (isUnset) return <Input {...control} className="text-ink-faint" readOnly value="Unset for this issuer" />;
        if (!isShown) return <Input {...control} className="font-mono" readOnly value={JSON.stringify(value)} />;
        const options = choicesOf(field);
        if (options) return <Choice control={control} options={options} value={value} onChoice={set} />;
        if (isEditedAs(name, "expression"))
          return (
            <ClaimExpressionInput
              control={control}
              field={name}
              value={isExpression(value) ? value : undefined}
              onChange={set}
            />
          );
        if (editor === "number")
          return (
            <NumberInput
              {...control}
              placeholder={AS_COMMON}
              value={typeof value === "number" ? value : undefined}
              onChange={set}
            />
          );
        const known =
          editor === "routes" ? ROUTE_FAMILIES : typeof editor === "object" && "names" in editor && editor.names;
        if (known)
          return (
            <NamePicker
              id={control.id}
              describedBy={control["aria-describedby"]}
              list={name}
              values={namesOf(value)}
              known={known}
              onChange={set}
              placeholder={AS_COMMON}
            />
          );
        const TextInput = editor === "claim" ? ClaimInput : Input;
        const text = typeof value === "string" ? value : "";
        return (
          <TextInput {...control} className="font-mono" value={text} onChange={({ target }) => set(target.value)} />
        );
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
          aria-label={isUnset ? `Use the common setting of ${name}` : `Unset ${name}`}
          onClick={() => (isUnset ? set(undefined) : onChange({ ...entry, [name]: null }))}
        >
          {isUnset ? AS_COMMON : "Unset"}
        </Button>
      </span>
    </div>
  );
}

function fits(field: IssuerField, value: unknown): boolean {
  const options = choicesOf(field);
  if (options) return options.some((option) => option.value === value);
  switch (field.editor) {
    case "expression":
      return isExpression(value);
    case "number":
      return typeof value === "number";
    case "text":
    case "claim":
      return typeof value === "string";
    default:
      return Array.isArray(value) && value.length > 0;
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
