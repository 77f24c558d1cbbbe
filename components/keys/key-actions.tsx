"use client";
import { Ban, Pencil, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import type { OutputOf } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts } from "@/components/shared/receipts";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { Key } from "@/lib/wire/key";
import { BlockKeyDialog } from "./block-key-dialog";
import { keyName } from "./key-name";

/** What the page around a key does when its buttons are pressed. */
export interface KeyActs {
  readonly onEdit: (key: Key) => void;
  readonly onRegenerate: (key: Key) => void;
  readonly onDelete: (key: Key) => void;
}

/** The buttons of a key: edit, regenerate, block and delete. */
export function KeyActions({ row: key, onEdit, onRegenerate, onDelete }: { row: Key } & KeyActs) {
  const changed = ({ nodes, ...key }: OutputOf<typeof keyContracts.unblock>) =>
    toast.success(`${keyName(key)} is unblocked`, { description: describeReceipts(nodes, "Unblocked") });
  const failed = (error: Error) => toast.error(error.message);
  const [blocking, setBlocking] = useState<Key>();
  const unblock = useOperation(keyContracts.unblock, { onSuccess: changed, onError: failed });
  return (
    <>
      <WriteButton size="small" onClick={() => onEdit(key)}>
        <Pencil className="size-3.5" aria-hidden /> Edit key
      </WriteButton>
      <WriteButton size="small" onClick={() => onRegenerate(key)}>
        <RotateCw className="size-3.5" aria-hidden /> Rotate
      </WriteButton>
      <WriteButton
        size="small"
        busy={unblock.isPending}
        onClick={() => (key.blocked ? unblock.mutate({ key: key.token_id }) : setBlocking(key))}
      >
        <Ban className="size-3.5" aria-hidden /> {key.blocked ? "Unblock" : "Block"}
      </WriteButton>
      <WriteButton size="small" onClick={() => onDelete(key)}>
        <Trash2 className="size-3.5" aria-hidden /> Delete
      </WriteButton>
      <BlockKeyDialog row={blocking} undoes onClose={() => setBlocking(undefined)} />
    </>
  );
}
