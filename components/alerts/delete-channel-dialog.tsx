"use client";
import type { Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useVersion } from "@/components/shared/drafts/use-version";
import { DeleteForm } from "@/components/shared/forms/delete-form";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
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
  const version = useVersion(opened.etag);
  const remove = useOperation(alertChannelContracts.delete, {
    onSuccess: ({ nodes }) => {
      toast.success(`${name} is deleted`, { description: describeReceipts(nodes, "In force") });
      onClose();
    },
    ifMatch: version.ifMatch,
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
