"use client";
import type { ReactNode } from "react";
import { ConflictNotice } from "../changes/conflict-notice";
import { RestoredNotice } from "../drafts/restored-notice";
import type { RowEdit } from "../drafts/use-row-edit";
import { conflictOf } from "../drafts/use-version";
import { Form } from "./form";

/** The write that saves a form. */
export interface Save {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly reset: () => void;
}

/** Whether somebody else changed the row of a form meanwhile, so that its save was refused. */
export function isInConflict(save: Save): boolean {
  return conflictOf(save.error) !== undefined;
}

/** The dialog's form of a row: its fields, whether what was typed is back, and what somebody else changed meanwhile. */
export function RowForm<Row extends object, Draft>({
  edit,
  save,
  submit,
  isComplete = true,
  error = save.error,
  comparedOf,
  onSubmit,
  onClose,
  children,
}: {
  edit: RowEdit<Row, Draft>;
  save: Save;
  /** The words on the button that saves. */
  submit: string;
  /** Whether the form can be saved as it is. */
  isComplete?: boolean;
  /** Why the save was refused, unless a field says it. */
  error?: Error | null;
  /** What of a row a save can change. */
  comparedOf?: (row: Row) => object;
  onSubmit: () => void;
  /** Called when the form is left without a save. */
  onClose: () => void;
  children: ReactNode;
}) {
  const hasConflict = isInConflict(save);
  return (
    <Form
      submit={submit}
      busy={save.isPending}
      disabled={!isComplete || hasConflict}
      error={hasConflict ? null : error}
      onSubmit={onSubmit}
      onCancel={() => {
        edit.forget();
        onClose();
      }}
    >
      <RestoredDraft edit={edit} save={save} />
      {children}
      <RowConflict edit={edit} save={save} comparedOf={comparedOf} onSave={onSubmit} />
    </Form>
  );
}

/** Says that what was typed before is back. */
export function RestoredDraft<Row, Draft>({ edit, save }: { edit: RowEdit<Row, Draft>; save: Save }) {
  if (!edit.isRestored || isInConflict(save)) return null;
  return (
    <RestoredNotice
      onStartOver={() => {
        edit.startOver();
        save.reset();
      }}
    />
  );
}

/** What somebody else changed meanwhile, if that refused the save. `comparedOf`: what of a row a save can change. */
export function RowConflict<Row extends object, Draft>({
  edit,
  save,
  comparedOf = (row) => row,
  onSave,
}: {
  edit: RowEdit<Row, Draft>;
  save: Save;
  comparedOf?: (row: Row) => object;
  onSave: () => void;
}) {
  const { row } = edit;
  const conflict = conflictOf(save.error);
  if (!row || !conflict) return null;
  return (
    <ConflictNotice
      opened={comparedOf(row)}
      conflict={conflict}
      busy={save.isPending}
      version={edit.version}
      onSave={onSave}
      onTakeTheirs={() => {
        edit.startOver({ body: { ...row, ...conflict.current }, etag: conflict.etag });
        save.reset();
      }}
    />
  );
}
