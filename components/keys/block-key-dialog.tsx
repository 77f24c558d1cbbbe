"use client";
import { toast } from "sonner";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { Key } from "@/lib/wire/key";
import { keyName } from "./key-name";

/** Asks before a key is blocked. `end`: who ends the block. */
export function BlockKeyDialog({ row, end, onClose }: { row: Key | undefined; end: string; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={(key) => `Block ${keyName(key)}?`}
      description={() => `Every node refuses this key, starting with the next request. ${end}`}
    >
      {(key) => <BlockKeyForm row={key} onClose={onClose} />}
    </RowDialog>
  );
}

function BlockKeyForm({ row, onClose }: { row: Key; onClose: () => void }) {
  const block = useOperation(keyContracts.block, {
    onSuccess: ({ nodes }) => {
      toast.success(`${keyName(row)} is blocked`, { description: describeReceipts(nodes, "Blocked") });
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
      <p className="font-mono text-[12.5px] text-ink-soft">{row.key_name}</p>
    </Form>
  );
}
