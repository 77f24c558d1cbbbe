"use client";
import { PAGED, useRead } from "@/components/api/use-read";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { useDebounced } from "@/components/shared/use-debounced";
import { Field, Select } from "@/components/ui/field";
import { teamContracts } from "@/lib/wire/contracts/teams";

/** How many teams are offered. If there are more, the field completes a typed id or name instead. */
const OFFERED = 200;

/** The team that a key belongs to. */
export function TeamField({ value, onChange }: { value: string; onChange: (teamId: string) => void }) {
  const teams = useRead(teamContracts.list, { page: 1, size: OFFERED, sort: "alias", order: "asc" });
  const known = teams.data?.data ?? [];
  const typed = (teams.data?.total ?? 0) > OFFERED;
  const search = useDebounced(value.trim());
  const found = useRead(teamContracts.list, { search, page: 1, size: 20 }, { ...PAGED, enabled: typed });
  const nameOf = (team: (typeof known)[number]) => team.team_alias ?? team.team_id;
  return (
    <Field label="Team" hint="Its block, models and limits apply too.">
      {(control) =>
        typed ? (
          <CompletedInput
            {...control}
            placeholder="No team"
            offered={(found.data?.data ?? []).map((team) => ({ id: team.team_id, name: nameOf(team) }))}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">No team</option>
            {value !== "" && known.every((team) => team.team_id !== value) && <option value={value}>{value}</option>}
            {known.map((team) => (
              <option key={team.team_id} value={team.team_id}>
                {nameOf(team)}
              </option>
            ))}
          </Select>
        )
      }
    </Field>
  );
}
