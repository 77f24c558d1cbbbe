"use client";
import { Ban, Pencil, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { WriteButton } from "@/components/shared/forms/write-button";
import type { Key } from "@/lib/wire/key";
import { BlockKeyDialog } from "./block-key-dialog";
import { useUnblockKey } from "./use-unblock-key";

/** What the page around a key does when its buttons are pressed. */
export interface KeyActs {
  readonly onEdit: (key: Key) => void;
  readonly onRegenerate: (key: Key) => void;
  readonly onDelete: (key: Key) => void;
}

/** The buttons of a key: edit, regenerate, block and delete. */
export function KeyActions({ row: key, onEdit, onRegenerate, onDelete }: { row: Key } & KeyActs) {
  const [blocking, setBlocking] = useState<Key>();
  const unblock = useUnblockKey();
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
