import { TriangleAlert, Undo2 } from "lucide-react";
import { UNDO_WORDS, type UndoWords } from "./undo-words";

/**
 * Says in a dialog, before anything is done, whether it can be undone. `of`: the id of the operation. `but`: what is
 * true in this case instead.
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
