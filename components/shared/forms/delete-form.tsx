import { Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { ChangedNotice } from "@/components/shared/changes/changed-notice";
import { conflictOf, type EditVersion } from "@/components/shared/drafts/use-version";
import { Form } from "./form";
import { UndoLine } from "./undo-line";
import type { UNDO_TEXT, UndoText } from "./undo-text";

/**
 * The form of a dialog that deletes a row. It says whether the deletion can be undone. If somebody else has changed the
 * row meanwhile, it shows the change and asks again.
 */
export function DeleteForm({
  what,
  of,
  undo,
  remove,
  seen,
  version,
  disabled = false,
  confirmation,
  onConfirm,
  onCancel,
  children,
}: {
  /** The word for the row: "key". */
  what: string;
  /** The id of the operation, and in `undo` the words that replace its words about undoing. */
  of: keyof typeof UNDO_TEXT;
  undo?: UndoText | undefined;
  remove: { readonly isPending: boolean; readonly error: Error | null };
  /** The row as the dialog shows it, and its version; absent for rows that nobody can change. */
  seen?: object | undefined;
  version?: EditVersion;
  disabled?: boolean;
  /** The field for what must be typed, at the end of the form. */
  confirmation?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const conflict = conflictOf(remove.error);
  return (
    <Form
      submit={
        <>
          <Trash2 className="size-3.5" aria-hidden /> Delete {what}
          {conflict && " anyway"}
        </>
      }
      tone="danger"
      busy={remove.isPending}
      disabled={disabled}
      error={conflict ? undefined : remove.error}
      onSubmit={() => {
        if (conflict) version?.basedOn(conflict.etag);
        onConfirm();
      }}
      onCancel={onCancel}
    >
      {children}
      <UndoLine of={of} but={undo} />
      {confirmation}
      {conflict && seen && (
        <ChangedNotice before={seen} now={conflict.current}>
          Someone else changed the {what} in the meantime. Nothing is deleted yet.
        </ChangedNotice>
      )}
    </Form>
  );
}

/** What goes or stays with a deletion, one line each. */
export function DeletionPart({ title, lines }: { title: string; lines: readonly string[] }) {
  const id = useId();
  return (
    <section>
      <h3 id={id} className="mb-1 font-semibold">
        {title}
      </h3>
      <ul aria-labelledby={id} className="list-disc space-y-0.5 pl-5 text-ink-soft">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
