"use client";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { useRead } from "@/components/api/use-read";
import { LimitFields } from "@/components/limits/limit-fields";
import { ModelLimitFields } from "@/components/limits/model-limit-fields";
import { Checkbox, ModelsField } from "@/components/shared/forms/form";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { TextField } from "@/components/shared/forms/text-field";
import { Field, Select } from "@/components/ui/field";
import type { EntityDraft, EntityFaults, EntityFieldName } from "./entity-draft";
import { OrganizationField } from "./organization-field";

/** One field of the form of an entity, or one group of fields. */
export function EntityField({
  name,
  one,
  draft,
  faults,
  onChange,
}: {
  name: EntityFieldName;
  /** The word for the entity: "team". */
  one: string;
  draft: EntityDraft;
  faults: EntityFaults;
  onChange: (change: Partial<EntityDraft>) => void;
}) {
  switch (name) {
    case "alias":
      return (
        <TextField
          label="Name"
          hint={`What people call the ${one}. Optional.`}
          value={draft.alias}
          onValue={(alias) => onChange({ alias })}
        />
      );
    case "email":
      return <TextField label="E-mail" hint="Optional." value={draft.email} onValue={(email) => onChange({ email })} />;
    case "role":
      return (
        <Field label="Role" hint="A viewer reads what administrators read, and changes nothing.">
          {(control) => (
            <Select {...control} value={draft.role} onChange={({ target }) => onChange({ role: target.value })}>
              <option value="">Ordinary user</option>
              <option value="proxy_admin_viewer">Viewer (proxy_admin_viewer)</option>
            </Select>
          )}
        </Field>
      );
    case "organization":
      return (
        <OrganizationField value={draft.organizationId} onChange={(organizationId) => onChange({ organizationId })} />
      );
    case "teams":
      return <TeamsField values={draft.teams} onChange={(teams) => onChange({ teams })} />;
    case "models":
      return <ModelsField values={draft.models} onChange={(models) => onChange({ models })} />;
    case "limits":
      return <LimitFields draft={draft.limits} faults={faults.limits} onChange={(limits) => onChange({ limits })} />;
    case "modelLimits":
      return (
        <ModelLimitFields
          rows={draft.modelLimits}
          faults={faults.modelLimits}
          onChange={(modelLimits) => onChange({ modelLimits })}
        />
      );
    case "blocked":
      return (
        <Checkbox
          label="Blocked"
          hint={`Every call made for this ${one} is refused from now on.`}
          checked={draft.blocked}
          onChange={(blocked) => onChange({ blocked })}
        />
      );
  }
}

/** How many teams are offered. The id of another one can be typed. */
const OFFERED = 100;

function TeamsField({ values, onChange }: { values: readonly string[]; onChange: (teams: string[]) => void }) {
  const known = useRead(
    teamContracts.list,
    { page: 1, size: OFFERED },
    { select: ({ data }) => data.map((team) => team.team_id) },
  );
  return (
    <Field label="Teams" hint="Ids of teams that exist. Optional.">
      {(control) => (
        <NamePicker
          id={control.id}
          describedBy={control["aria-describedby"]}
          values={values}
          known={known.data ?? []}
          onChange={onChange}
          placeholder="No team"
        />
      )}
    </Field>
  );
}
