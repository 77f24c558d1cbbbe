"use client";
import { modelContracts } from "@/lib/wire/contracts/models";
import { toast } from "@/components/ui/lazy/toast";
import type { OutputOf, Versioned } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { useOperation } from "@/components/api/use-operation";
import { type RowEdit, useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { ChosenInput } from "@/components/shared/forms/chosen-input";
import { RowForm } from "@/components/shared/forms/row-form";
import { TextField } from "@/components/shared/forms/text-field";
import { fieldsOfModel } from "@/components/provider-settings/setting-fields";
import { SecretInput, SettingsFields } from "@/components/provider-settings/settings-fields";
import { credentialContracts } from "@/lib/wire/contracts/credentials";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { Field, Textarea } from "@/components/ui/field";
import { Note } from "@/components/ui/text";
import type { ModelView } from "@/lib/wire/model";
import { CapturedName, FilledPattern } from "./captured-name";
import { exampleOf } from "./entry-effect";
import { EntryTest } from "./entry-test";
import { useRequestedNames } from "./use-requested-names";
import { DraftEffect } from "./wildcards/wildcard-map-card";
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
  const edit = useRowEdit({
    name: `model:${opened?.body.id ?? "new"}`,
    opened,
    draftOf: (row?: ModelView): EntryDraft =>
      row || name === undefined ? entryDraftOf(row) : { ...entryDraftOf(), modelName: name },
    keptOf: (draft, row) => keptDraft(draft, entryDraftOf(row)),
  });
  const { draft, row } = edit;
  const saved = ({ model_name: name, nodes, findings }: OutputOf<typeof modelContracts.new>) => {
    toast.success(`${name} is ${row ? "changed" : "added"}`, {
      description: [describeReceipts(nodes, "In force"), ...findings.map(({ message }) => message)].join(". "),
    });
    edit.forget();
    onClose();
  };
  const add = useOperation(modelContracts.new, {
    onSuccess: (added) => {
      saved(added);
      onAdded?.(added);
    },
    keepsSecret: true,
  });
  const change = useOperation(modelContracts.update, {
    onSuccess: saved,
    keepsSecret: true,
    ifMatch: edit.version.ifMatch,
  });
  const isIncomplete =
    draft.modelName.trim() === "" || draft.model.trim() === "" || Object.keys(entryFaults(draft)).length > 0;
  return (
    <RowForm
      edit={edit}
      save={row ? change : add}
      submit={row ? "Save changes" : "Add model"}
      isComplete={!isIncomplete}
      comparedOf={storedFields}
      onSubmit={() => (row ? change.mutate(changedEntry(row, draft)) : add.mutate(newEntry(draft)))}
      onClose={onClose}
    >
      <RouteFields edit={edit} />
      <ProviderFields edit={edit} />
      <EntryTest
        entry={row ? changedEntry(row, draft) : newEntry(draft)}
        name={draft.modelName.trim()}
        disabled={isIncomplete}
      />
      <LimitFields edit={edit} />
      <TextField
        label="Description"
        hint="Shown here. Optional."
        value={draft.description}
        onValue={(description) => edit.change({ description })}
      />
      <OthersField edit={edit} />
    </RowForm>
  );
}

type EntryEdit = RowEdit<ModelView, EntryDraft>;

