"use client";
import { useId } from "react";
import { Field, Input } from "@/components/ui/field";

/** The field for a model, which offers those that the identity may call. Others can be typed, to see the refusal. */
export function ModelField({
  label,
  hint,
  models,
  value,
  fault,
  onChange,
}: {
  label: string;
  hint: string;
  models: readonly string[];
  value: string;
  fault: string | undefined;
  onChange: (model: string) => void;
}) {
  const listId = useId();
  return (
    <Field label={label} hint={hint} error={fault}>
      {(control) => (
        <>
          <Input
            {...control}
            list={listId}
            className="font-mono text-note"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={listId}>
            {models.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
