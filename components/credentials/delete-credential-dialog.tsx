"use client";
import type { Versioned } from "@/components/api/client";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { DeleteForm } from "@/components/shared/forms/delete-form";
import { useDeletion } from "@/components/shared/forms/use-deletion";
import { RowDialog } from "@/components/ui/dialog";
import { credentialContracts } from "@/lib/wire/contracts/credentials";
import type { CredentialView } from "@/lib/wire/credential";
import { storedCredential } from "./credential-draft";
import { CredentialUsers } from "./credential-users";

/** Asks before a credential of the database is deleted. One that entries name stays. */
export function DeleteCredentialDialog({ row, onClose }: { row: CredentialView | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={({ credential_name: name }) => `Delete ${name}?`}
      description={() => "Only a credential that no entry of the model list names can be deleted."}
    >
      {({ credential_name: name }) => (
        <EditedRow contract={credentialContracts.get} input={{ credential_name: name }} lines={3}>
          {(opened) => <DeleteCredentialForm opened={opened} onClose={onClose} />}
        </EditedRow>
      )}
    </RowDialog>
  );
}

function DeleteCredentialForm({ opened, onClose }: { opened: Versioned<CredentialView>; onClose: () => void }) {
  const { credential_name: name, used_by: users } = opened.body;
  const { version, remove } = useDeletion(credentialContracts.delete, {
    etag: opened.etag,
    told: `${name} is deleted`,
    onDone: onClose,
  });
  return (
    <DeleteForm
      what="credential"
      of="credentials.delete"
      remove={remove}
      seen={storedCredential(opened.body)}
      version={version}
      disabled={users.length > 0}
      onConfirm={() => remove.mutate({ credential_name: name })}
      onCancel={onClose}
    >
      {users.length === 0 ? (
        <p className="text-ink-soft">No entry names it.</p>
      ) : (
        <div className="space-y-1">
          <p>These entries name it. Change them first.</p>
          <CredentialUsers ids={users} />
        </div>
      )}
    </DeleteForm>
  );
}
