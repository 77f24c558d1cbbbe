import { TriangleAlert, Undo2 } from "lucide-react";
import { UNDO_TEXT, type UndoText } from "./undo-text";

/**
 * Says in a dialog, before anything is done, whether its act can be undone. `of`: the id of the operation. `but`: the
 * text for this case in place of the operation's.
 */
export function UndoLine({ of, but }: { of: keyof typeof UNDO_TEXT; but?: UndoText | undefined }) {
  const { possible, text } = but ?? UNDO_TEXT[of];
  const Icon = possible ? Undo2 : TriangleAlert;
  return (
    <p className="flex gap-2">
      <Icon className={`mt-0.5 size-4 shrink-0 ${possible ? "text-ink-faint" : "text-warn"}`} aria-hidden />
      <span className={`min-w-0 ${possible ? "text-ink-soft" : "font-medium"}`}>{text}</span>
    </p>
  );
}