/** The name that callers use, and where its calls go. */
function RouteFields({ edit: { draft, row, change } }: { edit: EntryEdit }) {
  const models = useRead(modelContracts.info, {});
  const keyHint = row?.gateway_params["api_key"];
  return (
    <>
      <TextField
        label="Name that callers use"
        hint="A * matches any run of characters, as in openai/*. Entries with the same name share its calls."
        className="font-mono"
        placeholder="gpt-4o"
        required
        autoFocus={!row}
        value={draft.modelName}
        onValue={(modelName) => change({ modelName })}
      />
      <DraftEffect rows={models.data?.data ?? []} name={draft.modelName.trim()} replaces={row?.id} />
      <TextField
        label="Upstream"
        hint="Provider and model. Each * is filled with the text that the * in the name matched."
        className="font-mono"
        placeholder="openai/gpt-4o"
        required
        value={draft.model}
        onValue={(model) => change({ model })}
      />
      <LiveExample name={draft.modelName.trim()} model={draft.model.trim()} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Base address"
          hint="Required if the provider is not built in."
          error={entryFaults(draft).apiBase}
          placeholder="The provider's own"
          value={draft.apiBase}
          onValue={(apiBase) => change({ apiBase })}
        />
        <Field label="API key" hint="Stored encrypted and never shown again.">
          {(control) => (
            <SecretInput
              control={control}
              name="the API key"
              stored={typeof keyHint === "string" ? keyHint : undefined}
              isRemoved={draft.removed.includes("api_key")}
              value={draft.apiKey}
              onValue={(apiKey) => change({ apiKey })}
              onRemove={() => change({ apiKey: "", removed: [...draft.removed, "api_key"] })}
            />
          )}
        </Field>
      </div>
    </>
  );
}

/** What the upstream is asked for by a name that the pattern takes. */
function LiveExample({ name, model }: { name: string; model: string }) {
  const { names: requests } = useRequestedNames();
  const example = exampleOf(name, requests);
  if (!example || model === "") return null;
  return (
    <Note>
      For example <CapturedName pattern={name} name={example.name} captures={example.captures} /> →{" "}
      <FilledPattern pattern={model} captures={example.captures} />
    </Note>
  );
}

/** The credential that the entry names, and the settings that its provider has. */
function ProviderFields({ edit: { draft, row, change } }: { edit: EntryEdit }) {
  const credentials = useRead(credentialContracts.list, {});
  const named = (credentials.data?.data ?? []).map(({ credential_name: name }) => name);
  // One that is gone, or not read yet, stays chosen.
  const names =
    draft.credentialName === "" || named.includes(draft.credentialName) ? named : [...named, draft.credentialName];
  const fields = fieldsOfModel(draft.model);
  return (
    <>
      {names.length > 0 && (
        <Field label="Credential" hint="Its settings apply wherever this entry has none of its own.">
          {(control) => (
            <ChosenInput
              {...control}
              value={draft.credentialName}
              offered={[{ id: "", name: "None" }, ...names.map((name) => ({ id: name, name }))]}
              onChoose={(credentialName) => change({ credentialName })}
            />
          )}
        </Field>
      )}
      {fields.length > 0 && (
        <fieldset className="rounded-lg border px-3.5 pt-2 pb-3.5">
          <legend className="px-1 font-semibold">Settings of {draft.model.trim().split("/", 1)}</legend>
          <SettingsFields fields={fields} stored={row?.gateway_params ?? {}} draft={draft} onChange={change} />
        </fieldset>
      )}
    </>
  );
}

function LimitFields({ edit: { draft, change } }: { edit: EntryEdit }) {
  const faults = entryFaults(draft);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        label="Weight"
        hint="Its share of the calls among entries with the same name."
        error={faults.weight}
        placeholder="1"
        inputMode="decimal"
        value={draft.weight}
        onValue={(weight) => change({ weight })}
      />
      <TextField
        label="Requests a minute"
        hint="The most that one node sends to it."
        error={faults.rpm}
        placeholder="No limit"
        inputMode="decimal"
        value={draft.rpm}
        onValue={(rpm) => change({ rpm })}
      />
      <TextField
        label="Tokens a minute"
        error={faults.tpm}
        placeholder="No limit"
        inputMode="decimal"
        value={draft.tpm}
        onValue={(tpm) => change({ tpm })}
      />
    </div>
  );
}

function OthersField({ edit: { draft, change } }: { edit: EntryEdit }) {
  return (
    <Field
      label="Other parameters"
      hint="JSON with the names that config.yaml uses: time limits, retries, prices."
      error={entryFaults(draft).others}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={draft.others === "" ? 2 : 5}
          className="font-mono text-meta"
          placeholder='{"timeout": 60}'
          value={draft.others}
          onChange={(event) => change({ others: event.target.value })}
        />
      )}
    </Field>
  );
}
