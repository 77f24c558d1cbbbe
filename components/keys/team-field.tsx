"use client";
import { PAGED, useRead } from "@/components/api/use-read";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { useDebounced } from "@/components/shared/use-debounced";
import { Field } from "@/components/ui/field";
import { teamContracts } from "@/lib/wire/contracts/teams";

/** How many teams are offered for what is typed. */
const OFFERED = 20;

/** The team that a key belongs to: its id, completed from a part of the id or the name. */
export function TeamField({ value, onChange }: { value: string; onChange: (teamId: string) => void }) {
  const search = useDebounced(value.trim());
  const found = useRead(teamContracts.list, { search, page: 1, size: OFFERED, sort: "alias", order: "asc" }, PAGED);
  const offered = (found.data?.data ?? []).map((team) => ({ id: team.team_id, name: team.team_alias ?? team.team_id }));
  const chosen = offered.find(({ id }) => id === value.trim());
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
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
