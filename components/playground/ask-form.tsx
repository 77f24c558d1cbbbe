"use client";
import { Square } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useRead } from "@/components/api/use-read";
import { JsonTextarea } from "@/components/shared/forms/json-textarea";
import { WriteButton } from "@/components/shared/forms/write-button";
import { useDebounced } from "@/components/shared/use-debounced";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Note } from "@/components/ui/text";
import { playgroundContracts } from "@/lib/wire/contracts/playground";
import { type CallableModels, callableModels } from "./callable-models";
import { type Ask, type Draft, type Faults, readDraft, readIdentity } from "./draft";
import { IdentityFields } from "./identity-fields";
import { MessageFields } from "./message-fields";
import { ModelField } from "@/components/shared/forms/model-field";

const MODELS = [
  { value: "one", label: "One model" },
  { value: "two", label: "Two side by side" },
] as const;

/** The form of the playground: who calls which model with which messages. */
export function AskForm({
  draft,
  busy,
  onChange,
  onSend,
  onStop,
}: {
  draft: Draft;
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
      <IdentityFields draft={draft} fault={faults.identity ?? models.fault} onChange={change} />
      <ModelField
        label="Model"
        hint={models.hint}
        models={models.names}
        value={draft.model}
        fault={faults.model}
        onChange={(model) => change({ model })}
      />
      <Segmented
        label="Models"
        options={MODELS}
        value={draft.compares ? "two" : "one"}
        onChange={(value) => change({ compares: value === "two" })}
      />
      {draft.compares && (
        <ModelField
          label="Other model"
          hint="Gets the same messages at the same time."
          models={models.names}
          value={draft.otherModel}
          fault={faults.otherModel}
          onChange={(otherModel) => change({ otherModel })}
        />
      )}
      <MessageFields messages={draft.messages} fault={faults.messages} onChange={(messages) => change({ messages })} />
      <Field label="Extra parameters" hint="JSON, optional." error={faults.body}>
        {(control) => (
          <JsonTextarea
            {...control}
            rows={2}
            placeholder='{"max_tokens": 200, "temperature": 0}'
            value={draft.body}
            onChange={(event) => change({ body: event.target.value })}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <WriteButton type="submit" variant="primary" className="flex-1" aria-disabled={busy}>
          Send
        </WriteButton>
        <Button onClick={onStop} aria-disabled={!busy}>
          <Square className="size-3.5" aria-hidden /> Stop
        </Button>
      </div>
      <Note>
        The call is real. It is booked to you, with the tag playground; limits of the identity are read and not used up.
      </Note>
    </form>
  );
}

/** The models that the chosen identity may call, and what is wrong with the identity. */
function useCallableModels(draft: Draft): CallableModels {
  const chosen = readIdentity(draft);
  const asked = useDebounced(JSON.stringify("as" in chosen ? chosen.as : null), 400);
  const as = JSON.parse(asked) as Ask["as"] | null;
  const found = useRead(playgroundContracts.models, { as: as ?? {} }, { enabled: as !== null, retry: false });
  return callableModels(as !== null, found);
}
