"use client";
import { useOperation } from "@/components/api/use-operation";
import { SecretDialog } from "@/components/keys/secret-dialog";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { Form } from "@/components/shared/forms/form";
import { Field, Input, Select } from "@/components/ui/field";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { GeneratedKey } from "@/lib/wire/key";
import type { OwnKeyRights } from "@/lib/wire/own-questions";

const ENDS = [
  { value: "", label: "As late as allowed" },
  { value: "1d", label: "In a day" },
  { value: "7d", label: "In 7 days" },
  { value: "30d", label: "In 30 days" },
] as const;

/** Whose the new key is: the caller's, personal or of a team, or a team's own, which its administrators make. */
export type KeyOwner = { readonly makesKeys: OwnKeyRights } | { readonly teamId: string };

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
      ? { title: "Generate a key for the team", generatedTitle: "The team's new key" }
      : {
          ...{ title: "Generate a key", generatedTitle: "Your new key" },
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
  /** "" means: personal. */
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
  // What was chosen before may have been taken away since.
  const team = choices.includes(kept.state.team) ? kept.state.team : empty.team;
  const generate = useOperation(keyContracts.generate, {
    onSuccess: (generated) => {
      kept.forget();
      onSaved(generated);
    },
    keepsSecret: true,
  });
  const dollars = budget.trim() === "" ? undefined : Number(budget);
  const isWrong = dollars !== undefined && !(dollars >= 0);
  const submit = () =>
    generate.mutate({
      ...(isTeams && { user_id: null }),
      ...(alias.trim() !== "" && { key_alias: alias.trim() }),
      // Left out, it would be the team that the caller acts for.
      team_id: team === "" ? null : team,
      ...(duration !== "" && { duration }),
      ...(dollars !== undefined && { max_budget: dollars }),
    });
  return (
    <Form
      submit={isTeams ? "Generate key" : "Generate"}
      busy={generate.isPending}
      disabled={isWrong}
      error={generate.error}
      onSubmit={submit}
      onCancel={() => {
        kept.forget();
        onCancel();
      }}
    >
      {kept.isRestored && <RestoredNotice onStartOver={() => kept.startOver(empty)} />}
      <Field label="Name" hint={isTeams ? "To recognise the key by. Must be unique." : "What it is for. Optional."}>
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
                <option key={id} value={id}>
                  {id === "" ? "No team: the key is personal" : id}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Budget"
          hint={isTeams ? "Dollars, at most the budget of the team." : "Dollars. Optional."}
          error={isWrong ? "Must be a number of dollars." : undefined}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              placeholder={isTeams ? "The team's" : "Yours"}
              value={budget}
              onChange={(event) => kept.change({ budget: event.target.value })}
            />
          )}
        </Field>
        <Field label="Ends">
          {(control) => (
            <Select {...control} value={duration} onChange={(event) => kept.change({ duration: event.target.value })}>
              {ENDS.map(({ value, label }) => (
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
