"use client";
import { modelContracts } from "@/lib/wire/contracts/models";
import { toast } from "sonner";
import { useOperation } from "@/components/api/use-operation";
import { DeleteForm } from "@/components/shared/forms/delete-form";
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
      title={(entry) =>
        entry.taken_over ? `Give ${entry.model_name} back to the file?` : `Delete ${entry.model_name}?`
      }
      description={(entry) =>
        entry.taken_over
          ? "The copy is deleted. Calls in flight continue. From the next call, the entry of config.yaml is in force again."
          : "Calls in flight continue. From the next call, the name goes to another entry that fits it, or is unknown."
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
  const remove = useOperation(modelContracts.delete, {
    onSuccess: ({ nodes }) => {
      toast.success(`${row.model_name} is deleted`, { description: describeReceipts(nodes, "In force") });
      onDone();
    },
  });
  return (
    <DeleteForm what="model" remove={remove} onConfirm={() => remove.mutate({ id: row.id })} onCancel={onCancel}>
      <p className="font-mono text-[12.5px] break-all text-ink-soft">{row.upstream_model}</p>
    </DeleteForm>
  );
}
