"use client";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { PAYERS, useSearched } from "@/components/shared/lists/payer-lists";
import { Field } from "@/components/ui/field";

/** A payer, such as the team that rows are moved to: an id, completed from a part of it or of the name. */
export function TargetField({
  of,
  label,
  hint,
  fault,
  value,
  onChange,
}: {
  /** The filter that takes such ids. */
  of: keyof typeof PAYERS;
  label: string;
  hint?: string;
  fault?: string | undefined;
  value: string;
  onChange: (id: string) => void;
}) {
  const { offered, onSearch } = useSearched(PAYERS[of], value);
  return (
    <Field label={label} hint={hint} error={fault}>
      {(control) => (
        <CompletedInput
          {...control}
          placeholder="Type a name or an id"
          offered={offered}
          onSearch={onSearch}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
