"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import type { Versioned } from "@/components/api/client";
import { ChangedNotice } from "@/components/shared/changes/changed-notice";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useVersion } from "@/components/shared/drafts/use-version";
import { DeleteForm, DeletionPart } from "@/components/shared/forms/delete-form";
import { final } from "@/components/shared/forms/undo-text";
import { RowDialog } from "@/components/ui/dialog";
import { Mono } from "@/components/ui/text";
import type { Key } from "@/lib/wire/key";
import { goingOf, stayingOf } from "./key-deletion";
import { keyName } from "./key-name";

/**
 * Asks before a key is deleted. `blocks`: whether the same person may block it instead, and end the block. Calls
 * `onDeleted` before anything is read again.
 */
export function DeleteKeyDialog({
  row,
  blocks = false,
  onClose,
  onDeleted,
}: {
  row: Key | undefined;
  blocks?: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={(key) => `Delete ${keyName(key)}?`}
      description={() => "Callers who still use this key are refused from the next request."}
    >
      {(key) => (
        <EditedRow contract={keyContracts.info} input={{ key: key.token_id }} lines={6}>
          {(opened) => <DeleteKeyForm row={key} {...{ opened, blocks, onClose, onDeleted }} />}
        </EditedRow>
      )}
    </RowDialog>
  );
}

function DeleteKeyForm({
  row,
  opened,
  blocks,
  onClose,
  onDeleted,
}: {
  row: Key;
  opened: Versioned<Key>;
  blocks: boolean;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}) {
  const version = useVersion(opened.etag);
  const remove = useOperation(keyContracts.delete, {
    onSuccess: () => {
      toast.success(`${keyName(row)} is deleted`);
      onDeleted?.();
      onClose();
    },
    ifMatch: version.ifMatch,
  });
  return (
    <DeleteForm
      what="key"
      of="key.delete"
      undo={blocks ? undefined : final("Its secret cannot be restored.")}
      remove={remove}
      seen={opened.body}
      version={version}
      onConfirm={() => remove.mutate({ keys: [row.token_id] })}
      onCancel={onClose}
    >
      <Mono as="p" className="text-ink-soft">
        {opened.body.key_name}
      </Mono>
      <DeletionPart title="What goes" lines={goingOf(opened.body)} />
      <DeletionPart title="What stays" lines={stayingOf(opened.body)} />
      <ChangedNotice before={row} now={opened.body} label="Changed since the list was read">
        The key was changed since the list was read.
      </ChangedNotice>
    </DeleteForm>
  );
}
