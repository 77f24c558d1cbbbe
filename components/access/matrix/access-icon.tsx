import { Check, X } from "lucide-react";
import type { MatrixCell } from "@/lib/wire/matrix";

/** Whether a cell allows access, as an icon with a name. */
export function AccessIcon({ cell: { allow } }: { cell: Pick<MatrixCell, "allow"> }) {
  return allow ? (
    <Check className="size-4 shrink-0 text-good" role="img" aria-label="Allowed" />
  ) : (
    <X className="size-4 shrink-0 text-bad" role="img" aria-label="Refused" />
  );
}
