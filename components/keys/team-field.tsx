"use client";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { PAYERS, useSearched } from "@/components/shared/lists/payer-lists";
import { Field } from "@/components/ui/field";

/** The team that a key belongs to: its id, completed from a part of the id or the name. */
export function TeamField({ value, onChange }: { value: string; onChange: (teamId: string) => void }) {
  const { offered, chosen, onSearch } = useSearched(PAYERS.team_id, value);
  return (
    <Field
      label="Team"
      hint={
        chosen && chosen.name !== chosen.id
          ? `${chosen.name}: its block, models and limits apply too.`
          : "Its block, models and limits apply too."
      }
    >
      {(control) => (
        <CompletedInput
          {...control}
          placeholder="No team; type a name or an id"
          offered={offered}
          onSearch={onSearch}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
