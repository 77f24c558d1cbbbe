import { Check, X } from "lucide-react";
import type { MatrixCell } from "@/lib/wire/matrix";

/** Whether a cell allows access, as a mark with a word. */
export function AccessMark({ cell: { allow } }: { cell: Pick<MatrixCell, "allow"> }) {
  return allow ? (
    <Check className="size-4 shrink-0 text-good" role="img" aria-label="Allowed" />
  ) : (
    <X className="size-4 shrink-0 text-bad" role="img" aria-label="Refused" />
  );
}
