"use client";
import { priceContracts } from "@/lib/wire/contracts/prices";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { useVersion } from "@/components/shared/drafts/use-version";
import { DeleteForm } from "@/components/shared/forms/delete-form";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import type { ListedPrice } from "@/lib/wire/price";

/** Asks before a price is deleted. */
export function DeletePriceDialog({ row, onClose }: { row: ListedPrice | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={({ provider, model }) => `Delete the price of ${provider}/${model}?`}
      description={() =>
        "The bundled price, if there is one, applies again from the next call. Calls already charged at this price keep it."
      }
    >
      {(price) => <DeletePriceForm row={price} onClose={onClose} />}
    </RowDialog>
  );
}

function DeletePriceForm({ row, onClose }: { row: ListedPrice; onClose: () => void }) {
  const version = useVersion(row.etag);
  const undo = useOperation(priceContracts.new, {
    onSuccess: ({ nodes }) => {
      toast.success(`The price of ${row.provider}/${row.model} is in force again`, {
        description: describeReceipts(nodes, "In force"),
      });
    },
    onError: (error) => toast.error(error.message),
  });
  const remove = useOperation(priceContracts.delete, {
    onSuccess: ({ nodes }) => {
      toast.success(`The price of ${row.provider}/${row.model} is deleted`, {
        description: describeReceipts(nodes, "In force"),
        action: { label: "Undo", onClick: () => undo.mutate(asAdded(row)) },
        duration: 15_000,
      });
      onClose();
    },
    ifMatch: version.ifMatch,
  });
  return (
    <DeleteForm
      what="price"
      of="price.delete"
      remove={remove}
      seen={row}
      version={version}
      onConfirm={() => remove.mutate({ price_ids: [row.price_id] })}
      onCancel={onClose}
    >
      <p className="text-ink-soft">
        In force since {row.effective_from.slice(0, 10)}, added by {row.created_by}.
      </p>
    </DeleteForm>
  );
}

/** A deleted price as the input that adds it again. */
function asAdded({ price_id: _id, etag: _tag, created_by: _by, created_at: _at, comment, ...price }: ListedPrice) {
  return { ...price, ...(comment !== null && { comment }) };
}
