"use client";
import { useRead } from "@/components/api/use-read";
import { Field, Select } from "@/components/ui/field";
import { teamContracts } from "@/lib/wire/contracts/teams";
import type { Draft } from "./draft";

/** Which of the reader's teams pays for the call. Nothing to choose with one team or none. */
export function OwnTeamField({
  teams,
  draft,
  onChange,
}: {
  teams: readonly string[];
  draft: Draft;
  onChange: (to: Partial<Draft>) => void;
}) {
  if (teams.length < 2) return null;
  return (
    <Field label="Team" hint="Which of your teams pays.">
      {(control) => (
        <Select
          {...control}
          value={draft.teamHeader}
          onChange={(event) => onChange({ teamHeader: event.target.value })}
        >
          <option value="">The default team</option>
          {teams.map((team) => (
            <TeamOption key={team} id={team} />
          ))}
        </Select>
      )}
    </Field>
  );
}

function TeamOption({ id }: { id: string }) {
  const team = useRead(teamContracts.info, { team_id: id });
  return <option value={id}>{team.data?.team_alias ?? id}</option>;
}
