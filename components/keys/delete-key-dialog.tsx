"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { toast } from "sonner";
import { useOperation } from "@/components/api/use-operation";
import { DeleteForm } from "@/components/shared/forms/delete-form";
import { RowDialog } from "@/components/ui/dialog";
import type { Key } from "@/lib/wire/key";
import { keyName } from "./key-name";

/** Asks before a key is deleted. Calls `onDeleted` before anything is read again. */
export function DeleteKeyDialog({
  row,
  onClose,
  onDeleted,
}: {
  row: Key | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={(key) => `Delete ${keyName(key)}?`}
      description={() => "Callers who still use this key are refused from the next request. Its spend stays booked."}
    >
      {(key) => <DeleteKeyForm row={key} onClose={onClose} onDeleted={onDeleted} />}
    </RowDialog>
  );
}

function DeleteKeyForm({
  row,
  onClose,
  onDeleted,
}: {
  row: Key;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}) {
  const remove = useOperation(keyContracts.delete, {
    onSuccess: () => {
      toast.success(`${keyName(row)} is deleted`);
      onDeleted?.();
      onClose();
    },
  });
  return (
    <DeleteForm what="key" remove={remove} onConfirm={() => remove.mutate({ keys: [row.token_id] })} onCancel={onClose}>
      <p className="font-mono text-[12.5px] text-ink-soft">{row.key_name}</p>
    </DeleteForm>
  );
}
