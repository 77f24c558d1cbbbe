import type { ReactNode } from "react";
import { changesMeanwhile } from "./field-changes";
import { FieldChangesList } from "./field-changes-list";

/** What somebody else changed in a row, field by field. Absent if no field differs. */
export function ChangedNotice({
  before,
  now,
  label = "Changed in the meantime",
  children,
}: {
  /** The row as the page shows it, and as it is in force. */
  before: object;
  now: object;
  label?: string;
  /** What the change means for the reader. */
  children: ReactNode;
}) {
  const changes = changesMeanwhile(before, now);
  if (changes.length === 0) return null;
  return (
    <div role="alert" className="space-y-2 rounded-md bg-warn-soft p-3">
      <p className="font-medium text-warn">{children}</p>
      <div className="rounded-md bg-surface">
        <FieldChangesList label={label} changes={changes} />
      </div>
    </div>
  );
}
