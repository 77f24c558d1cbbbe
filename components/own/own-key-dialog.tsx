"use client";
import { spansOf } from "@/components/shared/forms/spans-of-time";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { SecretDialog } from "@/components/keys/secret-dialog";
import { limitFaults, limitsOf, limitDraftOf } from "@/components/limits/limit-draft";
import { limitErrors } from "@/components/limits/limit-errors";
import { useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { RowForm } from "@/components/shared/forms/row-form";
import { SelectField } from "@/components/shared/forms/select-field";
import { TextField } from "@/components/shared/forms/text-field";
import { Field, Select } from "@/components/ui/field";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { teamContracts } from "@/lib/wire/contracts/teams";
import type { GeneratedKey } from "@/lib/wire/key";
import type { OwnKeyRights } from "@/lib/wire/own-questions";

const EXPIRIES = [{ value: "", label: "The gateway's default" }, ...spansOf("1d", "30d", "In")];

/** The owner of the new key: the caller, personally or within a team, or a team, whose administrators make its keys. */
export type KeyOwner = { readonly makesKeys: OwnKeyRights } | { readonly teamId: string; readonly name: string };

/** Makes a key for somebody who is not an administrator of the gateway, and shows its secret once. */
export function OwnKeyDialog({
  owner,
  open,
  onOpenChange,
}: {
  owner: KeyOwner;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const words =
    "teamId" in owner
      ? {
          title: `Generate a key for ${owner.name}`,
          generatedTitle: `The new key of ${owner.name}`,
          description: "It belongs only to the team, which pays for its calls.",
        }
      : {
          title: "Generate a key",
          generatedTitle: "Your new key",
          description: "It may do what you may do, and no more.",
        };
  return (
    <SecretDialog open={open} onClose={() => onOpenChange(false)} {...words}>
      {(onGenerated, close) => <OwnKeyForm owner={owner} onSaved={onGenerated} onCancel={close} />}
    </SecretDialog>
  );
}

interface OwnKeyDraft {
  readonly alias: string;
  /** Empty: personal. */
  readonly team: string;
  readonly duration: string;
  readonly budget: string;
}

function OwnKeyForm({
  owner,
  onSaved,
  onCancel,
}: {
  owner: KeyOwner;
  onSaved: (generated: GeneratedKey) => void;
  onCancel: () => void;
}) {
  const isTeams = "teamId" in owner;
  const choices = isTeams ? [owner.teamId] : [...(owner.makesKeys.personal ? [""] : []), ...owner.makesKeys.teams];
  const first = choices[0] ?? "";
  const edit = useRowEdit({
    name: isTeams ? `own-key:${owner.teamId}` : "own-key",
    opened: undefined,
    draftOf: (): OwnKeyDraft => ({ alias: "", team: first, duration: "", budget: "" }),
  });
  const { alias, duration, budget } = edit.draft;
  // The kept team may no longer be one of the choices.
  const team = choices.includes(edit.draft.team) ? edit.draft.team : first;
  const generate = useOperation(keyContracts.generate, {
    onSuccess: (generated) => {
      edit.forget();
      onSaved(generated);
    },
    keepsSecret: true,
  });
  const limits = { ...limitDraftOf(), max_budget: budget };
  const { max_budget: fault } = limitFaults(limits);
  const refusal = limitErrors(generate, (limit) => limit === "max_budget");
  const submit = () =>
    generate.mutate({
      ...(isTeams && { user_id: null }),
      // Null, because without a team_id the key would get the team that the caller acts for.
      team_id: team === "" ? null : team,
      ...(alias.trim() !== "" && { key_alias: alias.trim() }),
      ...(duration !== "" && { duration }),
      ...(budget.trim() !== "" && { max_budget: limitsOf(limits).max_budget }),
    });
  return (
    <RowForm
      edit={edit}
      save={generate}
      submit={isTeams ? "Generate key" : "Generate"}
      isComplete={fault === undefined}
      error={refusal.error}
      onSubmit={submit}
      onClose={onCancel}
    >
      <TextField
        label="Name"
        hint="What it is for. Optional; must be unique."
        value={alias}
        onValue={(to) => edit.change({ alias: to })}
        autoFocus={isTeams}
      />
      {!isTeams && choices.some((id) => id !== "") && (
        <PayerField choices={choices} value={team} onChange={(to) => edit.change({ team: to })} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Budget"
          hint={isTeams ? "Dollars, at most the budget of the team." : "Dollars that it may spend."}
          error={fault ?? refusal.limits.max_budget}
          inputMode="decimal"
          placeholder="Optional"
          value={budget}
          onValue={(to) => {
            refusal.forget();
            edit.change({ budget: to });
          }}
        />
        <SelectField
          label="Expires"
          options={EXPIRIES}
          value={duration}
          onValue={(to) => edit.change({ duration: to })}
        />
      </div>
    </RowForm>
  );
}

/** The team that pays for the key. An empty choice: none. */
function PayerField({
  choices,
  value,
  onChange,
}: {
  choices: readonly string[];
  value: string;
  onChange: (team: string) => void;
}) {
  return (
    <Field label="Team" hint="Who pays for its calls.">
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {choices.map((id) => (
            <TeamOption key={id} id={id} />
          ))}
        </Select>
      )}
    </Field>
  );
}

/** An option of the field for the team. `id`: empty for no team. */
function TeamOption({ id }: { id: string }) {
  const team = useRead(teamContracts.info, { team_id: id }, { enabled: id !== "" });
  return <option value={id}>{id === "" ? "No team: the key is personal" : (team.data?.team_alias ?? id)}</option>;
}
