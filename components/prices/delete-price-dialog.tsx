"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import type { Receipt } from "@/components/api/types";
import { useLast } from "@/components/shared/detail-drawer";
import { FormError } from "@/components/shared/form";
import { describeReceipts } from "@/components/shared/receipts";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Price } from "@/lib/wire/price";

/** Asks before a price is taken away. */
export function DeletePriceDialog({ target, onClose }: { target: Price | undefined; onClose: () => void }) {
  const shown = useLast(target);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (price: Price) => apiPost<{ nodes: Receipt[] }>("/price/delete", { price_ids: [price.price_id] }),
    onSuccess: async ({ nodes }, price) => {
      toast.success(`The price of ${price.provider}/${price.model} is deleted`, {
        description: describeReceipts(nodes, "use"),
      });
      onClose();
      await queries.invalidateQueries({ queryKey: ["prices"] });
    },
  });
  if (!shown) return null;
  return (
    <Dialog
      open={target !== undefined}
      onOpenChange={() => {
        remove.reset();
        onClose();
      }}
      title={`Delete the price of ${shown.provider}/${shown.model}?`}
      description="From the next call on the bundled price counts again, if there is one. Calls that were charged by this price keep theirs."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(shown)}>
            <Trash2 className="size-3.5" aria-hidden /> Delete price
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">
        In force since {shown.effective_from.slice(0, 10)}, added by {shown.created_by}.
      </p>
      <FormError error={remove.error} />
    </Dialog>
  );
}
