"use client";
import { RotateCw } from "lucide-react";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
import { signingKeyContracts } from "@/lib/wire/contracts/connections/tool-signing-keys";

/** Asks before the key is replaced that signs for tool servers. */
export function RotateKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Rotate the signing key?"
      description="Every node signs with a new key at once. The old one stays published for 5 minutes, until its last tokens have expired."
    >
      <RotateForm onClose={onClose} />
    </Dialog>
  );
}

function RotateForm({ onClose }: { onClose: () => void }) {
  const rotate = useOperation(signingKeyContracts.rotate, {
    onSuccess: ({ nodes }) => {
      toast.success("A new key signs", { description: describeReceipts(nodes, "In force") });
      onClose();
    },
  });
  return (
    <Form
      submit={
        <>
          <RotateCw className="size-3.5" aria-hidden /> Rotate
        </>
      }
      tone="danger"
      busy={rotate.isPending}
      error={rotate.error}
      onSubmit={() => rotate.mutate({})}
      onCancel={onClose}
    >
      <p className="text-ink-soft">
        A server that keeps the keys in memory may refuse calls until it reads them again. Do this if the key may be
        known elsewhere; otherwise a new one follows by itself, without such a gap.
      </p>
      <UndoLine of="mcp.signing_keys.rotate" />
    </Form>
  );
}
