"use client";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { PAYER_LISTS } from "@/components/shared/lists/payer-lists";
import { useDebounced } from "@/components/shared/use-debounced";
import { Field } from "@/components/ui/field";

/** Whom an act is for, such as the team that rows are moved to: an id, completed from a part of it or of the name. */
export function TargetField({
  of,
  label,
  hint,
  value,
  onChange,
}: {
  /** The filter that takes such ids. */
  of: "team_id" | "organization_id" | "user_id" | "key_id" | "end_user_id";
  label: string;
  hint?: string;
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
