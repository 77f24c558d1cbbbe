import { WriteButton } from "@/components/shared/forms/write-button";
import { QUIET_ACT } from "@/components/ui/table";
import type { EntityRef } from "./kinds";

/** The button that opens the dialog to block or unblock an entity. `quiet`: for a row of a list. */
export function BlockButton({
  row,
  quiet = false,
  onBlock,
}: {
  row: EntityRef;
  quiet?: boolean;
  onBlock: (row: EntityRef) => void;
}) {
  const word = row.blocked ? "Unblock" : "Block";
  return (
    <WriteButton
      size="small"
      {...(quiet && !row.blocked && { className: QUIET_ACT })}
      variant={quiet && !row.blocked ? "ghost" : "secondary"}
      aria-label={`${word} ${row.name}`}
      onClick={() => onBlock(row)}
    >
      {word}
    </WriteButton>
  );
}
