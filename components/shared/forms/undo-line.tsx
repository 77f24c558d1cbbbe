import { TriangleAlert, Undo2 } from "lucide-react";
import { UNDO_WORDS, type UndoWords } from "./undo-words";

/**
 * Says in a dialog, before anything is done, whether its act can be undone. `of`: the id of the operation. `but`: the
 * words for this case in place of the operation's.
 */
export function UndoLine({ of, but }: { of: keyof typeof UNDO_WORDS; but?: UndoWords | undefined }) {
  const { possible, words } = but ?? UNDO_WORDS[of];
  const Icon = possible ? Undo2 : TriangleAlert;
  return (
    <p className="flex gap-2">
      <Icon className={`mt-0.5 size-4 shrink-0 ${possible ? "text-ink-faint" : "text-warn"}`} aria-hidden />
      <span className={`min-w-0 ${possible ? "text-ink-soft" : "font-medium"}`}>{words}</span>
    </p>
  );
}
