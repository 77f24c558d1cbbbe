import { WriteButton } from "@/components/shared/forms/write-button";
import type { EntityRef } from "./kinds";

/** Asks to block an entity, or to unblock it where it is blocked. */
export function BlockButton({ row, onBlock }: { row: EntityRef; onBlock: (row: EntityRef) => void }) {
  const word = row.blocked ? "Unblock" : "Block";
  return (
    <WriteButton size="small" aria-label={`${word} ${row.name}`} onClick={() => onBlock(row)}>
      {word}
    </WriteButton>
  );
}
