import { WriteButton } from "@/components/shared/forms/write-button";
import type { EntityRef } from "./kinds";

/** The button that opens the dialog to block or unblock an entity. */
export function BlockButton({ row, onBlock }: { row: EntityRef; onBlock: (row: EntityRef) => void }) {
  const word = row.blocked ? "Unblock" : "Block";
  return (
    <WriteButton size="small" aria-label={`${word} ${row.name}`} onClick={() => onBlock(row)}>
      {word}
    </WriteButton>
  );
}
