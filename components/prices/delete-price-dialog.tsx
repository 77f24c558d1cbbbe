"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import type { Receipt } from "@/components/api/types";
import { DeleteForm } from "@/components/shared/delete-form";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import type { Price } from "@/lib/wire/price";

/** Asks before a price is deleted. */
export function DeletePriceDialog({ row, onClose }: { row: Price | undefined; onClose: () => void }) {
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

function DeletePriceForm({ row, onClose }: { row: Price; onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => apiPost<{ nodes: Receipt[] }>("/price/delete", { price_ids: [row.price_id] }),
    onSuccess: async ({ nodes }) => {
      toast.success(`The price of ${row.provider}/${row.model} is deleted`, {
        description: describeReceipts(nodes, "In force"),
      });
      onClose();
      await queries.invalidateQueries({ queryKey: ["prices"] });
    },
  });
  return (
    <DeleteForm what="price" remove={remove} onConfirm={() => remove.mutate()} onCancel={onClose}>
      <p className="text-ink-soft">
        In force since {row.effective_from.slice(0, 10)}, added by {row.created_by}.
      </p>
    </DeleteForm>
  );
}
