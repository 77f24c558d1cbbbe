"use client";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { final } from "@/components/shared/forms/undo-text";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { Mono } from "@/components/ui/text";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { Key } from "@/lib/wire/key";
import { keyName } from "./key-name";

/** Asks before a key is blocked. `undoes`: whether the same person may end the block. */
export function BlockKeyDialog({
  row,
  undoes = false,
  onClose,
}: {
  row: Key | undefined;
  undoes?: boolean;
  onClose: () => void;
}) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={(key) => `Block ${keyName(key)}?`}
      description={() => "Every node refuses this key, starting with the next request."}
    >
      {(key) => <BlockKeyForm row={key} undoes={undoes} onClose={onClose} />}
    </RowDialog>
  );
}

function BlockKeyForm({ row, undoes, onClose }: { row: Key; undoes: boolean; onClose: () => void }) {
  const undo = useOperation(keyContracts.unblock, {
    onSuccess: ({ nodes }) => {
      toast.success(`${keyName(row)} is unblocked again`, { description: describeReceipts(nodes, "Unblocked") });
    },
    onError: (error) => toast.error(error.message),
  });
  const block = useOperation(keyContracts.block, {
    onSuccess: ({ nodes }) => {
      toast.success(`${keyName(row)} is blocked`, {
        description: describeReceipts(nodes, "Blocked"),
        ...(undoes && { action: { label: "Undo", onClick: () => undo.mutate({ key: row.token_id }) } }),
        duration: 15_000,
      });
      onClose();
    },
  });
  return (
    <Form
      submit="Block key"
      tone="danger"
      busy={block.isPending}
      error={block.error}
      onSubmit={() => block.mutate({ key: row.token_id })}
      onCancel={onClose}
    >
      <Mono as="p" className="text-ink-soft">
        {row.key_name}
      </Mono>
      <UndoLine
        of="key.block"
        but={undoes ? undefined : final("Only an administrator of the gateway can unblock it.")}
      />
    </Form>
  );
}
