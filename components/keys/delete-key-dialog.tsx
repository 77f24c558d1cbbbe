"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import { DeleteForm } from "@/components/shared/delete-form";
import { RowDialog } from "@/components/ui/dialog";
import type { Key } from "@/lib/wire/key";
import { keyName } from "./key-name";

/** Asks before a key is deleted. */
export function DeleteKeyDialog({ row, onClose }: { row: Key | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={(key) => `Delete ${keyName(key)}?`}
      description={() => "Callers who still use this key are refused from the next request. Its spend stays booked."}
    >
      {(key) => <DeleteKeyForm row={key} onClose={onClose} />}
    </RowDialog>
  );
}

function DeleteKeyForm({ row, onClose }: { row: Key; onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => apiPost<{ deleted_keys: string[] }>("/key/delete", { keys: [row.token_id] }),
    onSuccess: async () => {
      toast.success(`${keyName(row)} is deleted`);
      onClose();
      await queries.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  return (
    <DeleteForm what="key" remove={remove} onConfirm={() => remove.mutate()} onCancel={onClose}>
      <p className="font-mono text-[12.5px] text-ink-soft">{row.key_name}</p>
    </DeleteForm>
  );
}
