"use client";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { PAYER_LISTS } from "@/components/shared/lists/payer-lists";
import { useDebounced } from "@/components/shared/use-debounced";
import { Field } from "@/components/ui/field";

/** The team or organisation that rows are moved to: its id, completed from a part of the id or the name. */
export function TargetField({
  of,
  label,
  hint,
  value,
  onChange,
}: {
  of: "team_id" | "organization_id";
  label: string;
  hint: string;
  value: string;
  onChange: (id: string) => void;
}) {
  const search = useDebounced(value.trim());
  const offered = PAYER_LISTS.get(of)?.useOffered(search, true) ?? [];
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <CompletedInput
          {...control}
          placeholder="Type a name or an id"
          offered={offered}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
