"use client";
import { modelContracts } from "@/lib/wire/contracts/models";
import { useState } from "react";
import { toast } from "sonner";
import type { OutputOf, Versioned } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { useOperation } from "@/components/api/use-operation";
import { ConflictNotice } from "@/components/shared/changes/conflict-notice";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { conflictOf, useVersion } from "@/components/shared/drafts/use-version";
import { Form } from "@/components/shared/forms/form";
import { TextField } from "@/components/shared/forms/text-field";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { Field, Textarea } from "@/components/ui/field";
import type { ModelView } from "@/lib/wire/model";
import { EntryTest } from "./entry-test";
import { DraftEffect } from "./wildcard-map-card";
import { EditedEntry } from "./edited-entry";
import {
  changedEntry,
  type EntryDraft,
  entryDraftOf,
  entryFaults,
  keptDraft,
  newEntry,
  storedFields,
} from "./entry-draft";

/** Adds an entry to the database, or changes one. */
export function EntryDialog({
  row,
  name,
  open,
  onClose,
  onAdded,
}: {
  row?: ModelView | undefined;
  /** The name that the form of a new entry begins with. */
  name?: string | undefined;
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
      {row ? (
        <EditedEntry id={row.id}>{(opened) => <EntryForm opened={opened} onClose={onClose} />}</EditedEntry>
      ) : (
        <EntryForm opened={undefined} name={name} onClose={onClose} onAdded={onAdded} />
      )}
    </Dialog>
  );
}

/** A form, and the entry that it was opened with, with its version. Without an entry, the form adds one. */
interface Edit {
  readonly draft: EntryDraft;
  readonly row: ModelView | null;
  readonly etag: string | null;
}

function editOf({ body, etag }: Partial<Versioned<ModelView>> = {}, name?: string): Edit {
  const draft = entryDraftOf(body);
  return {
    draft: name === undefined ? draft : { ...draft, modelName: name },
    row: body ?? null,
    etag: etag ?? null,
  };
}

function EntryForm({
  opened,
  name,
  onClose,
  onAdded,
}: {
  opened: Versioned<ModelView> | undefined;
  name?: string | undefined;
  onClose: () => void;
  onAdded?: ((added: OutputOf<typeof modelContracts.new>) => void) | undefined;
}) {
  const kept = useKeptState(`model:${opened?.body.id ?? "new"}`, () => editOf(opened, name));
  const { row, etag } = kept.state;
  // The whole draft. Secrets in it are not kept by the browser.
  const [draft, setDraft] = useState(kept.state.draft);
  const edit = (changed: EntryDraft) => {
    setDraft(changed);
    kept.change({ draft: keptDraft(changed, entryDraftOf(row ?? undefined)) });
  };
  const version = useVersion(etag ?? undefined);
  const startFrom = (from: Versioned<ModelView> | undefined) => {
    version.basedOn(from?.etag);
    kept.startOver(editOf(from));
    setDraft(entryDraftOf(from?.body));
    change.reset();
  };
  const close = () => {
    kept.forget();
    onClose();
  };
  const models = useRead(modelContracts.info, {});
  const faults = entryFaults(draft);
  const isIncomplete = draft.modelName.trim() === "" || draft.model.trim() === "" || Object.keys(faults).length > 0;
  const saved = ({ model_name: name, nodes, findings }: OutputOf<typeof modelContracts.new>) => {
    toast.success(`${name} is ${row ? "changed" : "added"}`, {
      description: [describeReceipts(nodes, "In force"), ...findings.map(({ message }) => message)].join(". "),
    });
    close();
  };
  const add = useOperation(modelContracts.new, {
    onSuccess: (added) => {
      saved(added);
      onAdded?.(added);
    },
    keepsSecret: true,
  });
  const change = useOperation(modelContracts.update, { onSuccess: saved, keepsSecret: true, ifMatch: version.ifMatch });
  const conflict = conflictOf(change.error);
  const save = row ? change : add;
  const submit = () => (row ? change.mutate(changedEntry(row, draft)) : add.mutate(newEntry(draft)));
  const set = (name: keyof EntryDraft) => (value: string) => edit({ ...draft, [name]: value });
  const keyHint = row?.gateway_params["api_key"];
  return (
    <Form
      submit={row ? "Save changes" : "Add model"}
      busy={save.isPending}
      disabled={isIncomplete || conflict !== undefined}
      error={conflict ? undefined : save.error}
      onSubmit={submit}
      onCancel={close}
    >
      {kept.isRestored && !conflict && <RestoredNotice onStartOver={() => startFrom(opened)} />}
      <TextField
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
      <TextField
        label="Upstream"
        hint="Provider and model. Each * is filled with the text that the * in the name matched."
        className="font-mono"
        placeholder="openai/gpt-4o"
        required
        value={draft.model}
        onValue={set("model")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Base address"
          hint="Required if the provider is not built in."
          error={faults.apiBase}
          placeholder="The provider's own"
          value={draft.apiBase}
          onValue={set("apiBase")}
        />
        <TextField
          label="API key"
          hint="Stored encrypted and never shown again."
          type="password"
          autoComplete="new-password"
          placeholder={typeof keyHint !== "string" ? "None" : keyHint === "…" ? "Stays as it is" : `Stays ${keyHint}`}
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
        <TextField
          label="Weight"
          hint="Its share of the calls among entries with the same name."
          error={faults.weight}
          placeholder="1"
          inputMode="decimal"
          value={draft.weight}
          onValue={set("weight")}
        />
        <TextField
          label="Requests a minute"
          hint="The most that a node may send it."
          error={faults.rpm}
          placeholder="No limit"
          inputMode="decimal"
          value={draft.rpm}
          onValue={set("rpm")}
        />
        <TextField
          label="Tokens a minute"
          error={faults.tpm}
          placeholder="No limit"
          inputMode="decimal"
          value={draft.tpm}
          onValue={set("tpm")}
        />
      </div>
      <TextField
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
            className="font-mono text-note"
            placeholder='{"timeout": 60}'
            value={draft.others}
            onChange={(event) => edit({ ...draft, others: event.target.value })}
          />
        )}
      </Field>
      {row && conflict && (
        <ConflictNotice
          opened={storedFields(row)}
          conflict={conflict}
          busy={change.isPending}
          version={version}
          onSave={submit}
          onTakeTheirs={() => startFrom({ body: { ...row, ...conflict.current }, etag: conflict.etag })}
        />
      )}
    </Form>
  );
}
