import type { ReactNode } from "react";
import { RemoveButton } from "@/components/ui/button";

/** Fields in one line, and the button that removes them. `label`: what the button says, such as "Remove role 1". */
export function RemovableRow({
  label,
  onRemove,
  children,
}: {
  label: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-wrap gap-2 sm:flex-nowrap">{children}</div>
      <RemoveButton label={label} onClick={onRemove} />
    </div>
  );
}
