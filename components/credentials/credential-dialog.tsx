"use client";
import { toast } from "@/components/ui/lazy/toast";
import type { OutputOf, Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { CREDENTIAL_KINDS, fieldsOfKind } from "@/components/provider-settings/setting-fields";
import { SettingsFields } from "@/components/provider-settings/settings-fields";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { RowForm } from "@/components/shared/forms/row-form";
import { SelectField } from "@/components/shared/forms/select-field";
import { TextField } from "@/components/shared/forms/text-field";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { credentialContracts } from "@/lib/wire/contracts/credentials";
import type { CredentialView } from "@/lib/wire/credential";
import {
  changedCredential,
  credentialDraftOf,
  keptCredential,
  newCredential,
  storedCredential,
} from "./credential-draft";

/** Makes a credential of the database, or changes one. */
export function CredentialDialog({
  name,
  open,
  onClose,
}: {
  name?: string | undefined;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={name === undefined ? "New credential" : `Edit ${name}`}
      description="In force on every node at once. Secrets are encrypted and never shown again."
    >
      {name === undefined ? (
        <CredentialForm opened={undefined} onClose={onClose} />
      ) : (
        <EditedRow contract={credentialContracts.get} input={{ credential_name: name }}>
          {(opened) => <CredentialForm opened={opened} onClose={onClose} />}
        </EditedRow>
      )}
    </Dialog>
  );
}

function CredentialForm({ opened, onClose }: { opened: Versioned<CredentialView> | undefined; onClose: () => void }) {
  const edit = useRowEdit({
    name: `credential:${opened?.body.credential_name ?? "new"}`,
    opened,
    draftOf: credentialDraftOf,
    keptOf: keptCredential,
  });
  const { draft, row, change } = edit;
  const saved = ({ credential_name: name, nodes }: OutputOf<typeof credentialContracts.create>) => {
    toast.success(`${name} is ${row ? "changed" : "added"}`, { description: describeReceipts(nodes, "In force") });
    edit.forget();
    onClose();
  };
  const add = useOperation(credentialContracts.create, { onSuccess: saved, keepsSecret: true });
  const update = useOperation(credentialContracts.update, {
    onSuccess: saved,
    keepsSecret: true,
    ifMatch: edit.version.ifMatch,
  });
  const fields = fieldsOfKind(draft.kind);
  const values = newCredential(draft).credential_values;
  const isComplete = draft.name.trim() !== "" && (row !== null || Object.keys(values).length > 0);
  return (
    <RowForm
      edit={edit}
      save={row ? update : add}
      submit={row ? "Save changes" : "Add credential"}
      isComplete={isComplete}
      comparedOf={storedCredential}
      onSubmit={() => (row ? update.mutate(changedCredential(row, draft)) : add.mutate(newCredential(draft)))}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          hint={row ? "A name cannot be changed." : "Entries of the model list name it."}
          className="font-mono"
          placeholder="aws-eu"
          required
          disabled={row !== null}
          value={draft.name}
          onValue={(to) => change({ name: to })}
        />
        <SelectField
          label="For"
          hint="Decides which settings it has."
          options={CREDENTIAL_KINDS}
          value={draft.kind}
          onValue={(kind) => change({ kind })}
        />
      </div>
      <SettingsFields fields={fields} stored={row?.credential_values ?? {}} draft={draft} onChange={change} />
      <TextField label="Note" hint="Shown here. Optional." value={draft.note} onValue={(note) => change({ note })} />
    </RowForm>
  );
}
