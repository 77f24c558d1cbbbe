"use client";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { SecretDialog } from "@/components/keys/secret-dialog";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { limitDraftOf, limitFaults, limitsOf } from "@/components/limits/limit-draft";
import { limitErrors } from "@/components/limits/limit-errors";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { Form } from "@/components/shared/forms/form";
import { spansOf } from "@/components/shared/forms/spans-of-time";
import { Field, Input, Select } from "@/components/ui/field";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { teamContracts } from "@/lib/wire/contracts/teams";
import type { GeneratedKey } from "@/lib/wire/key";
import type { OwnKeyRights } from "@/lib/wire/own-questions";

const EXPIRIES = [{ value: "", label: "As usual at this gateway" }, ...spansOf("1d", "30d", "In")];

/** The owner of the new key: the caller, personally or within a team, or a team, whose administrators make its keys. */
export type KeyOwner = { readonly makesKeys: OwnKeyRights } | { readonly teamId: string; readonly name: string };

/** Makes a key for somebody who is no administrator of the gateway, and shows its secret once. */
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
          description: "It belongs to the team alone, which pays for its calls.",
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

interface OwnKeyEdit {
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
  const { personal, teams } = isTeams ? { personal: false, teams: [owner.teamId] } : owner.makesKeys;
  const choices = [...(personal ? [""] : []), ...teams];
  const empty: OwnKeyEdit = { alias: "", team: choices[0] ?? "", duration: "", budget: "" };
  const kept = useKeptState(isTeams ? `own-key:${owner.teamId}` : "own-key", () => empty);
  const { alias, duration, budget } = kept.state;
  // The kept team may no longer be one of the choices.
  const team = choices.includes(kept.state.team) ? kept.state.team : empty.team;
  const generate = useOperation(keyContracts.generate, {
    onSuccess: (generated) => {
      kept.forget();
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
      ...(alias.trim() !== "" && { key_alias: alias.trim() }),
      // Null, because without a team_id the key would get the team that the caller acts for.
      team_id: team === "" ? null : team,
      ...(duration !== "" && { duration }),
      ...(budget.trim() !== "" && { max_budget: limitsOf(limits).max_budget }),
    });
  return (
    <Form
      submit={isTeams ? "Generate key" : "Generate"}
      busy={generate.isPending}
      disabled={fault !== undefined}
      error={refusal.error}
      onSubmit={submit}
      onCancel={() => {
        kept.forget();
        onCancel();
      }}
    >
      {kept.isRestored && <RestoredNotice onStartOver={() => kept.startOver(empty)} />}
      <Field label="Name" hint="What it is for. Optional; no two keys have the same.">
        {(control) => (
          <Input
            {...control}
            value={alias}
            onChange={(event) => kept.change({ alias: event.target.value })}
            autoFocus={isTeams}
          />
        )}
      </Field>
      {!isTeams && teams.length > 0 && (
        <Field label="Team" hint="Who pays for its calls.">
          {(control) => (
            <Select {...control} value={team} onChange={(event) => kept.change({ team: event.target.value })}>
              {choices.map((id) => (
                <TeamOption key={id} id={id} />
              ))}
            </Select>
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Budget"
          hint={isTeams ? "Dollars, at most the budget of the team." : "Dollars that it may spend."}
          error={fault ?? refusal.limits.max_budget}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              placeholder="Optional"
              value={budget}
              onChange={(event) => {
                refusal.forget();
                kept.change({ budget: event.target.value });
              }}
            />
          )}
        </Field>
        <Field label="Expires">
          {(control) => (
            <Select {...control} value={duration} onChange={(event) => kept.change({ duration: event.target.value })}>
              {EXPIRIES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </Form>
  );
}

/** An option of the field for the team. `id`: empty for no team. */
function TeamOption({ id }: { id: string }) {
  const team = useRead(teamContracts.info, { team_id: id }, { enabled: id !== "" });
  return <option value={id}>{id === "" ? "No team: the key is personal" : (team.data?.team_alias ?? id)}</option>;
}
