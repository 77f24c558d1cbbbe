"use client";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { useRead } from "@/components/api/use-read";
import { LimitFields } from "@/components/limits/limit-fields";
import { ModelLimitFields } from "@/components/limits/model-limit-fields";
import { Checkbox, ModelsField } from "@/components/shared/forms/form";
import { ContentField } from "@/components/shared/forms/content-field";
import { HostedToolsField } from "@/components/shared/forms/hosted-tools-field";
import { NamesField } from "@/components/shared/forms/names-field";
import { TextField } from "@/components/shared/forms/text-field";
import { Field, Select } from "@/components/ui/field";
import { type EntityDraft, type EntityFaults, type EntityFieldName, isTextField, TEXT_FIELDS } from "./entity-draft";
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
  if (isTextField(name))
    return <OneString name={name} one={one} value={draft[name]} onValue={(value) => onChange({ [name]: value })} />;
  switch (name) {
    case "teams":
      return <TeamsField values={draft.teams} onChange={(teams) => onChange({ teams })} />;
    case "models":
      return <ModelsField values={draft.models} onChange={(models) => onChange({ models })} />;
    case "hostedTools":
      return <HostedToolsField values={draft.hostedTools} onChange={(hostedTools) => onChange({ hostedTools })} />;
    case "content":
      return <ContentField one={one} draft={draft.content} onChange={(content) => onChange({ content })} />;
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

/** A field that is one string: typed, or chosen from few values or from the organisations. */
function OneString({
  name,
  one,
  value,
  onValue,
}: {
  name: keyof typeof TEXT_FIELDS;
  one: string;
  value: string;
  onValue: (value: string) => void;
}) {
  const { label, hint, ...rest } = TEXT_FIELDS[name];
  if (name === "organization")
    return <OrganizationField label={label} hint={hint(one)} value={value} onChange={onValue} />;
  if (!("choices" in rest)) return <TextField label={label} hint={hint(one)} value={value} onValue={onValue} />;
  return (
    <Field label={label} hint={hint(one)}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onValue(target.value)}>
          {Object.entries(rest.choices).map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
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
    <NamesField
      label="Teams"
      hint="Ids of teams that exist. Optional."
      values={values}
      known={known.data ?? []}
      onChange={onChange}
      placeholder="No team"
    />
  );
}
