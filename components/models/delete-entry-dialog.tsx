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
import type { ModelView } from "@/lib/wire/model";

/** Asks before an entry of the database is taken away. */
export function DeleteEntryDialog({
  target,
  onClose,
  onDeleted,
}: {
  target: ModelView | undefined;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const shown = useLast(target);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (entry: ModelView) => apiPost<{ nodes: Receipt[] }>("/model/delete", { id: entry.id }),
    onSuccess: async ({ nodes }, entry) => {
      toast.success(`${entry.model_name} is deleted`, { description: describeReceipts(nodes, "use") });
      onClose();
      onDeleted();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["models"] }),
        queries.invalidateQueries({ queryKey: ["configuration"] }),
      ]);
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
      title={`Delete ${shown.model_name}?`}
      description="Calls that are under way go on; from the next call on the name goes to another entry that fits, or is unknown."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(shown)}>
            <Trash2 className="size-3.5" aria-hidden /> Delete model
          </Button>
        </>
      }
    >
      <p className="font-mono text-[12.5px] break-all text-ink-soft">{shown.upstream_model}</p>
      <FormError error={remove.error} />
    </Dialog>
  );
}
