"use client";
import type { Versioned } from "@/components/api/client";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { DeleteForm } from "@/components/shared/forms/delete-form";
import { useDeletion } from "@/components/shared/forms/use-deletion";
import { RowDialog } from "@/components/ui/dialog";
import { alertChannelContracts, type AlertChannelView } from "@/lib/wire/contracts/alerts/channels";

/** Asks before a channel of the database is deleted. One that a rule names stays. */
export function DeleteChannelDialog({ row, onClose }: { row: AlertChannelView | undefined; onClose: () => void }) {
  return (
    <RowDialog row={row} onClose={onClose} title={({ name }) => `Delete ${name}?`}>
      {({ name }) => (
        <EditedRow contract={alertChannelContracts.get} input={{ name }} lines={2}>
          {(opened) => <DeleteChannelForm opened={opened} onClose={onClose} />}
        </EditedRow>
      )}
    </RowDialog>
  );
}

function DeleteChannelForm({ opened, onClose }: { opened: Versioned<AlertChannelView>; onClose: () => void }) {
  const { name } = opened.body;
  const { version, remove } = useDeletion(alertChannelContracts.delete, {
    etag: opened.etag,
    told: `${name} is deleted`,
    onDone: onClose,
  });
  return (
    <DeleteForm
      what="channel"
      of="alerting.channels.delete"
      remove={remove}
      seen={opened.body}
      version={version}
      onConfirm={() => remove.mutate({ name })}
      onCancel={onClose}
    >
      <p>No alert goes there any more, and messages that wait for it are given up.</p>
    </DeleteForm>
  );
}
