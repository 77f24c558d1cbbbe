import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "./form";

/** What a dialog asks before it deletes a row. */
export function DeleteForm({
  what,
  remove,
  disabled = false,
  onConfirm,
  onCancel,
  children,
}: {
  /** The word for the row: "key". */
  what: string;
  remove: { readonly isPending: boolean; readonly error: Error | null };
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <Form
      submit={
        <>
          <Trash2 className="size-3.5" aria-hidden /> Delete {what}
        </>
      }
      tone="danger"
      busy={remove.isPending}
      disabled={disabled}
      error={remove.error}
      onSubmit={onConfirm}
      onCancel={onCancel}
    >
      {children}
    </Form>
  );
}
