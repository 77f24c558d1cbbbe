"use client";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { DeleteForm } from "@/components/shared/forms/delete-form";
import { useDeletion } from "@/components/shared/forms/use-deletion";
import { Dialog } from "@/components/ui/dialog";
import { loginContracts } from "@/lib/wire/contracts/sign-in/login";

/** Asks before the login that is set up here is removed. */
export function RemoveLoginDialog({ open, label, onClose }: { open: boolean; label: string; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={`Remove the login through ${label}?`}>
      <EditedRow contract={loginContracts.show} input={{}} lines={2}>
        {({ etag }) => <RemoveLoginForm etag={etag} onClose={onClose} />}
      </EditedRow>
    </Dialog>
  );
}

function RemoveLoginForm({ etag, onClose }: { etag: string | undefined; onClose: () => void }) {
  const { version, remove } = useDeletion(loginContracts.delete, {
    etag,
    told: "The login is removed",
    onDone: onClose,
  });
  return (
    <DeleteForm
      what="login"
      of="login.delete"
      remove={remove}
      version={version}
      onConfirm={() => remove.mutate({})}
      onCancel={onClose}
    >
      <p>Nobody can log in through this provider any longer. Sessions that began through it end.</p>
    </DeleteForm>
  );
}
