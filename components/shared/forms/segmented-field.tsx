import { type ComponentProps, type ReactNode, useId } from "react";
import { Segmented } from "@/components/ui/segmented";

/** A choice among two or three values, all visible, with its label. */
export function SegmentedField<Value extends string>({
  hint,
  ...choice
}: ComponentProps<typeof Segmented<Value>> & { hint?: ReactNode }) {
  const note = useId();
  return (
    <div className="space-y-1">
      <span aria-hidden className="block font-medium">
        {choice.label}
      </span>
      <Segmented {...choice} {...(hint !== undefined && { describedBy: note })} />
      {hint !== undefined && (
        <p id={note} className="text-meta leading-snug text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
