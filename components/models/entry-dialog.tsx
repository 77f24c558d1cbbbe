"use client";
import { modelContracts } from "@/lib/wire/contracts/models";
import { type ComponentProps, useState } from "react";
import { toast } from "sonner";
import type { OutputOf } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import type { ModelView } from "@/lib/wire/model";
import { EntryTest } from "./entry-test";
import { DraftEffect } from "./wildcard-map-card";
import { changedEntry, type EntryDraft, entryDraftOf, entryFaults, newEntry } from "./entry-draft";

/** Adds an entry to the database, or changes the one it is given. */
export function EntryDialog({
  row,
  open,
  onClose,
  onAdded,
}: {
  row?: ModelView | undefined;
  open: boolean;
  onClose: () => void;
  onAdded?: (added: OutputOf<typeof modelContracts.new>) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={row ? `Edit ${row.model_name}` : "New model"}
      description="Stored in the database, next to the entries of config.yaml, and in force on every node at once."
    >
      <EntryForm row={row} onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}

function EntryForm({
  row,
  onClose,
  onAdded,
}: {
  row: ModelView | undefined;
  onClose: () => void;
  onAdded: ((added: OutputOf<typeof modelContracts.new>) => void) | undefined;
}) {
  const [draft, setDraft] = useState(() => entryDraftOf(row));
  const models = useRead(modelContracts.info, {});
  const faults = entryFaults(draft);
  const isIncomplete = draft.modelName.trim() === "" || draft.model.trim() === "" || Object.keys(faults).length > 0;
  const saved = ({ model_name: name, nodes, findings }: OutputOf<typeof modelContracts.new>) => {
    toast.success(`${name} is ${row ? "changed" : "added"}`, {
      description: [describeReceipts(nodes, "In force"), ...findings.map(({ message }) => message)].join(". "),
    });
    onClose();
  };
  const add = useOperation(modelContracts.new, {
    onSuccess: (added) => {
      saved(added);
      onAdded?.(added);
    },
    keepsSecret: true,
  });
  const change = useOperation(modelContracts.update, { onSuccess: saved, keepsSecret: true });
  const save = row ? change : add;
  const submit = () => (row ? change.mutate(changedEntry(row, draft)) : add.mutate(newEntry(draft)));
  const set = (name: keyof EntryDraft) => (value: string) => setDraft({ ...draft, [name]: value });
  const keyHint = row?.gateway_params["api_key"];
  return (
    <Form
      submit={row ? "Save changes" : "Add model"}
      busy={save.isPending}
      disabled={isIncomplete}
      error={save.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <EntryField
        label="Name that callers use"
        hint="A * matches any run of characters, as in openai/*. Entries with the same name share its calls."
        className="font-mono"
        placeholder="gpt-4o"
        required
        autoFocus={!row}
        value={draft.modelName}
        onValue={set("modelName")}
      />
      <DraftEffect rows={models.data?.data ?? []} name={draft.modelName.trim()} replaces={row?.id} />
      <EntryField
        label="Upstream"
        hint="Provider and model. Each * is filled with the text that the * in the name matched."
        className="font-mono"
        placeholder="openai/gpt-4o"
        required
        value={draft.model}
        onValue={set("model")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <EntryField
          label="Base address"
          hint="Required if the provider is not built in."
          error={faults.apiBase}
          placeholder="The provider's own"
          value={draft.apiBase}
          onValue={set("apiBase")}
        />
        <EntryField
          label="API key"
          hint="Stored encrypted and never shown again."
          type="password"
          autoComplete="new-password"
          placeholder={typeof keyHint === "string" ? `Stays ${keyHint}` : "None"}
          value={draft.apiKey}
          onValue={set("apiKey")}
        />
      </div>
      <EntryTest
        entry={row ? changedEntry(row, draft) : newEntry(draft)}
        name={draft.modelName.trim()}
        disabled={isIncomplete}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <EntryField
          label="Weight"
          hint="Its share of the calls among entries with the same name."
          error={faults.weight}
          placeholder="1"
          inputMode="decimal"
          value={draft.weight}
          onValue={set("weight")}
        />
        <EntryField
          label="Requests a minute"
          hint="The most that a node may send it."
          error={faults.rpm}
          placeholder="No limit"
          inputMode="decimal"
          value={draft.rpm}
          onValue={set("rpm")}
        />
        <EntryField
          label="Tokens a minute"
          error={faults.tpm}
          placeholder="No limit"
          inputMode="decimal"
          value={draft.tpm}
          onValue={set("tpm")}
        />
      </div>
      <EntryField
        label="Description"
        hint="Shown here. Optional."
        value={draft.description}
        onValue={set("description")}
      />
      <Field
        label="Other parameters"
        hint="JSON with the names that config.yaml uses: time limits, retries, api_version, prices."
        error={faults.others}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={draft.others === "" ? 2 : 5}
            className="font-mono text-[12.5px]"
            placeholder='{"timeout": 60}'
            value={draft.others}
            onChange={(event) => setDraft({ ...draft, others: event.target.value })}
          />
        )}
      </Field>
    </Form>
  );
}

/** One line of text with its label. */
function EntryField({
  label,
  hint,
  error,
  onValue,
  ...input
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  onValue: (value: string) => void;
} & ComponentProps<typeof Input>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input {...control} {...input} onChange={(event) => onValue(event.target.value)} />}
    </Field>
  );
}
