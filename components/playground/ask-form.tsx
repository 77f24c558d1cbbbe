"use client";
import { Square } from "lucide-react";
import { type FormEvent, useState } from "react";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { Field, Textarea } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Note } from "@/components/ui/text";
import { type Ask, type Draft, type Faults, readDraft } from "./draft";
import { IdentityFields } from "./identity-fields";
import { OwnTeamField } from "./own-team-field";
import { MessageFields } from "./message-fields";
import { MoreFields } from "./more-fields";
import type { CallableModels } from "./callable-models";
import { useCallableModels } from "./use-callable-models";
import { ModelField } from "@/components/shared/forms/model-field";

const MODELS = [
  { value: "one", label: "One model" },
  { value: "two", label: "Two side by side" },
] as const;

/** The form of the playground: who calls which model with which messages. */
export function AskForm({
  draft,
  ownTeams,
  busy,
  onChange,
  onSend,
  onStop,
}: {
  draft: Draft;
  /** The teams of a reader who calls as themselves alone. Undefined: an administrator, who may call as anybody. */
  ownTeams: readonly string[] | undefined;
  busy: boolean;
  onChange: (to: Partial<Draft>) => void;
  onSend: (asks: readonly Ask[]) => void;
  onStop: () => void;
}) {
  const [faults, setFaults] = useState<Faults>({});
  const models = useCallableModels(draft);
  const change = (to: Partial<Draft>) => {
    setFaults({});
    onChange(to);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(draft);
    setFaults("faults" in read ? read.faults : {});
    if ("asks" in read) onSend(read.asks);
  };
  return (
    <form onSubmit={submit} autoComplete="off" className="space-y-4" noValidate>
      {ownTeams ? (
        <OwnTeamField teams={ownTeams} draft={draft} onChange={change} />
      ) : (
        <IdentityFields draft={draft} fault={faults.identity ?? models.fault} onChange={change} />
      )}
      <ModelFields draft={draft} faults={faults} models={models} onChange={change} />
      <Field label="System prompt" hint="Instructions to the model before the conversation. Optional.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            className="block"
            value={draft.system}
            onChange={(event) => change({ system: event.target.value })}
          />
        )}
      </Field>
      <MessageFields messages={draft.messages} fault={faults.messages} onChange={(messages) => change({ messages })} />
      <MoreFields draft={draft} faults={faults} onChange={change} />
      <div className="flex gap-2">
        <WriteButton type="submit" variant="primary" className="flex-1" aria-disabled={busy}>
          Send
        </WriteButton>
        <Button onClick={onStop} aria-disabled={!busy}>
          <Square className="size-3.5" aria-hidden /> Stop
        </Button>
      </div>
      <Note>
        {draft.by === "self"
          ? "The call is real: it counts against your limits and is booked to you, with the tag playground."
          : "The call is real. It is booked to you, with the tag playground; limits of the identity are read and not used up."}
      </Note>
    </form>
  );
}

/** The model, or two to compare. */
function ModelFields({
  draft,
  faults,
  models,
  onChange,
}: {
  draft: Draft;
  faults: Faults;
  models: CallableModels;
  onChange: (to: Partial<Draft>) => void;
}) {
  return (
    <>
      <ModelField
        label="Model"
        hint={models.hint}
        models={models.names}
        value={draft.model}
        fault={faults.model}
        onChange={(model) => onChange({ model })}
      />
      <Segmented
        label="Models"
        options={MODELS}
        value={draft.compares ? "two" : "one"}
        onChange={(value) => onChange({ compares: value === "two" })}
      />
      {draft.compares && (
        <ModelField
          label="Other model"
          hint="Gets the same messages at the same time."
          models={models.names}
          value={draft.otherModel}
          fault={faults.otherModel}
          onChange={(otherModel) => onChange({ otherModel })}
        />
      )}
    </>
  );
}
