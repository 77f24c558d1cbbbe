"use client";
import { toast } from "@/components/ui/lazy/toast";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { RowDialog } from "@/components/ui/dialog";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { Key } from "@/lib/wire/key";
import { KeyForm } from "./key-form";
import { keyName } from "./key-name";

/** Changes a key, and says so in a toast. */
export function EditKeyDialog({ row, onClose }: { row: Key | undefined; onClose: () => void }) {
  const saved = (changed: Key) => {
    toast.success(`${keyName(changed)} is changed`);
    onClose();
  };
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={(key) => `Edit ${keyName(key)}`}
      description={() => "In force on every node from the next request. The secret stays the same."}
    >
      {(key) => (
        <EditedRow contract={keyContracts.info} input={{ key: key.token_id }}>
          {(opened) => <KeyForm opened={opened} onSaved={saved} onCancel={onClose} />}
        </EditedRow>
      )}
    </RowDialog>
  );
}
