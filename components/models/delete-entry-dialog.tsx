"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import type { Receipt } from "@/components/api/types";
import { DeleteForm } from "@/components/shared/delete-form";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import type { ModelView } from "@/lib/wire/model";

/** Asks before an entry of the database is deleted. */
export function DeleteEntryDialog({
  row,
  onClose,
  onDeleted,
}: {
  row: ModelView | undefined;
  onClose: () => void;
  onDeleted: () => void;
}) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={(entry) => `Delete ${entry.model_name}?`}
      description={() =>
        "Calls in flight continue. From the next call, the name goes to another entry that fits it, or is unknown."
      }
    >
      {(entry) => (
        <DeleteEntryForm
          row={entry}
          onCancel={onClose}
          onDone={() => {
            onClose();
            onDeleted();
          }}
        />
      )}
    </RowDialog>
  );
}

function DeleteEntryForm({ row, onCancel, onDone }: { row: ModelView; onCancel: () => void; onDone: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => apiPost<{ nodes: Receipt[] }>("/model/delete", { id: row.id }),
    onSuccess: async ({ nodes }) => {
      toast.success(`${row.model_name} is deleted`, { description: describeReceipts(nodes, "In force") });
      onDone();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["models"] }),
        queries.invalidateQueries({ queryKey: ["configuration"] }),
      ]);
    },
  });
  return (
    <DeleteForm what="model" remove={remove} onConfirm={() => remove.mutate()} onCancel={onCancel}>
      <p className="font-mono text-[12.5px] break-all text-ink-soft">{row.upstream_model}</p>
    </DeleteForm>
  );
}
